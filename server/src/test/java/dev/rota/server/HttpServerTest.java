package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testkit.Eventually;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HttpServerTest {

  private static final Readiness READY = Optional::empty;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void a_node_that_is_ready_says_so() throws Exception {
    try (var server = start(Map.of(), READY)) {
      assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(server, "/health/ready").body()).isEqualTo("{\"status\":\"up\"}");
    }
  }

  @Test
  void a_node_that_is_not_ready_lives_and_says_why() throws Exception {
    try (var server = start(Map.of(), () -> Optional.of("a \"reason\"\n"))) {
      assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
      var answer = get(server, "/health/ready");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body())
          .isEqualTo("{\"status\":\"down\",\"reason\":\"a \\\"reason\\\"\\u000a\"}");
    }
  }

  @Test
  void a_question_that_nobody_answers_is_an_obstacle_soon_and_asked_once() throws Exception {
    var asked = new AtomicInteger();
    var answer = new CountDownLatch(1);
    Readiness slow =
        () -> {
          asked.incrementAndGet();
          awaitUninterruptibly(answer);
          return Optional.empty();
        };
    var prompt = new PromptReadiness(slow, "too late");
    assertThat(prompt.obstacle()).contains("too late");
    assertThat(prompt.obstacle()).contains("too late");
    assertThat(asked).hasValue(1);
    answer.countDown();
    Eventually.await(Duration.ofSeconds(10), () -> prompt.obstacle().isEmpty(), "an answer");
  }

  @Test
  void more_callers_than_there_may_be_wait_until_one_hangs_up() throws Exception {
    String request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (var server = start(Map.of("ROTA_CONNECTIONS_MAX", "2"), READY);
        var first = RawConnection.to(server.port());
        var second = RawConnection.to(server.port());
        var third = RawConnection.to(server.port())) {
      first.send(request);
      second.send(request);
      assertThat(first.line()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(second.line()).isEqualTo("HTTP/1.1 200 OK");
      third.send(request);
      assertThat(third.isSilent()).isTrue();
      first.socket().close();
      assertThat(third.line()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void metrics_are_in_the_format_of_prometheus() throws Exception {
    try (var server = start(Map.of(), READY)) {
      var answer = get(server, "/metrics");
      assertThat(answer.headers().firstValue("content-type"))
          .hasValueSatisfying(it -> assertThat(it).startsWith("text/plain"));
      assertThat(answer.body())
          .contains("# TYPE jvm_memory_used_bytes gauge", "process_uptime_seconds");
    }
  }

  @Test
  void a_worker_listens_on_the_port_for_metrics() throws Exception {
    var settings = Map.of("ROTA_RUN_MODE", "worker", "ROTA_METRICS_PORT", "0", "ROTA_PORT", "1");
    try (var server = start(settings, READY)) {
      assertThat(server.port()).isNotEqualTo(1);
      assertThat(get(server, "/metrics").statusCode()).isEqualTo(200);
      assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(server, "/api/v1/jobs").statusCode()).as("no API there").isEqualTo(404);
    }
    try (var server = start(Map.of("ROTA_RUN_MODE", "api"), READY)) {
      assertThat(get(server, "/metrics").statusCode()).isEqualTo(200);
      assertThat(get(server, "/api/v1/jobs").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_port_that_is_taken_is_named() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      assertThatThrownBy(() -> start(Map.of("ROTA_PORT", port), READY))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(
              "ROTA_PORT=" + port + " cannot be used on 127.0.0.1: Address already in use");
    }
  }

  @Test
  void the_same_is_served_on_further_ports() throws Exception {
    var port = freePort();
    try (var server = start(Map.of("ROTA_COMPAT_PORTS", port), READY)) {
      assertThat(server.port()).isNotEqualTo(Integer.parseInt(port));
      var answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/live"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> start(Map.of("ROTA_COMPAT_PORTS", port), READY))
          .hasMessageContaining("ROTA_COMPAT_PORTS=" + port + " cannot be used on 127.0.0.1");
    }
    var worker =
        Map.of("ROTA_RUN_MODE", "worker", "ROTA_METRICS_PORT", "0", "ROTA_COMPAT_PORTS", port);
    try (var server = start(worker, READY);
        var free = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress())) {
      assertThat(free.isBound()).as("a worker serves no API").isTrue();
      assertThat(server.port()).isNotEqualTo(Integer.parseInt(port));
    }
  }

  private static String freePort() throws Exception {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(free.getLocalPort());
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpServer start(Map<String, String> settings, Readiness readiness) {
    var all = new HashMap<>(Map.of("ROTA_PORT", "0"));
    all.putAll(settings);
    return HttpServer.start(
        Settings.read(SettingsSource.of(all)),
        readiness,
        new Metrics(),
        gate -> {},
        routing -> routing.get("/api/v1/jobs", (request, response) -> response.send("[]")));
  }

  private HttpResponse<String> get(HttpServer server, String path, String... headers)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
