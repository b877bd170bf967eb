package dev.rota.server.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.server.Likeness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Every example of the document of the interval scheduler, member by member. What cannot be the
 * same, such as ids and times, has the same form; its remarks are taken out.
 */
class DocumentTest extends IntervalTest {
  private static final String EVERY_HALF_HOUR =
      """
      {
        "source_id": "news-site",
        "source_name": "example.com",
        "url": "https://example.com",

        // NEW: Interval-based scheduling
        "interval_minutes": 30,
        "interval_type": "minutes",
        "schedule_enabled": true,

        // NEW: Retry configuration
        "max_retries": 3,
        "retry_backoff_seconds": 60,

        // NEW: Metadata
        "metadata": {
          "category": "news",
          "priority": "high"
        }
      }
      """;

  @Test
  void create_a_job_that_recurs() {
    String path = create(plain(EVERY_HALF_HOUR));
    Answer job = get(path);
    JsonNode told = JSON.readTree(plain(EVERY_HALF_HOUR));
    Likeness.checkUtc(job.json(), told);
    assertThat(job.at("/status")).isEqualTo("scheduled");
    assertAhead(path, Duration.ofMinutes(30));
    assertThat(job.at("/queue")).isEqualTo("crawl");
  }

  @Test
  void create_a_job_that_runs_once() {
    String path =
        create(
            plain(
                """
                {
                  "source_id": "news-site",
                  "source_name": "example.com",
                  "url": "https://example.com",
                  "schedule_enabled": false  // Run once, immediately
                }
                """));
    Answer job = get(path);
    assertThat(job.at("/status")).isEqualTo("pending");
    assertThat(job.at("/url")).isEqualTo("https://example.com");
    assertThat(job.at("/source_id")).isEqualTo("news-site");
    assertThat(job.at("/schedule_enabled")).isEqualTo("false");
    assertThat(claim().at("/payload/url").asString()).isEqualTo("https://example.com");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"interval_minutes": 30, "interval_type": "minutes"} | PT30M
          {"interval_minutes": 6, "interval_type": "hours"}    | PT6H
          {"interval_minutes": 1, "interval_type": "days"}     | PT24H
          {"interval_minutes": 45}                             | PT45M
          {"schedule_time": "@every 2h"}                       | PT2H
          {"interval_minutes": 60, "schedule_time": "0 0 * * *"} | PT1H
          """)
  void intervals_are_told_in_minutes_hours_or_days(String interval, Duration length) {
    String body = interval.replaceFirst("\\{", "{\"url\": \"https://example.com\", ");
    String path = create(body);
    assertAhead(path, length);
    Likeness.checkUtc(get(path).json(), JSON.readTree(body));
    assertThat(get(path).at("/status")).isEqualTo("scheduled");
  }

  @Test
  void pause_a_job() {
    assertLike(
        post(recurring() + "/pause", ""),
        """
        {
          "id": "...",
          "status": "paused",
          "is_paused": true,
          "paused_at": "2025-12-29T10:30:00Z"
        }
        """);
  }

  @Test
  void resume_a_job() {
    String path = recurring();
    post(path + "/pause", "");
    pass(Duration.ofMinutes(20));
    assertLike(
        post(path + "/resume", ""),
        plain(
            """
            {
              "id": "...",
              "status": "scheduled",
              "is_paused": false,
              "next_run_at": "2025-12-29T11:00:00Z"  // Recalculated
            }
            """));
    assertAhead(path, Duration.ofMinutes(30));
  }

  @Test
  void cancel_a_job() {
    String example =
        """
        {
          "id": "...",
          "status": "cancelled",
          "cancelled_at": "2025-12-29T10:35:00Z"
        }
        """;
    assertLike(post(recurring() + "/cancel", ""), example);
    String running = recurring();
    pass(Duration.ofMinutes(31));
    claim();
    assertLike(post(running + "/cancel", ""), example);
    String once = create("{\"url\": \"https://example.com\"}");
    assertLike(post(once + "/cancel", ""), example);
  }

  @Test
  void retry_a_failed_job() {
    String path =
        create("{\"url\": \"https://example.com\", \"interval_minutes\": 30, \"max_retries\": 1}");
    pass(Duration.ofMinutes(31));
    fail(claim());
    pass(Duration.ofMinutes(2));
    fail(claim());
    Answer failed = get(path);
    assertThat(failed.at("/status")).isEqualTo("failed");
    assertThat(failed.at("/error_message")).isEqualTo("connection timeout");
    assertThat(failed.at("/current_retry_count")).isEqualTo("1");
    assertLike(
        post(path + "/retry", ""),
        plain(
            """
            {
              "id": "...",
              "status": "pending",  // Reset to pending
              "current_retry_count": 0  // Reset retry counter
            }
            """));
  }

  @Test
  void the_executions_of_a_job() {
    String path = recurring();
    runOnce();
    Answer list = get(path + "/executions?limit=50&offset=0");
    assertThat(list.status()).isEqualTo(200);
    JsonNode example =
        JSON.readTree(
            """
            {
              "id": "exec-uuid",
              "job_id": "job-uuid",
              "execution_number": 1,
              "status": "completed",
              "started_at": "2025-12-29T10:00:00Z",
              "completed_at": "2025-12-29T10:02:30Z",
              "items_crawled": 25,
              "items_indexed": 23,
              "error_message": null,
              "cpu_time_ms": 120000,
              "memory_peak_mb": 256,
              "retry_attempt": 0,
              "metadata": {}
            }
            """);
    JsonNode execution = list.json().at("/executions/0");
    Likeness.checkUtc(execution, example);
    assertThat(execution.get("duration_ms").asLong()).isBetween(150_000L, 170_000L);
    assertThat(path).endsWith(execution.get("job_id").asString());
    assertThat(list.json().propertyNames())
        .containsExactly("executions", "total", "limit", "offset");
    assertThat(List.of(list.at("/total"), list.at("/limit"), list.at("/offset")))
        .containsExactly("1", "50", "0");
    assertThat(get("/api/v1/executions/" + execution.get("id").asString()).json())
        .isEqualTo(execution);
  }

  @Test
  void the_statistics_of_a_job() {
    String path = recurring();
    runOnce();
    Answer stats = get(path + "/stats");
    assertThat(stats.json().propertyNames())
        .containsExactly(
            "total_executions",
            "successful_runs",
            "failed_runs",
            "average_duration_ms",
            "last_execution_at",
            "next_scheduled_at",
            "success_rate");
    Likeness.checkUtc(
        stats.json(),
        JSON.readTree(
            """
            {"total_executions": 1, "successful_runs": 1, "failed_runs": 0,
             "last_execution_at": "2025-12-29T10:00:00Z", "next_scheduled_at": "2025-12-29T10:30:00Z",
             "success_rate": 1.0}
            """));
    assertThat(stats.json().get("average_duration_ms").asLong()).isBetween(150_000L, 170_000L);
    assertThat(ahead(stats, "/next_scheduled_at")).isPositive();
  }

  @Test
  void the_metrics_of_the_scheduler() {
    JsonNode example =
        JSON.readTree(
            """
            {
              "jobs": {
                "scheduled": 25,
                "running": 3,
                "completed": 1200,
                "failed": 50,
                "cancelled": 10
              },
              "executions": {
                "total": 1288,
                "average_duration_ms": 142000,
                "success_rate": 0.96
              },
              "last_check_at": "2025-12-29T10:30:00Z",
              "last_metrics_update": "2025-12-29T10:29:30Z",
              "stale_locks_cleared": 5
            }
            """);
    recurring();
    runOnce();
    create("{\"url\": \"https://example.com\"}");
    claim();
    post(create("{\"url\": \"https://example.com\"}") + "/cancel", "");
    JsonNode metrics = get("/api/v1/scheduler/metrics").json();
    assertThat(metrics.propertyNames()).containsExactlyElementsOf(example.propertyNames());
    for (String part : List.of("jobs", "executions")) {
      assertThat(metrics.get(part).propertyNames())
          .containsExactlyElementsOf(example.get(part).propertyNames());
    }
    assertThat(metrics.get("jobs").toString())
        .isEqualTo("{\"scheduled\":1,\"running\":1,\"completed\":1,\"failed\":0,\"cancelled\":1}");
    assertThat(metrics.at("/executions/total").asInt()).isEqualTo(2);
    assertThat(metrics.at("/executions/success_rate").asDouble()).isEqualTo(1);
    assertThat(metrics.at("/executions/average_duration_ms").asLong())
        .isBetween(150_000L, 170_000L);
    assertThat(metrics.get("last_check_at").asString()).endsWith("Z");
    assertThat(metrics.get("last_metrics_update").asString()).endsWith("Z");
  }

  @Test
  void every_column_of_the_documents_tables_is_a_member() {
    String path = recurring();
    runOnce();
    assertThat(get(path).json().propertyNames())
        .contains("id", "source_id", "source_name", "url", "status", "created_at", "updated_at")
        .contains("started_at", "completed_at", "error_message", "interval_minutes")
        .contains("interval_type", "next_run_at", "is_paused", "paused_at", "cancelled_at")
        .contains("max_retries", "retry_backoff_seconds", "current_retry_count", "lock_token")
        .contains("lock_acquired_at", "metadata", "schedule_time", "schedule_enabled");
    assertThat(get(path + "/executions").json().at("/executions/0").propertyNames())
        .contains("id", "job_id", "execution_number", "status", "started_at", "completed_at")
        .contains("duration_ms", "items_crawled", "items_indexed", "error_message", "stack_trace")
        .contains("cpu_time_ms", "memory_peak_mb", "retry_attempt", "metadata");
  }

  @Test
  void adjust_the_retry_settings() {
    String path = recurring();
    Answer changed =
        put(
            path,
            """
            {
              "max_retries": 5,
              "retry_backoff_seconds": 120
            }
            """);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.at("/max_retries")).isEqualTo("5");
    assertThat(changed.at("/retry_backoff_seconds")).isEqualTo("120");
    assertThat(changed.at("/interval_minutes")).isEqualTo("30");
    assertThat(changed.at("/url")).isEqualTo("https://example.com");
  }

  @Test
  void the_curl_lines_as_they_stand() throws Exception {
    assumeTrue(new ProcessBuilder("bash", "-c", "command -v curl").start().waitFor() == 0);
    String created =
        run(
            """
            curl -X POST http://localhost:8060/api/v1/jobs \\
              -H "Content-Type: application/json" \\
              -d '{"source_name": "example.com", "url": "https://example.com", "interval_minutes": 30, "interval_type": "minutes", "schedule_enabled": true}'
            """);
    String id = JSON.readTree(created).get("id").asString();
    String paused =
        run(
            "curl -X POST http://localhost:8060/api/v1/jobs/{job-id}/pause"
                .replace("{job-id}", id));
    assertThat(JSON.readTree(paused).get("status").asString()).isEqualTo("paused");
    String metrics = run("curl http://localhost:8060/api/v1/scheduler/metrics");
    assertThat(JSON.readTree(metrics).at("/jobs/scheduled").asInt()).isZero();
  }

  /** One run of two and a half minutes, as in the example. */
  private void runOnce() {
    pass(Duration.ofMinutes(31));
    JsonNode lease = claim();
    clock.advance(Duration.ofSeconds(150));
    report(
        lease,
        """
        "outcome": "completed", "counters": {"items_crawled": 25, "items_indexed": 23},
        "cpu_time_ms": 120000, "memory_peak_mb": 256\
        """);
  }

  private String run(String line) throws Exception {
    Process bash =
        new ProcessBuilder(
                "bash",
                "-euo",
                "pipefail",
                "-c",
                line.replace("curl ", "curl -s ")
                    .replace("localhost:8060", "127.0.0.1:" + server.port()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return out;
  }

  private static void assertLike(Answer answer, String example) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    Likeness.checkUtc(answer.json(), JSON.readTree(example));
  }

  /** The example without its remarks. */
  private static String plain(String example) {
    return example.replaceAll("(?m)(^|\\s)//.*$", "");
  }
}
