package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.RawConnection;
import dev.rota.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WorkerRoutesTest extends ApiTest {
  private static final String EXCHANGE = "/api/v1/workers/exchange";
  private static final String WISH =
      "{\"worker_id\": \"w-1\", \"version\": \"1.2\", \"capabilities\": [\"pdf\"], \"max\": 10, \"wants\": [{\"queue\": \"default\"}]}";

  @Test
  void a_worker_claims_beats_and_completes() {
    String id = create("{\"kind\": \"k\", \"payload\": {\"a\": 1}, \"requires\": [\"pdf\"]}");
    JsonNode job = claimed();
    assertThat(job.get("job_id").asString()).isEqualTo(id);
    assertThat(job.get("payload").toString()).isEqualTo("{\"a\":1}");
    assertThat(job.get("attempt").asInt()).isEqualTo(1);

    Answer beat =
        post(
            "/api/v1/workers/heartbeat",
            "{\"worker_id\": \"w-1\", \"jobs\": ["
                + key(job, ", \"progress\": 40, \"message\": \"so far\"")
                + "]}");
    assertThat(beat.json().get("signals")).isEmpty();
    assertThat(get("/api/v1/jobs/" + id).at("/progress")).isEqualTo("40");
    assertThat(get("/api/v1/workers").text())
        .contains("\"name\":\"w-1\"")
        .contains("\"running\":1");

    Answer done =
        report(
            key(
                job,
                ", \"outcome\": \"completed\", \"result\": [1.50], \"counters\": {\"items_crawled\": 3}"));
    assertThat(done.at("/verdicts/0/verdict")).isEqualTo("accepted");
    Answer ended = get("/api/v1/jobs/" + id);
    assertThat(ended.at("/status")).isEqualTo("completed");
    assertThat(ended.text()).contains("\"result\":[1.50]");
    Answer executions = get("/api/v1/jobs/" + id + "/executions");
    assertThat(executions.at("/total")).isEqualTo("1");
    assertThat(executions.at("/executions/0/worker")).isEqualTo("w-1");
    assertThat(executions.at("/executions/0/counters/items_crawled")).isEqualTo("3");
    assertThat(get("/api/v1/executions/" + executions.at("/executions/0/id")).at("/job_id"))
        .isEqualTo(id);
    assertThat(get("/api/v1/jobs/" + id + "/stats").at("/success_rate")).isEqualTo("1.0");
  }

  @Test
  void a_failed_job_is_tried_again_until_it_is_not() {
    String id = create("{\"kind\": \"k\", \"max_retries\": 1}");
    report(
        key(
            claimed(),
            ", \"outcome\": \"failed\", \"error_type\": \"Timeout\", \"error_message\": \"slow\", \"retry_after_seconds\": 0"));
    assertThat(get("/api/v1/jobs/" + id).at("/status")).isEqualTo("pending");
    JsonNode again = claimed();
    assertThat(again.get("current_retry_count").asInt()).isEqualTo(1);
    report(
        key(again, ", \"outcome\": \"failed\", \"error_message\": \"broken\", \"retry\": false"));
    Answer failed = get("/api/v1/jobs/" + id);
    assertThat(failed.at("/status")).isEqualTo("failed");
    assertThat(failed.at("/error_message")).isEqualTo("broken");
  }

  @Test
  void a_late_report_is_refused_and_told_what_the_job_is_now() {
    String id = create("{\"kind\": \"k\"}");
    JsonNode job = claimed();
    report(key(job, ", \"outcome\": \"released\""));
    JsonNode later = claimed();
    Answer late = report(key(job, ", \"outcome\": \"completed\""));
    assertThat(late.at("/verdicts/0/verdict")).isEqualTo("fenced");
    assertThat(late.at("/verdicts/0/status")).isEqualTo("running");
    Answer alone =
        post(
            "/api/v1/workers/report",
            "{\"worker_id\": \"w-1\", \"report\": "
                + key(job, ", \"outcome\": \"completed\"")
                + "}");
    assertThat(alone.status()).isEqualTo(409);
    assertThat(alone.at("/code")).isEqualTo("fenced");
    assertThat(alone.at("/detail")).contains("is now running");
    assertThat(later.get("fence").asString()).isNotEqualTo(job.get("fence").asString());
    Answer beat =
        post(
            "/api/v1/workers/heartbeat",
            "{\"worker_id\": \"w-1\", \"jobs\": [" + key(job, "") + "]}");
    assertThat(beat.at("/signals/0/signal")).isEqualTo("lost");
    post("/api/v1/jobs/" + id + "/cancel", "");
    Answer told =
        post(
            "/api/v1/workers/heartbeat",
            "{\"worker_id\": \"w-1\", \"jobs\": [" + key(later, "") + "]}");
    assertThat(told.at("/signals/0/signal")).isEqualTo("cancel");
  }

  @Test
  void a_worker_that_waits_gets_a_job_that_comes_meanwhile() throws Exception {
    CompletableFuture<Answer> waiting =
        CompletableFuture.supplyAsync(
            () -> post(EXCHANGE, WISH.replace("\"max\"", "\"wait_seconds\": 30, \"max\"")));
    String id = create("{\"kind\": \"k\"}");
    assertThat(waiting.get().at("/jobs/0/job_id")).isEqualTo(id);
  }

  @Test
  void a_job_that_comes_when_the_worker_has_hung_up_is_not_lost_to_it() throws Exception {
    String wish = WISH.replace("\"max\"", "\"wait_seconds\": 60, \"max\"");
    try (RawConnection waiting = RawConnection.to(server.port())) {
      waiting.send(
          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(EXCHANGE, wish.length(), wish));
      assertThat(waiting.line()).isEqualTo("HTTP/1.1 200 OK");
    }
    String id = create("{\"kind\": \"k\"}");
    Eventually.await(
        Duration.ofSeconds(20),
        () -> {
          JsonNode jobs = post(EXCHANGE, WISH.replace("w-1", "w-2")).json().get("jobs");
          return jobs.size() == 1 && jobs.get(0).get("job_id").asString().equals(id);
        },
        "another worker gets the job");
    assertThat(get("/api/v1/jobs/" + id).at("/current_retry_count")).isEqualTo("0");
  }

  @Test
  void a_node_that_stops_ends_waits_and_sends_workers_to_another() throws Exception {
    try (RawConnection waiting = RawConnection.to(server.port())) {
      String wish = WISH.replace("\"max\"", "\"wait_seconds\": 60, \"max\"");
      waiting.send(
          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(EXCHANGE, wish.length(), wish));
      assertThat(waiting.line()).isEqualTo("HTTP/1.1 200 OK");
      api.close();
      assertThat(waiting.chunks()).contains("{\"verdicts\":[],\"jobs\":[]}");
    }
    Answer stopping = post(EXCHANGE, WISH);
    assertThat(stopping.status()).isEqualTo(503);
    assertThat(stopping.at("/code")).isEqualTo("stopping");
    assertThat(stopping.headers().firstValue("retry-after")).hasValue("1");
  }

  @Test
  void a_queue_is_limited_paused_and_let_go() {
    Answer put =
        put(
            "/api/v1/queues/narrow",
            "{\"cluster_limit\": 1, \"rate\": 10, \"rate_period_seconds\": 60}");
    assertThat(put.at("/settings/cluster_limit")).isEqualTo("1");
    assertThat(post("/api/v1/queues/narrow/pause", "").at("/is_paused")).isEqualTo("true");
    assertThat(post("/api/v1/queues/narrow/resume", "").at("/is_paused")).isEqualTo("false");
    assertThat(get("/api/v1/queues").text()).contains("\"name\":\"narrow\"");
    assertThat(put("/api/v1/queues/narrow", "{\"cluster_limit\": 0}").at("/field"))
        .isEqualTo("cluster_limit");
  }

  @Test
  void a_wrong_exchange_is_refused() {
    assertThat(post(EXCHANGE, "{}").at("/field")).isEqualTo("worker_id");
    assertThat(post(EXCHANGE, WISH.replace("10", "100000")).at("/field")).isEqualTo("max");
    assertThat(
            post(EXCHANGE, "{\"worker_id\": \"w\", \"reports\": [{\"outcome\": \"completed\"}]}")
                .at("/field"))
        .isEqualTo("job_id");
  }

  private JsonNode claimed() {
    Answer answer = post(EXCHANGE, WISH);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.json().get("jobs")).as(answer.text()).hasSize(1);
    return answer.json().get("jobs").get(0);
  }

  private Answer report(String body) {
    return post(EXCHANGE, "{\"worker_id\": \"w-1\", \"reports\": [" + body + "]}");
  }

  private static String key(JsonNode job, String more) {
    return "{\"job_id\": \"%s\", \"fence\": \"%s\"%s}"
        .formatted(job.get("job_id").asString(), job.get("fence").asString(), more);
  }
}
