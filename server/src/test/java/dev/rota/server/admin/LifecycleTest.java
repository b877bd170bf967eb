package dev.rota.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.server.http.Ids;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the document says happens by itself, on moved time. */
class LifecycleTest extends AdminTest {

  @Test
  void a_failed_job_is_tried_again_later_and_later() {
    String job = JOBS + "/" + enqueue("a", 25).get("id").asLong();
    for (int retry = 1; retry <= 24; retry++) {
      failOnce();
      JsonNode now = get(job).json();
      assertThat(now.get("status").asString()).isEqualTo("queued");
      assertThat(now.get("retry_count").asInt()).isEqualTo(retry);
      assertThat(now.get("retries").asInt()).isEqualTo(retry);
      assertThat(now.get("duration_ms").isNumber()).isTrue();
      assertThat(now.get("next_retry_at")).isEqualTo(now.get("visible_at"));
      double base = Math.min(60 * Math.pow(2, retry - 1), 86_400);
      Duration wait = between(now, "updated_at", "next_retry_at");
      assertThat(wait.toMillis() / 1000.0).isBetween(0.8 * base - 1, 1.2 * base + 1);
      clock.advance(wait.minusSeconds(10));
      engine.tick();
      assertThat(get(job).at("/next_retry_at")).as("not yet").endsWith("Z");
      clock.advance(Duration.ofSeconds(11));
      engine.tick();
      assertThat(get(job).json().get("next_retry_at").isNull()).isTrue();
    }
  }

  @Test
  void without_retries_left_it_stays_failed() {
    String job = JOBS + "/" + enqueue("a", 1).get("id").asLong();
    failOnce();
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    failOnce();
    assertThat(get(job).at("/status")).isEqualTo("failed");
    assertThat(get(job).json().get("next_retry_at").isNull()).isTrue();
    clock.advance(Duration.ofDays(2));
    engine.tick();
    assertThat(get(job).at("/status")).isEqualTo("failed");
  }

  @Test
  void a_stuck_job_is_queued_again_after_fifteen_minutes() {
    String job = enqueue("a");
    status(job, "crawling");
    clock.advance(Duration.ofMinutes(14));
    engine.tick();
    assertThat(status(job, "crawling").at("/status")).as("takes it anew").isEqualTo("crawling");
    clock.advance(Duration.ofMinutes(14));
    engine.tick();
    assertThat(get(job).at("/status")).isEqualTo("crawling");
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    assertThat(get(job).at("/status")).isEqualTo("queued");
    assertThat(get(job).at("/retry_count")).isEqualTo("1");
  }

  @Test
  void a_waiting_job_grows_in_priority_to_a_hundred() {
    String job = enqueue("a");
    put(job + "/priority", "{\"priority\": 75}");
    clock.advance(Duration.ofMinutes(59));
    assertThat(get(job).at("/priority")).isEqualTo("75");
    clock.advance(Duration.ofMinutes(2));
    assertThat(get(job).at("/priority")).isEqualTo("85");
    clock.advance(Duration.ofMinutes(5));
    assertThat(get(job).at("/priority")).isEqualTo("95");
    clock.advance(Duration.ofHours(1));
    assertThat(get(job).at("/priority")).isEqualTo("100");
  }

  @Test
  void a_job_that_a_worker_has_is_ended_and_queued_by_hand() {
    String job = enqueue("a");
    status(job, "crawling");
    assertThat(status(job, "queued").at("/status")).isEqualTo("queued");
    finish(new Outcome.Completed(null));
    assertThat(get(job).at("/status")).isEqualTo("success");
    assertThat(get("/api/v1/targets/1").json().get("last_success_at").isNull()).isTrue();
    scheduler.keep();
    assertThat(get("/api/v1/targets/1").at("/last_success_at")).endsWith("Z");
  }

  @Test
  void a_job_that_cannot_start_is_not_set_to_crawling() {
    String job = enqueue("a");
    failOnce();
    assertThat(status(job, "crawling").at("/detail")).contains("scheduled").contains("running");
    String paused = enqueue("b");
    post("/api/v1/queues/crawl/pause", "");
    Answer refused = status(paused, "crawling");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/detail")).contains("queue paused");
  }

  @Test
  void crawls_that_came_another_way_are_neither_listed_nor_counted() {
    String job = enqueue("a");
    post(
        SCHEDULED,
        """
        {"name": "hourly", "subreddit_id": %d, "cron_expression": "@every 1h"}
        """
            .formatted(subreddit("b")));
    post("/api/v1/jobs", "{\"kind\": \"crawl\", \"queue\": \"crawl\"}");
    String other =
        post("/api/v1/jobs", "{\"url\": \"https://example.com\", \"source_id\": \"x\"}").at("/id");
    post("/api/v1/jobs", "{\"url\": \"https://example.com\", \"interval_minutes\": 30}");
    clock.advance(Duration.ofMinutes(61));
    engine.tick();
    scheduler.tick();

    JsonNode list = get(JOBS).json();
    assertThat(list.get("total").asInt()).isEqualTo(2);
    assertThat(list.get("jobs").valueStream().map(one -> one.get("subreddit_id").asInt()))
        .containsExactly(2, 1);
    assertThat(get(JOBS + "?status=queued").at("/total")).isEqualTo("2");
    assertThat(get(JOBS + "/stats").at("/queued")).isEqualTo("2");
    assertThat(get(SCHEDULED).at("/total")).isEqualTo("1");
    assertThat(get(job).status()).isEqualTo(200);
    assertThat(get(JOBS + "/" + Ids.JOB.read("id", other)).status()).isEqualTo(404);
  }

  private static Duration between(JsonNode job, String from, String to) {
    return Duration.between(
        Instant.parse(job.get(from).asString()), Instant.parse(job.get(to).asString()));
  }
}
