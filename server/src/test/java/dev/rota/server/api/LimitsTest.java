package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import org.junit.jupiter.api.Test;

/** What an execution may take is said over HTTP: by jobs, queues, templates and schedules. */
class LimitsTest extends ApiTest {
  @Test
  void the_guide_does_what_it_says() throws Exception {
    assertThat(new CurlGuide("limits.md").run(server.port()))
        .containsExactly(
            """
            {"cpu_seconds":2.5,"memory_mb":512}
            200
            {"cpu_seconds":1.5,"memory_mb":1024}
            """,
            "200\n20\n");
  }

  @Test
  void a_job_tells_its_limits_and_its_worker_is_told() {
    String id =
        create(
            """
            {"kind": "k", "queue": "limited",
             "limits": {"cpu_seconds": 1.5, "memory_mb": 64, "wall_seconds": 9}}
            """);

    assertThat(get("/api/v1/jobs/" + id).json().get("limits"))
        .hasToString("{\"cpu_seconds\":1.5,\"memory_mb\":64}");
    assertThat(get("/api/v1/jobs/" + id).at("/timeout_seconds")).isEqualTo("9.0");
    var claimed =
        post(
            "/api/v1/workers/exchange",
            "{\"worker_id\": \"w\", \"max\": 1, \"wants\": [{\"queue\": \"limited\"}]}");
    assertThat(claimed.at("/jobs/0/limits/cpu_seconds")).isEqualTo("1.5");
  }

  @Test
  void a_queue_has_limits_for_jobs_that_do_not_say() {
    put("/api/v1/queues/bounded", "{\"limits\": {\"memory_mb\": 32, \"wall_seconds\": 60}}");
    assertThat(get("/api/v1/queues/bounded").at("/settings/limits/memory_mb")).isEqualTo("32");
    assertThat(get("/api/v1/queues/bounded").at("/settings/timeout_seconds")).isEqualTo("60.0");
    String id =
        create("{\"kind\": \"k\", \"queue\": \"bounded\", \"limits\": {\"cpu_seconds\": 2}}");

    var limits = get("/api/v1/jobs/" + id);
    assertThat(limits.at("/limits/cpu_seconds")).isEqualTo("2.0");
    assertThat(limits.at("/limits/memory_mb")).isEqualTo("32");
    assertThat(limits.at("/timeout_seconds")).isEqualTo("60.0");
  }

  @Test
  void a_template_hands_its_limits_and_tenant_to_jobs_and_schedules() {
    put(
        "/api/v1/templates/nightly",
        """
        {"kind": "k", "queue": "bounded", "tenant": "acme", "limits": {"cpu_seconds": 3},
         "payload": {"of": "{{what}}"}}
        """);
    String id =
        create(
            "{\"template\": \"nightly\", \"parameters\": {\"what\": \"jobs\"}, \"delay_seconds\": 60}");
    assertThat(get("/api/v1/jobs/" + id).at("/limits/cpu_seconds")).isEqualTo("3.0");

    put(
        "/api/v1/schedules/each-night",
        """
        {"cron_expression": "@daily", "job": {"template": "nightly", "parameters": {"what": "schedules"}}}
        """);
    var schedule = get("/api/v1/schedules/each-night");
    assertThat(schedule.at("/job/tenant")).isEqualTo("acme");
    assertThat(schedule.at("/job/limits/cpu_seconds")).isEqualTo("3.0");
    assertThat(schedule.at("/job/payload/of")).isEqualTo("schedules");
    var copied =
        put(
            "/api/v1/schedules/each-night-too",
            "{\"cron_expression\": \"@daily\", \"job\": " + schedule.json().get("job") + "}");
    assertThat(copied.at("/job/tenant"))
        .as("a schedule takes what another shows")
        .isEqualTo("acme");
  }

  @Test
  void a_plan_has_a_tenant() {
    var plan =
        put(
            "/api/v1/plans/of-acme",
            "{\"kind\": \"k\", \"cron_expression\": \"@daily\", \"tenant\": \"acme\", \"enabled\": false}");
    assertThat(plan.at("/tenant")).isEqualTo("acme");
    assertThat(get("/api/v1/plans/of-acme").at("/tenant")).isEqualTo("acme");
  }

  @Test
  void what_is_wrong_is_told() {
    assertThat(refusal("{\"cpu_seconds\": 0}")).contains("limits.cpu").contains("must be from");
    assertThat(refusal("{\"memory_mb\": 0}")).contains("limits.memory_mb").contains("from 1 to");
    assertThat(refusal("{\"wall_seconds\": 1}")).contains("the same as timeout_seconds");
    assertThat(refusal("{\"disk_mb\": 1}")).contains("disk_mb");
  }

  private String refusal(String limits) {
    return post(
            "/api/v1/jobs", "{\"kind\": \"k\", \"timeout_seconds\": 5, \"limits\": " + limits + "}")
        .text();
  }
}
