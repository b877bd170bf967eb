package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleRoutesTest extends ApiTest {
  private static final String REPORT = "/api/v1/schedules/report";

  @Test
  void a_schedule_is_made_looked_at_changed_and_deleted() {
    Answer made =
        put(
            REPORT,
            """
            {"job": {"kind": "report", "payload": {"n": 1.0}, "tags": ["t"]}, "cron_expression": "30 2 * * *",
             "time_zone": "Europe/Amsterdam", "overlap": "skip", "on_failure": "halt", "catchup_max": 2}
            """);
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.at("/trigger")).isEqualTo("30 2 * * *");
    assertThat(made.at("/explained")).contains("02:30").contains("Europe/Amsterdam");
    assertThat(made.at("/overlap")).isEqualTo("skip");
    assertThat(made.text()).contains("\"payload\":{\"n\": 1.0}");
    assertThat(get(REPORT).at("/next_run_at")).endsWith("Z");
    assertThat(get("/api/v1/schedules?queue=default").text()).contains("\"name\":\"report\"");

    Answer changed =
        put(
            REPORT,
            "{\"job\": {\"kind\": \"report\"}, \"interval_minutes\": 6, \"interval_type\": \"hours\"}");
    assertThat(changed.at("/trigger")).isEqualTo("@every 6h");
    assertThat(send("DELETE", REPORT, "").status()).isEqualTo(204);
    assertThat(get(REPORT).status()).isEqualTo(404);
  }

  @Test
  void a_schedule_runs_by_hand_and_its_times_are_on_record() {
    put(REPORT, "{\"job\": {\"kind\": \"report\"}, \"every\": \"1d\"}");
    Answer ran = post(REPORT + "/run", "");
    assertThat(ran.at("/runs")).isEqualTo("1");
    Answer occurrences = get(REPORT + "/occurrences");
    assertThat(occurrences.at("/occurrences/0/fate")).isEqualTo("enqueued");
    assertThat(occurrences.at("/occurrences/0/reason")).isEqualTo("by hand");
    assertThat(occurrences.at("/occurrences/0/job_status")).isEqualTo("pending");
    String job = occurrences.at("/occurrences/0/job_id");
    assertThat(get("/api/v1/jobs/" + job).at("/kind")).isEqualTo("report");
    assertThat(get("/api/v1/jobs?schedule=" + ran.at("/id")).text()).contains(job);
    assertThat(get(REPORT + "/occurrences?fate=missed").json().get("occurrences")).isEmpty();
    assertThat(get(REPORT + "/occurrences?fate=late").at("/field")).isEqualTo("fate");
  }

  @Test
  void a_due_schedule_makes_jobs_by_itself() throws Exception {
    put(REPORT, "{\"job\": {\"kind\": \"report\"}, \"every\": \"1s\"}");
    Eventually.await(
        Duration.ofSeconds(30), () -> get(REPORT).json().get("runs").asInt() > 0, "a run");
  }

  @Test
  void pausing_preview_dry_run_and_backfill() {
    put(REPORT, "{\"job\": {\"kind\": \"report\"}, \"cron_expression\": \"0 * * * *\"}");
    assertThat(post(REPORT + "/pause", "").at("/is_paused")).isEqualTo("true");
    assertThat(post(REPORT + "/resume", "").at("/is_paused")).isEqualTo("false");
    assertThat(get(REPORT + "/preview?count=3").json().get("fires")).hasSize(3);
    assertThat(get(REPORT + "/dry-run").json().get("decisions")).isEmpty();
    Answer filled =
        post(
            REPORT + "/backfill",
            "{\"from\": \"2026-01-01T00:00:00Z\", \"to\": \"2026-01-01T03:00:00Z\"}");
    assertThat(filled.text()).isEqualTo("{\"enqueued\":3,\"left\":0,\"more\":false}");
    assertThat(post(REPORT + "/backfill", "{}").at("/field")).isEqualTo("from");
    assertThat(post(REPORT + "/retry", "").at("/code")).isEqualTo("not-halted");
  }

  @Test
  void a_trigger_is_explained_and_previewed_before_there_is_a_schedule() {
    Answer seen =
        post(
            "/api/v1/schedules/preview?count=400",
            "{\"cron_expression\": \"30 2 * * *\", \"time_zone\": \"Europe/Amsterdam\"}");
    assertThat(seen.at("/explained")).contains("02:30").contains("Europe/Amsterdam");
    assertThat(seen.at("/trigger")).isEqualTo("30 2 * * *");
    assertThat(seen.json().get("fires")).hasSize(400);
    assertThat(seen.text()).contains("\"mark\":\"moved\"");
    assertThat(post("/api/v1/schedules/preview", "{\"every\": \"soon\"}").at("/field"))
        .isEqualTo("every");
    assertThat(get("/api/v1/schedules/preview").status()).isEqualTo(404);
  }

  @Test
  void a_schedule_can_be_put_as_it_is_shown() {
    String job =
        """
        {"kind":"report","queue":"default","payload":{"n":1},"priority":3,"max_retries":2,
         "retry":{"base_seconds":1,"factor":2,"cap_seconds":60,"jitter":0.1},
         "unique":{"key":"u","scope":"live","on_duplicate":"keep"},"concurrency_key":"c","concurrency_limit":2,
         "requires":["gpu"],"timeout_seconds":9,"tags":["t"],"metadata":{"m":1}}
        """;
    var shown = put(REPORT, "{\"job\": " + job + ", \"every\": \"1h\"}").json();
    Answer again =
        put(
            REPORT,
            "{\"job\": %s, \"cron_expression\": %s}"
                .formatted(shown.get("job"), shown.get("trigger")));
    assertThat(again.status()).as(again.text()).isEqualTo(200);
    assertThat(again.json().get("job")).isEqualTo(shown.get("job"));
    assertThat(again.at("/job/concurrency_limit")).isEqualTo("2");
    assertThat(again.at("/is_planned")).isEqualTo("false");
    Answer refused =
        put(REPORT, "{\"job\": {\"kind\": \"k\"}, \"every\": \"1h\"}", "If-None-Match", "*");
    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
  }

  @Test
  void a_wrong_schedule_is_refused_naming_the_part() {
    assertThat(put(REPORT, "{\"every\": \"1h\"}").at("/field")).isEqualTo("job");
    assertThat(put(REPORT, "{\"job\": {\"kind\": \"k\"}}").at("/field"))
        .isEqualTo("cron_expression");
    Answer wrong = put(REPORT, "{\"job\": {\"kind\": \"k\"}, \"cron_expression\": \"61 * * * *\"}");
    assertThat(wrong.at("/field")).isEqualTo("cron_expression");
    assertThat(wrong.at("/detail")).contains("61");
    assertThat(
            put(REPORT, "{\"job\": {\"kind\": \"k\"}, \"cron_expression\": \"0 0 31 2 *\"}")
                .status())
        .isEqualTo(400);
    assertThat(
            put(REPORT, "{\"job\": {\"kind\": \"k\"}, \"every\": \"1h\", \"time_zone\": \"Mars\"}")
                .at("/field"))
        .isEqualTo("time_zone");
    assertThat(
            put(REPORT, "{\"job\": {\"kind\": \"k\", \"delay_seconds\": 5}, \"every\": \"1h\"}")
                .at("/field"))
        .isEqualTo("job.delay");
    assertThat(
            put(REPORT, "{\"job\": {\"kind\": \"k\"}, \"every\": \"1h\", \"per_hour\": 1}")
                .status())
        .isEqualTo(400);
    assertThat(get(REPORT).status()).isEqualTo(404);
  }
}
