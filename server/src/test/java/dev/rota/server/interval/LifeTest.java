package dev.rota.server.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The life of jobs that recur, over HTTP on moved time. */
class LifeTest extends IntervalTest {

  @Test
  void a_run_follows_one_interval_after_the_end_of_the_one_before() {
    String path = recurring();
    pass(Duration.ofMinutes(31));
    assertThat(get(path).at("/status")).isEqualTo("pending");
    JsonNode lease = claim();
    Answer running = get(path);
    assertThat(running.at("/status")).isEqualTo("running");
    assertThat(running.at("/lock_token")).isEqualTo(lease.get("fence").asString());
    assertThat(running.at("/lock_acquired_at")).isEqualTo(running.at("/started_at"));
    pass(Duration.ofMinutes(4));
    complete(lease);
    Answer waiting = get(path);
    assertThat(waiting.at("/status")).isEqualTo("scheduled");
    assertThat(waiting.json().get("lock_token").isNull()).isTrue();
    assertThat(waiting.at("/completed_at")).endsWith("Z");
    assertAhead(path, Duration.ofMinutes(30));
  }

  @Test
  void the_wait_before_a_retry_doubles_to_an_hour_at_the_most() {
    String path =
        create("{\"url\": \"https://example.com\", \"interval_minutes\": 30, \"max_retries\": 9}");
    pass(Duration.ofMinutes(31));
    int retries = 0;
    for (int seconds : List.of(60, 120, 240, 480, 960, 1920, 3600, 3600)) {
      fail(claim());
      Answer waiting = get(path);
      assertThat(waiting.at("/status")).isEqualTo("scheduled");
      assertThat(waiting.at("/current_retry_count")).isEqualTo(String.valueOf(++retries));
      assertAhead(path, Duration.ofSeconds(seconds));
      pass(Duration.ofSeconds(seconds));
    }
    complete(claim());
    assertThat(get(path).at("/current_retry_count")).isEqualTo("0");
    Answer executions = get(path + "/executions?limit=2&offset=1");
    assertThat(executions.at("/total")).isEqualTo("9");
    assertThat(executions.json().get("executions").size()).isEqualTo(2);
    assertThat(executions.at("/executions/0/retry_attempt")).isEqualTo("7");
    assertThat(executions.at("/executions/0/execution_number")).isEqualTo("1");
    assertThat(executions.at("/executions/0/stack_trace")).isEqualTo("at fetch");
    assertThat(executions.at("/executions/0/error_message")).isEqualTo("connection timeout");
    assertThat(get(path + "/stats").at("/successful_runs")).isEqualTo("1");
  }

  @Test
  void a_lock_that_nobody_renews_is_cleared_after_five_minutes() {
    String path = recurring();
    pass(Duration.ofMinutes(31));
    JsonNode lease = claim();
    pass(Duration.ofMinutes(4));
    String beat =
        """
        {"worker_id": "w-1", "jobs": [{"job_id": "%s", "fence": "%s"}]}
        """
            .formatted(lease.get("job_id").asString(), lease.get("fence").asString());
    assertThat(post("/api/v1/workers/heartbeat", beat).status()).isEqualTo(200);
    pass(Duration.ofMinutes(4));
    assertThat(get(path).at("/status")).isEqualTo("running");
    pass(Duration.ofMinutes(2));
    assertThat(get(path).at("/status")).isEqualTo("pending");
    assertThat(get("/api/v1/scheduler/metrics").at("/stale_locks_cleared")).isEqualTo("1");
    assertThat(complete(lease)).isEqualTo("fenced");
    complete(claim());
    assertThat(get(path + "/stats").at("/successful_runs")).isEqualTo("1");
  }

  @Test
  void a_lock_is_cleared_by_hand() {
    String path = recurring();
    pass(Duration.ofMinutes(31));
    JsonNode lease = claim();
    Answer released = post(path + "/release", "", "X-Rota-Actor", "ada");
    assertThat(released.at("/status")).isEqualTo("pending");
    assertThat(released.json().get("lock_token").isNull()).isTrue();
    assertThat(complete(lease)).isEqualTo("fenced");
    assertThat(post(path + "/release", "").status()).isEqualTo(409);
    assertThat(claim().get("job_id")).isEqualTo(lease.get("job_id"));
  }

