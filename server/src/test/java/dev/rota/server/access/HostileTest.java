package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.tokens.Role;
import dev.rota.server.RawConnection;
import dev.rota.server.RawRequest;
import dev.rota.testkit.Eventually;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever comes, nothing breaks, nothing is told of the inside, and nothing is stored. */
class HostileTest extends AccessTest {
  private static final String AUTHORIZATION = "Authorization: Bearer " + ADMIN;
  private static final String HOST = "Host: localhost";
  private static final List<String> WRONG_BODIES =
      List.of(
          "{",
          "{\"kind\": \"k\"",
          "{\"kind\": \"k\"}}",
          "{\"kind\": k}",
          "{'kind': 'k'}",
          "{\"kind\": \"k\", \"kind\": \"l\"}",
          "[]",
          "\"kind\"",
          "5",
          "null",
          "true",
          "\u0000",
          "{\"kind\": 5}",
          "{\"kind\": [\"k\"]}",
          "{\"kind\": {\"k\": 1}}",
          "{\"kind\": \"k\", \"priority\": \"high\"}",
          "{\"kind\": \"k\", \"priority\": 1e400}",
          "{\"kind\": \"k\", \"priority\": 99999999999999999999}",
          "{\"kind\": \"k\", \"delay_seconds\": -1}",
          "{\"kind\": \"k\", \"delay_seconds\": 1e300}",
          "{\"kind\": \"k\", \"run_at\": \"tomorrow\"}",
          "{\"kind\": \"k\", \"tags\": \"t\"}",
          "{\"kind\": \"k\", \"tags\": [null]}",
          "{\"kind\": \"k\", \"tags\": [[]]}",
          "{\"kind\": \"k\", \"unknown\": 1}",
          "{\"kind\": \"a\\u0000b\"}",
          "{\"kind\": \"\\ud800\"}",
          "{\"kind\": \"\"}",
          "{\"kind\": \"k\", \"queue\": \"\"}",
          "{\"kind\": \"k\", \"payload\": \"\\u0000\"}",
          "{\"kind\": \"k\", \"__proto__\": {}}");
  private static final List<String> ODD_METHODS =
      List.of("TRACE", "OPTIONS", "CONNECT", "BREW", "PROPFIND", "G@T", "G\u0000T");
  private static final List<String> TRICKS =
      List.of(
          "/api/v1/../v1/config",
          "/api/v1/%63onfig",
          "//api/v1/config",
          "/api//v1/config",
          "/api/v1/config/",
          "/api/v1/config/.",
          "/api/v1/./config",
          "/api/v1/config;x=1",
          "/api/v1/x/../config",
          "/api/v1/x/%2e%2e/config",
          "/api/v1/%2e/config",
          "/docs/../api/v1/config",
          "/docs/%2e%2e/api/v1/config",
          "/health/../api/v1/config",
          "/health/%2e%2e/api/v1/config",
          "/api/v1%2fconfig",
          "/api/v1/config%00",
          "/api/v1/config?x=/health/live",
          "/api/v1/config#x",
          "/API/v1/config",
          "http://localhost/api/v1/config",
          "/api/v1/me/../config",
          "/api/v1/jobs/../config",
          "/api/v1/jobs/%2e%2e%2fconfig",
          "/../../etc/passwd",
          "/docs/..%2f..%2f..%2fetc%2fpasswd",
          "/%",
          "/%zz",
          "/api/v1/jobs/%ff%fe",
          "/api/v1/jobs/..;/config");
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "ROTA_PORT", "0",
        "ROTA_AUTH", "token",
        "ROTA_TOKEN", ADMIN,
        "ROTA_BODY_LIMIT_BYTES", "100000",
        "ROTA_BULK_LIMIT_BYTES", "200000",
        "ROTA_REQUEST_TIMEOUT_SECONDS", "1");
  }

  @Test
  void a_body_that_is_wrong_is_refused_everywhere() {
    for (String body : WRONG_BODIES) {
      assertRefused(as(ADMIN, "POST", "/api/v1/jobs", body), 400);
      assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
    }
  }

  @Test
  void every_path_of_the_document_bears_nonsense() {
    List<String> nonsense =
        List.of("{", "[]", "null", "5", "\"x\"", "{\"unknown\": 1}", "\u0000", "[[[[");
    get("/openapi.json")
        .json()
        .get("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((name, operation) -> {
              String method = name.toUpperCase(Locale.ROOT);
              if (WITH_BODY.contains(method)) {
                for (String body : nonsense) {
                  String at = path.replaceAll("\\{\\w+}", "1");
                  Answer answer = as(ADMIN, method, at, body);
                  assertThat(answer.status())
                      .as(method + " " + at + " " + body + answer.text())
                      .isLessThan(500);
                  assertTellsNothing(answer.text());
                }
              }
            }));
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
    assertThat(text("SELECT count(*) FROM rota.schedule")).isEqualTo("0");
    assertThat(text("SELECT count(*) FROM rota.token")).isEqualTo("0");
  }

  @Test
  void a_deep_body_is_refused() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);
    assertRefused(
        as(ADMIN, "POST", "/api/v1/jobs", "{\"kind\": \"k\", \"payload\": " + deep + "}"), 400);
    assertRefused(as(ADMIN, "POST", "/api/v1/jobs", deep), 400);
    assertRefused(as(ADMIN, "POST", "/api/v1/jobs", "{\"a\":".repeat(10_000)), 400);
  }

  @Test
  void a_body_that_is_too_long_is_refused_whether_it_says_so_or_not() {
    String long1 = "{\"kind\": \"k\", \"payload\": \"" + "x".repeat(100_000) + "\"}";
    assertRefused(as(ADMIN, "POST", "/api/v1/jobs", long1), 413);
    byte[] bytes = long1.getBytes(StandardCharsets.UTF_8);
    Answer chunked =
        send(
            "POST",
            "/api/v1/jobs",
            BodyPublishers.ofByteArrays(List.of(bytes)),
            "Authorization",
            "Bearer " + ADMIN);
    assertRefused(chunked, 413);
    String stream = "{\"kind\": \"k\"}\n".repeat(20_000);
    assertRefused(as(ADMIN, "POST", "/api/v1/jobs/bulk", stream), 413);
    assertRefused(
        send(
            "POST",
            "/api/v1/jobs/bulk",
            BodyPublishers.ofByteArrays(List.of(stream.getBytes(StandardCharsets.UTF_8))),
            "Authorization",
            "Bearer " + ADMIN),
        413);
    String claims = "Content-Length: 99999999999999";
    assertThat(status("POST", "/api/v1/jobs", HOST, AUTHORIZATION, claims)).isEqualTo(413);
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
  }

  @Test
  void text_that_is_not_utf_8_is_refused() {
    byte[] latin = "{\"kind\": \"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] surrogate = {
      '{', '"', 'k', 'i', 'n', 'd', '"', ':', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', '}'
    };
    byte[] overlong = {
      '{', '"', 'k', 'i', 'n', 'd', '"', ':', '"', (byte) 0xc0, (byte) 0xaf, '"', '}'
    };
    for (byte[] body : List.of(latin, surrogate, overlong)) {
      for (String path : List.of("/api/v1/jobs", "/api/v1/jobs/bulk")) {
        Answer answer =
            send(
                "POST", path, BodyPublishers.ofByteArray(body), "Authorization", "Bearer " + ADMIN);
        assertRefused(answer, 400);
        assertThat(answer.text()).contains("UTF-8");
      }
    }
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
  }

  @Test
  void odd_methods_are_refused() {
    for (String method : ODD_METHODS) {
      String answer =
          RawRequest.of(method, "/api/v1/jobs", HOST, AUTHORIZATION).send(server.port());
      assertThat(RawRequest.status(answer)).as(answer).isBetween(400, 499);
      assertTellsNothing(answer);
    }
  }

  @Test
  void no_way_to_write_a_path_gets_around_the_table() {
    String viewer = "Authorization: Bearer " + token("eve", Role.VIEWER);
    for (String path : TRICKS) {
      for (String[] headers :
          List.of(
              new String[] {HOST},
              new String[] {HOST, viewer},
              new String[] {"Host: evil.example"})) {
        String answer = RawRequest.of("GET", path, headers).send(server.port());
        assertThat(RawRequest.status(answer)).as(answer).isIn(0, 400, 401, 403, 404, 421);
        assertThat(answer).doesNotContain("ROTA_TOKEN", "root:");
        assertTellsNothing(answer);
      }
    }
  }

  @Test
  void many_and_long_headers_are_refused() {
    assertThat(status("GET", "/health/live", HOST, "X: " + "y".repeat(20_000))).isEqualTo(431);
    String[] many = new String[2_000];
    java.util.Arrays.setAll(many, i -> i == 0 ? HOST : "X-" + i + ": some value");
    assertThat(status("GET", "/health/live", many)).isEqualTo(431);
    assertThat(status("GET", "/" + "y".repeat(20_000), HOST)).isIn(0, 414);
  }

  @Test
  void a_path_that_is_too_long_is_told_so() {
    String answer =
        RawRequest.of("GET", "/api/v1/jobs?tag=" + "y".repeat(4_100), HOST, AUTHORIZATION)
            .send(server.port());
    assertThat(RawRequest.status(answer)).as(answer).isEqualTo(414);
    assertThat(answer).contains("application/problem+json", "\"code\":\"too-long\"");
    assertTellsNothing(answer);
  }

  @Test
  void a_body_that_comes_in_drops_is_ended() throws Exception {
    try (RawConnection slow = RawConnection.to(server.port())) {
      slow.send("POST /api/v1/jobs HTTP/1.1\r\n" + HOST + "\r\n" + AUTHORIZATION + "\r\n");
      slow.send("Content-Length: 100000\r\n\r\n{\"kind\": \"k\", \"payload\": \"");
      Eventually.await(
          Duration.ofSeconds(30), () -> !slow.trickle("x"), "the server ends the connection");
    }
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
  }

  @Test
  void what_two_servers_could_read_in_two_ways_is_refused() {
    String body = "5\r\nabcde\r\n0\r\n\r\n";
    String chunked = "Transfer-Encoding: chunked";
    assertSmuggling(body, "Content-Length: 5", chunked);
    assertSmuggling(body, chunked, "Content-Length: 5");
    assertSmuggling("abcde", "Content-Length: 5", "Content-Length: 6");
    assertSmuggling("abcde", "Content-Length: 5, 6");
    assertSmuggling("abcde", "Content-Length: +5");
    assertSmuggling("abcde", "Content-Length: -5");
    assertSmuggling("abcde", "Content-Length: 5x");
    assertSmuggling("abcde", "Content-Length : 5");
    assertSmuggling("abcde", "X: y\nContent-Length: 5");
    assertSmuggling(body, "Transfer-Encoding: xchunked");
    assertSmuggling("zz\r\nabcde\r\n0\r\n\r\n", chunked);
    assertSmuggling("-1\r\nabcde\r\n0\r\n\r\n", chunked);
    assertSmuggling("ffffffffffffffff\r\nabcde\r\n0\r\n\r\n", chunked);
    assertThat(status("GET", "/health/live")).as("no host").isEqualTo(400);
    assertThat(status("GET", "/health/live", HOST, "Host: other")).as("two hosts").isEqualTo(400);
  }

  private void assertSmuggling(String body, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = HOST;
    all[1] = AUTHORIZATION;
    System.arraycopy(headers, 0, all, 2, headers.length);
    String answer = RawRequest.of("POST", "/api/v1/jobs", all).with(body).send(server.port());
    assertThat(RawRequest.status(answer))
        .as(String.join("|", headers) + " " + answer)
        .isIn(0, 400, 501);
    assertTellsNothing(answer);
  }

  @Test
  void a_request_that_never_ends_is_ended() {
    String slow =
        RawRequest.of("POST", "/api/v1/jobs", HOST, AUTHORIZATION, "Content-Length: 100")
            .with("{\"kind\"")
            .send(server.port());
    assertThat(RawRequest.status(slow)).as(slow).isIn(0, 400, 408);
    assertTellsNothing(slow);
    String begun = new RawRequest("GET /health/live HTTP/1.1\r\nHost: local").send(server.port());
    assertThat(RawRequest.status(begun)).as(begun).isIn(0, 400, 408);
    String skipped =
        RawRequest.of("POST", "/api/v1/jobs", HOST, "Content-Length: 100").sendToEnd(server.port());
    assertThat(RawRequest.status(skipped)).as(skipped).isEqualTo(401);
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
  }

  @Test
  void a_fault_tells_an_id_and_nothing_else() {
    database.execute("ALTER TABLE rota.token RENAME TO gone");
    Answer answer = as(ADMIN, "GET", "/api/v1/tokens", "");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.at("/detail"))
        .matches("This is a fault of the server; its log says more under fault=[0-9a-f-]{36}");
    assertTellsNothing(answer.text());
  }

  private int status(String method, String path, String... headers) {
    String answer = RawRequest.of(method, path, headers).send(server.port());
    assertTellsNothing(answer);
    return RawRequest.status(answer);
  }

  private static void assertRefused(Answer answer, int status) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.type()).isEqualTo("application/problem+json");
    assertThat(answer.at("/code")).isNotEmpty();
    assertTellsNothing(answer.text());
  }

  private static void assertTellsNothing(String answer) {
    assertThat(answer)
        .doesNotContain(
            "Exception", "\tat ", "dev.rota", "io.helidon", "tools.jackson", "org.postgresql");
  }
}
