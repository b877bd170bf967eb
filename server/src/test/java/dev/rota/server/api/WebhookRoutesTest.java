package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** How webhooks are put, looked at and steered over HTTP. */
class WebhookRoutesTest extends WebhookTest {

  @Test
  void a_webhook_tells_its_secret_to_whoever_makes_it_and_to_nobody_later() {
    Answer made =
        put(
            "/api/v1/webhooks/ops",
            "{\"url\": \"https://example.org/hook\", \"filter\": {\"queues\": [\"mail\", \"crawl\"]}, \"description\": \"for the ops\"}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("/secret")).startsWith("whsec_");
    JsonNode seen = get("/api/v1/webhooks/ops").json();
    assertThat(seen.has("secret")).isFalse();
    assertThat(seen.at("/events").toString())
        .isEqualTo(
            "[\"job.failed\",\"job.dead\",\"job.recovered\",\"schedule.missed\",\"alert.raised\",\"alert.cleared\"]");
    assertThat(seen.at("/filter/queues").toString()).isEqualTo("[\"crawl\",\"mail\"]");
    assertThat(seen.at("/active").asBoolean()).isTrue();
    assertThat(seen.at("/timeout_seconds").asInt()).isEqualTo(15);
    assertThat(seen.at("/max_attempts").asInt()).isEqualTo(8);
    Answer changed =
        put(
            "/api/v1/webhooks/ops",
            "{\"url\": \"https://example.org/other\", \"events\": [\"job.completed\"], \"on_change_only\": true}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().has("secret")).isFalse();
    assertThat(changed.at("/on_change_only")).isEqualTo("true");
    assertThat(get("/api/v1/webhooks").text()).doesNotContain("whsec");
    assertThat(get("/api/v1/webhooks").json().at("/webhooks").size()).isEqualTo(1);
    assertThat(get("/api/v1/config").text()).doesNotContain("whsec");
    assertThat(get("/api/v1/events").text()).contains("webhook.created").doesNotContain("whsec");
    assertThat(send("DELETE", "/api/v1/webhooks/ops", "").status()).isEqualTo(204);
    assertThat(get("/api/v1/webhooks/ops").status()).isEqualTo(404);
  }

  @Test
  void a_secret_of_ones_own_signs() {
    String own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    put("/api/v1/webhooks/ops", "{\"url\": \"https://example.org\", \"secret\": \"" + own + "\"}");
    assertThat(
            new dev.rota.engine.webhooks.Webhooks(engine)
                .signsWith("ops", new dev.rota.engine.webhooks.WebhookSecret(own)))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                             | url             | must be an address as in https://example.org/hook or mailto:ada@example.org
          {"url": "ftp://example.org"}                                   | url             | must be an address as in https://example.org/hook or mailto:ada@example.org
          {"url": "https://ada:pw@example.org"}                          | url             | must not hold a user or a password, which everybody sees
          {"url": "https://example.org/#x"}                              | url             | must not have a part behind a #
          {"url": "mailto:ada"}                                          | url             | must name mailboxes as in mailto:ada@example.org,bob@example.org
          {"url": "https://e.org", "events": []}                         | events          | must name at least one event
          {"url": "https://e.org", "events": ["job.deleted"]}            | events[0]       | must be one of job.completed, job.failed, job.dead, job.recovered, schedule.missed, alert.raised, alert.cleared
          {"url": "https://e.org", "filter": {"queues": [""]}}           | filter.queues[0] | must not be empty
          {"url": "https://e.org", "filter": {"alerts": ["x"]}}          | filter.alerts   | must be one of failed_rate, long_running, missed_schedule, queue_depth, slower, stale_leases, stranded_jobs, success_rate
          {"url": "https://e.org", "filter": {"queue": "x"}}             | filter.queue    | is not known here; known are alerts, kinds, queues, schedules, tags, tenants
          {"url": "https://e.org", "timeout_seconds": 61}                | timeout_seconds | must be from PT1S to PT1M
          {"url": "https://e.org", "max_attempts": 0}                    | max_attempts    | must be from 1 to 50
          {"url": "https://e.org", "secret": "whsec_c2hvcnQ="}           | secret          | must be whsec_ and 24 to 64 bytes in base64
          {"url": "mailto:a@e.org", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"} | secret | is for addresses of servers: mail is not signed
          """)
  void what_cannot_be_is_refused_with_the_field_and_the_rule(
      String body, String field, String rule) {
    Answer refused = put("/api/v1/webhooks/ops", body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo(field);
    assertThat(refused.at("/rule")).isEqualTo(rule);
    assertThat(refused.text()).doesNotContain("c2hvcnQ").doesNotContain("MfKQ9r8");
  }

  @Test
  void what_is_not_there_is_not_found_and_what_is_not_known_is_refused() {
    assertThat(get("/api/v1/webhooks/no").at("/detail")).isEqualTo("there is no webhook no");
    assertThat(post("/api/v1/webhooks/no/test", "").status()).isEqualTo(404);
    assertThat(post("/api/v1/webhooks/no/pause", "").status()).isEqualTo(404);
    assertThat(post("/api/v1/webhooks/no/rotate", "").status()).isEqualTo(404);
    assertThat(get("/api/v1/deliveries?webhook=no").status()).isEqualTo(404);
    assertThat(get("/api/v1/deliveries/17").status()).isEqualTo(404);
    assertThat(get("/api/v1/deliveries/x").at("/field")).isEqualTo("id");
    assertThat(get("/api/v1/deliveries?state=lost").at("/rule"))
        .isEqualTo("must be one of pending, delivered, failed");
    webhook("ops", "");
    assertThat(post("/api/v1/webhooks/ops/rotate", "{\"overlap_hours\": 721}").at("/rule"))
        .isEqualTo("must be from 0 to 720");
  }

  @Test
  void deliveries_come_in_pages_newest_first() {
    webhook("ops", "");
    for (int i = 0; i < 3; i++) {
      post("/api/v1/webhooks/ops/test", "");
    }
    Answer first = get("/api/v1/webhooks/ops/deliveries?limit=2");
    assertThat(first.json().at("/deliveries").size()).isEqualTo(2);
    Answer second =
        get("/api/v1/webhooks/ops/deliveries?limit=2&cursor=" + first.at("/next_cursor"));
    assertThat(second.json().at("/deliveries").size()).isEqualTo(1);
    assertThat(second.json().at("/next_cursor").isNull()).isTrue();
    assertThat(get("/api/v1/deliveries?state=pending&webhook=ops").json().at("/deliveries").size())
        .isEqualTo(3);
    String id = first.at("/deliveries/0/id");
    assertThat(get("/api/v1/deliveries/" + id).at("/id")).isEqualTo(id);
  }

  @Test
  void a_paused_webhook_says_so() {
    webhook("ops", "");
    Answer paused = post("/api/v1/webhooks/ops/pause", "", "X-Rota-Actor", "ada");
    assertThat(paused.at("/active")).isEqualTo("false");
    assertThat(paused.at("/paused_at")).isNotBlank();
    assertThat(post("/api/v1/webhooks/ops/test", "").at("/detail"))
        .isEqualTo("webhook ops is paused: resume it first");
    assertThat(post("/api/v1/webhooks/ops/resume", "").at("/active")).isEqualTo("true");
  }
}
