package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is coming, over HTTP. */
class SimulationRouteTest extends ApiTest {
  @Test
  void a_schedule_that_comes_too_often_for_its_queue_is_found() {
    put("/api/v1/queues/slow", "{\"cluster_limit\": 1}");
    put(
        "/api/v1/schedules/eager",
        "{\"job\": {\"kind\": \"never-seen\", \"queue\": \"slow\", \"timeout_seconds\": 1200}, \"interval_minutes\": 15}");
    var outlook = get("/api/v1/simulation?from=2030-01-01T00:00:00Z&hours=12");
    assertThat(outlook.status()).as(outlook.text()).isEqualTo(200);
    assertThat(outlook.text())
        .contains(
            "\"queue\":\"slow\",\"slots\":1,\"is_paused\":false,\"arriving\":48,\"started\":36")
        .contains("\"minutes_per_hour\":80.0,\"keeps_up\":false");
    assertThat(get("/api/v1/simulation?hours=400").status()).isEqualTo(400);
  }
}
