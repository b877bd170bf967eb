package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowRoutesTest extends ApiTest {
  private static final String NIGHT = "/api/v1/windows/night";

  @Test
  void a_window_is_put_switched_and_deleted() {
    Answer made =
        put(
            NIGHT,
            """
            {"cron_expression": "0 2 * * *", "duration_seconds": 3600, "time_zone": "Europe/Amsterdam",
             "queue": "crawl", "policy": "skip", "spread_seconds": 90}
            """,
            "X-Rota-Actor",
            "ada");
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.at("/sort")).isEqualTo("maintenance");
    assertThat(made.at("/trigger")).isEqualTo("0 2 * * *");
    assertThat(made.at("/created_by")).isEqualTo("ada");
    assertThat(made.at("/explained")).contains("02:00").contains("Europe/Amsterdam");
    assertThat(made.at("/next_at")).endsWith("Z");
    assertThat(get(NIGHT).at("/created_at")).isEqualTo(made.at("/created_at"));
    assertThat(get("/api/v1/windows").at("/windows/0/spread_seconds")).isEqualTo("90.0");
    assertThat(post(NIGHT + "/disable", "").at("/enabled")).isEqualTo("false");
    assertThat(post(NIGHT + "/enable", "").at("/enabled")).isEqualTo("true");
    assertThat(send("DELETE", NIGHT, "").status()).isEqualTo(204);
    assertThat(send("DELETE", NIGHT, "").status()).isEqualTo(404);
    assertThat(post(NIGHT + "/enable", "").status()).isEqualTo(404);
  }

  @Test
  void a_closed_window_holds_jobs() {
    put(
        NIGHT,
        "{\"starts_at\": \"2020-01-01T00:00:00Z\", \"ends_at\": \"2100-01-01T00:00:00Z\", \"kind\": \"k\"}");
    assertThat(get(NIGHT).at("/active_until")).isEqualTo("2100-01-01T00:00:00Z");
    assertThat(get(NIGHT).json().get("next_at").isNull()).isTrue();
    String id = create("{\"kind\": \"k\"}");
    assertThat(get("/api/v1/jobs/" + id).at("/waiting_on")).isEqualTo("window");
    post(NIGHT + "/disable", "");
    assertThat(get("/api/v1/jobs/" + id).json().get("waiting_on").isNull()).isTrue();
  }

  @Test
  void a_what_if_lists_planned_times_and_jobs() {
    put("/api/v1/schedules/hourly", "{\"job\": {\"kind\": \"k\"}, \"every\": \"1h\"}");
    create("{\"kind\": \"k\", \"run_at\": \"2030-05-01T02:30:00Z\"}");
    String span = "\"from\": \"2030-05-01T00:00:00Z\", \"to\": \"2030-05-02T00:00:00Z\"";
    String window = "{\"cron_expression\": \"0 2 * * *\", \"duration_seconds\": 3600}";
    Answer effect = post("/api/v1/windows/what-if", "{\"window\": " + window + ", " + span + "}");
    assertThat(effect.status()).as(effect.text()).isEqualTo(200);
    assertThat(effect.at("/times")).isEqualTo("1");
    assertThat(effect.at("/first_times/0/schedule")).isEqualTo("hourly");
    assertThat(effect.at("/first_times/0/until")).isEqualTo("2030-05-01T03:00:00Z");
    assertThat(effect.at("/jobs")).isEqualTo("1");
    assertThat(effect.at("/first_jobs/0/due_at")).isEqualTo("2030-05-01T02:30:00Z");
    assertThat(get("/api/v1/windows").json().get("windows")).isEmpty();

    put(NIGHT, window);
    String query = "?from=2030-05-01T00:00:00Z&to=2030-05-02T00:00:00Z";
    assertThat(get(NIGHT + "/what-if" + query).text()).isEqualTo(effect.text());
    assertThat(get(NIGHT + "/what-if").at("/field")).isEqualTo("from");
    assertThat(post("/api/v1/windows/what-if", "{" + span + "}").at("/field")).isEqualTo("window");
  }

  @Test
  void a_wrong_window_is_refused() {
    assertThat(put(NIGHT, "{}").at("/field")).isEqualTo("trigger");
    assertThat(put(NIGHT, "{\"sort\": \"open\"}").at("/field")).isEqualTo("sort");
    assertThat(put(NIGHT, "{\"every\": \"1h\"}").at("/field")).isEqualTo("duration_seconds");
    assertThat(
            put(NIGHT, "{\"every\": \"1h\", \"duration_seconds\": 60, \"time_zone\": \"Mars\"}")
                .at("/field"))
        .isEqualTo("time_zone");
    assertThat(
            put(
                    NIGHT,
                    "{\"starts_at\": \"2030-01-02T00:00:00Z\", \"ends_at\": \"2030-01-01T00:00:00Z\"}")
                .at("/field"))
        .isEqualTo("ends_at");
    assertThat(get(NIGHT).status()).isEqualTo(404);
  }
}
