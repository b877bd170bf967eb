package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.tokens.Role;
import dev.rota.server.RawRequest;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class GateTest extends AccessTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void nobody_comes_in_without_a_token_but_for_what_is_for_everybody() {
    for (String path : new String[] {"/health/live", "/health/ready", "/openapi.json", "/"}) {
      assertThat(get(path).status()).as(path).isEqualTo(200);
    }
    for (String path : new String[] {"/metrics", "/api/v1/jobs", "/api/v1/me", "/api/none"}) {
      Answer answer = get(path);
      assertThat(answer.status()).as(path).isEqualTo(401);
      assertThat(answer.headers().firstValue("www-authenticate")).hasValue("Bearer realm=\"rota\"");
      assertThat(answer.type()).isEqualTo("application/problem+json");
      assertThat(answer.at("/code")).isEqualTo("unauthorized");
    }
    assertThat(as(ADMIN, "GET", "/metrics", "").status()).isEqualTo(200);
  }

  @Test
  void a_wrong_token_is_told_so() {
    for (String wrong : new String[] {"x", ADMIN + "x", "rota_x", "rota_" + "A".repeat(43), ""}) {
      Answer answer = as(wrong, "GET", "/api/v1/me", "");
      assertThat(answer.status()).as(wrong).isEqualTo(401);
    }
    Answer basic = send("GET", "/api/v1/me", "", "Authorization", "Basic YTpi");
    assertThat(basic.status()).isEqualTo(401);
    assertThat(basic.headers().firstValue("www-authenticate").orElseThrow())
        .contains("invalid_token");
    assertThat(as(ADMIN, "GET", "/api/v1/me", "").at("/role")).isEqualTo("admin");
  }

  @Test
  void a_token_is_made_shown_once_and_revoked_over_http() throws Exception {
    Answer made =
        as(
            ADMIN,
            "POST",
            "/api/v1/tokens",
            "{\"name\": \"ci\", \"role\": \"producer\", \"queues\": [\"mail\"], \"expires\": \"30d\"}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    String secret = made.at("/secret");
    Answer me = as(secret, "GET", "/api/v1/me", "");
    assertThat(me.text())
        .isEqualTo(
            "{\"name\":\"ci\",\"role\":\"producer\",\"queues\":[\"mail\"],\"auth\":\"token\"}");
    assertThat(as(ADMIN, "GET", "/api/v1/tokens", "").text())
        .contains("\"status\":\"active\"", "\"created_by\":\"admin-token\"")
        .doesNotContain(secret);
    assertThat(as(ADMIN, "DELETE", "/api/v1/tokens/ci", "").at("/status")).isEqualTo("revoked");
    Eventually.await(
        SOON, () -> as(secret, "GET", "/api/v1/me", "").status() == 401, "the token is refused");
    assertThat(as(ADMIN, "DELETE", "/api/v1/tokens/ci", "").status()).isEqualTo(404);
    assertThat(as(ADMIN, "POST", "/api/v1/tokens", "{\"name\": \"x\", \"role\": \"root\"}").text())
        .contains("must be one of viewer, producer, worker, operator, admin");
  }

  @Test
  void an_expired_token_is_refused() throws Exception {
    MovableClock clock = new MovableClock(database);
    String secret = token("short", Role.VIEWER);
    assertThat(as(secret, "GET", "/api/v1/me", "").status()).isEqualTo(200);
    clock.advance(Duration.ofDays(2));
    Eventually.await(
        SOON, () -> as(secret, "GET", "/api/v1/me", "").status() == 401, "the token is over");
  }

  @Test
  void a_refusal_names_the_role_needed_and_the_role_held() {
    Answer answer = as(token("eve", Role.VIEWER), "POST", "/api/v1/jobs", "{\"kind\": \"k\"}");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.at("/code")).isEqualTo("forbidden");
    assertThat(answer.at("/detail"))
        .isEqualTo("That needs the role producer; eve has the role viewer");
    assertThat(text("SELECT count(*) FROM rota.job")).isEqualTo("0");
  }

  @Test
  void what_is_done_is_written_down_under_the_name_of_the_token() {
    String secret = token("ada", Role.OPERATOR);
    Answer made =
        send(
            "POST",
            "/api/v1/jobs",
            "{\"kind\": \"k\"}",
            "Authorization",
            "Bearer " + secret,
            "X-Rota-Actor",
            "somebody-else");
    String id = made.at("/id");
    assertThat(as(secret, "GET", "/api/v1/jobs/" + id, "").at("/created_by")).isEqualTo("ada");
    as(secret, "POST", "/api/v1/jobs/" + id + "/pause", "");
    assertThat(text("SELECT actor FROM rota.event WHERE job IS NOT NULL ORDER BY id DESC LIMIT 1"))
        .isEqualTo("ada");
    as(secret, "POST", "/api/v1/jobs/" + id + "/resume", "");
    assertThat(
            send(
                    "POST",
                    "/api/scrape-jobs",
                    "{\"domain\": \"a.example\"}",
                    "Authorization",
                    "Bearer " + secret,
                    "X-Worker-ID",
                    "somebody-else")
                .status())
        .isEqualTo(201);
    assertThat(text("SELECT string_agg(DISTINCT created_by, ',') FROM rota.job")).isEqualTo("ada");
  }

  @Test
  void an_execution_tells_by_its_worker_which_token_claimed_it() {
    created(ADMIN, "{\"kind\": \"k\", \"queue\": \"mail\"}");
    String secret = token("fleet", Role.WORKER, "mail");
    Answer claimed =
        as(
            secret,
            "POST",
            "/api/v1/workers/exchange",
            "{\"worker_id\": \"w1\", \"max\": 1, \"wants\": [{\"queue\": \"mail\"}]}");
    assertThat(claimed.at("/jobs/0/kind")).isEqualTo("k");
    assertThat(
            text(
                "SELECT w.name || ' ' || w.token FROM rota.run r JOIN rota.worker w ON w.id = r.worker"))
        .isEqualTo("w1 fleet");
    assertThat(as(ADMIN, "GET", "/api/v1/workers", "").text()).contains("\"token\":\"fleet\"");
  }

  @Test
  void no_page_of_another_origin_is_let_in_by_cors() {
    String[] asked = {
      "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization"
    };
    for (String origin : List.of("https://evil.example", "http://localhost:" + server.port())) {
      for (String method : List.of("OPTIONS", "GET", "POST")) {
        String answer =
            RawRequest.of(
                    method,
                    "/api/v1/jobs",
                    "Host: localhost:" + server.port(),
                    "Authorization: Bearer " + ADMIN,
                    "Origin: " + origin,
                    asked[0],
                    asked[1])
                .send(server.port());
        assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("access-control-allow");
        if (origin.contains("evil")) {
          assertThat(RawRequest.status(answer)).as(answer).isEqualTo(403);
          assertThat(answer).contains("foreign-origin");
        }
      }
    }
  }

  @Test
  void the_settings_in_force_are_for_administrators_and_tell_no_secret() {
    assertThat(as(token("op", Role.OPERATOR), "GET", "/api/v1/config", "").status()).isEqualTo(403);
    Answer config = as(ADMIN, "GET", "/api/v1/config", "");
    assertThat(config.text())
        .contains("{\"name\":\"ROTA_TOKEN\",\"value\":\"…\",\"origin\":\"environment\"")
        .doesNotContain(ADMIN);
  }

  @Test
  void another_name_of_the_server_is_refused_and_so_is_a_page_from_elsewhere() {
    String token = "Authorization: Bearer " + ADMIN;
    String port = ":" + server.port();
    assertHost(200, "Host: localhost" + port, token);
    assertHost(200, "Host: 127.0.0.1" + port, token);
    assertHost(200, "Host: [::1]" + port, token);
    assertHost(200, "Host: rota.localhost", token);
    assertHost(421, "Host: evil.example" + port, token);
    assertHost(421, "Host: localhost.evil.example", token);
    assertHost(421, "Host: 127.0.0.1.evil.example", token);
    assertHost(200, "Host: localhost" + port, "Origin: http://localhost" + port, token);
    assertHost(403, "Host: localhost" + port, "Origin: http://localhost:1", token);
    assertHost(403, "Host: localhost" + port, "Origin: https://evil.example", token);
    assertHost(403, "Host: localhost" + port, "Origin: null", token);
    assertHost(403, "Host: localhost" + port, "Sec-Fetch-Site: cross-site", token);
    assertHost(403, "Host: localhost" + port, "Sec-Fetch-Site: same-site", token);
    assertHost(200, "Host: localhost" + port, "Sec-Fetch-Site: same-origin", token);
    assertHost(200, "Host: localhost" + port, "Sec-Fetch-Site: none", token);
    assertHost(
        200,
        "Host: localhost" + port,
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate",
        token);
    assertThat(RawRequest.of("GET", "/health/live", "Host: pod-17").send(server.port()))
        .startsWith("HTTP/1.1 200");
  }

  private void assertHost(int status, String... headers) {
    String answer = RawRequest.of("GET", "/api/v1/me", headers).send(server.port());
    assertThat(RawRequest.status(answer)).as(headers[0] + answer).isEqualTo(status);
  }

  @Test
  void a_form_of_a_page_does_not_pass_as_json() {
    String form = "Content-Type: text/plain";
    RawRequest request =
        RawRequest.of(
                "POST",
                "/api/v1/jobs",
                "Host: localhost",
                "Origin: http://localhost",
                form,
                "Authorization: Bearer " + ADMIN,
                "Content-Length: 13")
            .with("{\"kind\": \"k\"}");
    assertThat(RawRequest.status(request.send(server.port()))).isEqualTo(415);
    RawRequest curl =
        RawRequest.of(
                "POST",
                "/api/v1/jobs",
                "Host: localhost",
                "Content-Type: application/x-www-form-urlencoded",
                "Authorization: Bearer " + ADMIN,
                "Content-Length: 13")
            .with("{\"kind\": \"k\"}");
    assertThat(RawRequest.status(curl.send(server.port()))).isEqualTo(201);
  }
}
