package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingRoutesTest extends ApiTest {

  @Test
  void scalersAndPlannersAreToldNumbersAndWrongQuestionsAreRefused() throws Exception {
    create("{\"kind\": \"k\", \"queue\": \"deep\"}");
    create("{\"kind\": \"k\", \"queue\": \"deep\"}");
    Answer claimed =
        post(
            "/api/v1/workers/exchange",
            """
            {"worker_id": "w-1", "max": 1, "wants": [{"queue": "deep", "max": 1, "slots": 4}]}
            """);
    assertThat(claimed.json().at("/jobs").size()).isEqualTo(1);
    Answer scaling = get("/api/v1/scaling?queue=deep,none");
    assertThat(scaling.at("/queues/0/queue")).isEqualTo("deep");
    assertThat(scaling.at("/queues/0/depth")).isEqualTo("1");
    assertThat(scaling.at("/queues/0/depth_is_exact")).isEqualTo("true");
    assertThat(scaling.json().at("/queues/0/oldest_wait_seconds").asDouble()).isNotNegative();
    assertThat(scaling.at("/queues/0/busy_slots")).isEqualTo("1");
    assertThat(scaling.at("/queues/0/idle_slots")).isEqualTo("3");
    assertThat(scaling.at("/queues/0/wanted_workers")).isEqualTo("1");
    assertThat(scaling.at("/wanted_workers")).isEqualTo("1");
    assertThat(get("/api/v1/scaling").json().at("/queues").size()).isPositive();

    Answer capacity = get("/api/v1/capacity");
    assertThat(capacity.at("/workers/active_workers")).isEqualTo("2");
    assertThat(capacity.at("/workers/worker_efficiency")).isEqualTo("0.25");
    assertThat(capacity.at("/workers/avg_jobs_per_worker")).isEqualTo("0.5");
    assertThat(capacity.json().at("/targets").size()).isZero();

    assertThat(get("/api/v1/scaling?drain_seconds=0").text()).contains("drain_seconds");
    assertThat(get("/api/v1/scaling?drain_seconds=soon").status()).isEqualTo(400);
    assertThat(get("/api/v1/scaling?slots_per_worker=0").text()).contains("slots_per_worker");
    assertThat(get("/api/v1/scaling?queues=deep").status()).isEqualTo(400);
    assertThat(post("/api/v1/capacity", "{\"plans\": [{\"per_hour\": 1}]}").text())
        .contains("plans.plan");
    assertThat(post("/api/v1/capacity", "{\"target_kind\": \"nothing\"}").status()).isEqualTo(404);

    List<String> printed = new CurlGuide("scaling.md").run(server.port());
    assertThat(printed.get(0)).isEqualTo("\"emails\"\n3\n1\n");
    assertThat(printed.get(1))
        .isEqualTo("32\n28\ntrue\n600\n150\n1500\n250\n\"deal\"\n150\n187.5\n");
  }
}