  @Test
  void a_job_that_runs_is_paused_after_its_run() {
    String path = recurring();
    pass(Duration.ofMinutes(31));
    JsonNode lease = claim();
    Answer asked = post(path + "/pause", "");
    assertThat(asked.at("/status")).isEqualTo("running");
    assertThat(asked.at("/is_paused")).isEqualTo("true");
    complete(lease);
    assertThat(get(path).at("/status")).isEqualTo("paused");
    String once = create("{\"url\": \"https://example.com\"}");
    claim();
    assertThat(post(once + "/pause", "").status()).isEqualTo(409);
  }

  @Test
  void both_sorts_are_listed_and_the_runs_of_one_by_its_id() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      made.addFirst(i % 2 == 0 ? recurring() : create("{\"kind\": \"k\"}"));
    }
    pass(Duration.ofMinutes(31));
    List<String> listed = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = get(JOBS + "?limit=4&cursor=" + cursor);
      page.json().get("jobs").forEach(job -> listed.add(JOBS + "/" + job.get("id").asString()));
      JsonNode next = page.json().get("next_cursor");
      cursor = next.isNull() ? "" : next.asString();
    } while (!cursor.isEmpty());
    assertThat(listed).isEqualTo(made);
    String schedule = made.getLast().substring(JOBS.length() + 1);
    Answer runs = get(JOBS + "?schedule=" + schedule);
    assertThat(runs.json().get("jobs").size()).isEqualTo(1);
    assertThat(runs.at("/jobs/0/schedule_id")).isEqualTo(schedule);
    assertThat(get(JOBS + "?queue=crawl&status=pending").json().get("jobs").size()).isEqualTo(3);
  }

  @Test
  void a_job_is_changed_and_deleted() {
    String path = recurring();
    Answer hourly =
        put(path, "{\"interval_minutes\": 2, \"interval_type\": \"hours\", \"source_id\": \"s\"}");
    assertThat(hourly.at("/interval_type")).as(hourly.text()).isEqualTo("hours");
    assertThat(hourly.at("/source_id")).isEqualTo("s");
    assertThat(hourly.at("/source_name")).isEqualTo("example.com");
    assertAhead(path, Duration.ofHours(2));
    assertThat(put(path + "/priority", "{\"priority\": 40}").at("/priority")).isEqualTo("40");
    assertThat(post(path + "/boost", "{}").at("/priority")).isEqualTo("50");
    pass(Duration.ofMinutes(121));
    JsonNode lease = claim();
    assertThat(lease.at("/payload/source_id").asString()).isEqualTo("s");
    assertThat(put(path, "{\"url\": \"https://example.org\"}").status()).isEqualTo(409);
    assertThat(send("DELETE", path, "").status()).isEqualTo(409);
    complete(lease);
    assertThat(send("DELETE", path, "").status()).isEqualTo(204);
    assertThat(get(path).status()).isEqualTo(404);
    String once = create("{\"kind\": \"k\"}");
    assertThat(put(once, "{\"payload\": [1], \"metadata\": {\"a\": 1}}").at("/payload/0"))
        .isEqualTo("1");
    assertThat(put(once, "{\"interval_minutes\": 5}").at("/field")).isEqualTo("interval_minutes");
    assertThat(send("DELETE", once, "").status()).isEqualTo(204);
    assertThat(get(once).status()).isEqualTo(404);
  }

  @Test
  void an_interval_becomes_an_expression_and_an_expression_an_interval() {
    String path = recurring();
    Answer cron = put(path, "{\"schedule_time\": \"0 0 1 1 *\"}");
    assertThat(cron.status()).as(cron.text()).isEqualTo(200);
    assertThat(cron.at("/schedule_time")).isEqualTo("0 0 1 1 *");
    assertThat(cron.json().get("interval_minutes").isNull()).as(cron.text()).isTrue();
    assertThat(cron.at("/next_run_at")).endsWith("-01-01T00:00:00Z");
    Answer later = put(path, "{\"time_zone\": \"Europe/Amsterdam\"}");
    assertThat(later.at("/next_run_at")).endsWith("-12-31T23:00:00Z");
    assertThat(put(path, "{\"interval_type\": \"hours\"}").at("/field")).isEqualTo("interval_type");
    Answer again = put(path, "{\"interval_minutes\": 3, \"interval_type\": \"hours\"}");
    assertThat(again.at("/interval_minutes")).as(again.text()).isEqualTo("3");
    assertAhead(path, Duration.ofHours(3));
    assertThat(
            put(path, "{\"schedule_time\": \"@daily\", \"interval_minutes\": null}")
                .at("/schedule_time"))
        .isEqualTo("@daily");
  }

  @Test
  void an_idempotency_key_holds_for_a_day() {
    String body = "{\"url\": \"https://example.com\", \"interval_minutes\": 1440}";
    String first = post(JOBS, body, "Idempotency-Key", "daily").at("/id");
    pass(Duration.ofHours(23));
    assertThat(post(JOBS, body, "Idempotency-Key", "daily").at("/id")).isEqualTo(first);
    pass(Duration.ofHours(2));
    Answer next = post(JOBS, body, "Idempotency-Key", "daily");
    assertThat(next.status()).as(next.text()).isEqualTo(201);
    assertThat(next.at("/id")).isNotEqualTo(first);
    assertThat(post(JOBS, body, "Idempotency-Key", "daily").at("/id")).isEqualTo(next.at("/id"));
    assertThat(get(JOBS + "/" + first).at("/interval_minutes")).isEqualTo("1440");
    assertThat(send("DELETE", JOBS + "/" + first, "").status()).isEqualTo(204);
  }

  @Test
  void one_idempotency_key_makes_one_job() {
    String body = "{\"url\": \"https://example.com\", \"interval_minutes\": 30}";
    Answer first = post(JOBS, body, "Idempotency-Key", "once");
    Answer again = post(JOBS, body, "Idempotency-Key", "once");
    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.at("/id")).isEqualTo(first.at("/id"));
    Answer other = post(JOBS, body.replace("30", "40"), "Idempotency-Key", "once");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.at("/code")).isEqualTo("idempotency-conflict");
  }

  @Test
  void a_wrong_body_is_refused_with_the_field_and_the_rule() {
    """
    {"url": "example.com"}                                           | url
    {"url": "ftp://example.com"}                                     | url
    {"url": "https://"}                                              | url
    {"url": "https://exa mple.com"}                                  | url
    {"source_name": "example.com", "interval_minutes": 5}            | url
    {"url": "https://example.com", "source_name": " "}               | source_name
    {"url": "https://example.com", "source_id": 5}                   | source_id
    {"url": "https://example.com", "interval_minutes": 0}            | interval_minutes
    {"url": "https://example.com", "interval_type": "hours"}         | interval_type
    {"url": "https://example.com", "interval_minutes": 5, "interval_type": "weeks"} | interval_type
    {"url": "https://example.com", "schedule_time": "0 0 31 2 *"}    | schedule_time
    {"url": "https://example.com", "interval_minutes": 5, "schedule_time": "soon"} | schedule_time
    {"url": "https://example.com", "schedule_enabled": true}         | schedule_enabled
    {"url": "https://example.com", "retry_backoff_seconds": -1}      | retry_backoff_seconds
    {"url": "https://example.com", "interval_minutes": 5, "max_retries": 1001} | max_retries
    {"interval_minutes": 5}                                          | kind
    """
        .lines()
        .map(line -> line.split("\\|"))
        .forEach(line -> assertRefused(line[0], line[1].strip()));
  }

  private void assertRefused(String body, String field) {
    Answer answer = post(JOBS, body);
    assertThat(answer.status()).as(body + answer.text()).isEqualTo(400);
    assertThat(answer.at("/field")).as(body + answer.text()).isEqualTo(field);
    assertThat(answer.at("/rule")).isNotEmpty();
  }

  @Test
  void what_is_not_there_is_not_found() {
    String path = recurring();
    send("DELETE", path, "");
    for (String end : List.of("/pause", "/resume", "/cancel", "/retry", "/release")) {
      assertThat(post(path + end, "").status()).as(end).isEqualTo(404);
    }
    assertThat(get(path + "/executions").status()).isEqualTo(404);
    assertThat(get(path + "/stats").status()).isEqualTo(404);
    assertThat(put(path, "{}").status()).isEqualTo(404);
    assertThat(send("DELETE", path, "").status()).isEqualTo(404);
  }
}
