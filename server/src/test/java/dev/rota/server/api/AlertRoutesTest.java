package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.AlertRules;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.alerts.RuleSettings;
import dev.rota.server.CurlGuide;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertRoutesTest extends ApiTest {

  @Test
  void the_guide_does_what_it_says() throws Exception {
    new AlertRules(engine).put(AlertRule.QUEUE_DEPTH, new RuleSettings(0.0, true), "ada");
    create("{\"kind\": \"k\", \"queue\": \"deep\"}");
    Alerts.open(engine, AlertOptions.STANDARD).check();
    List<String> printed = new CurlGuide("observability.md").run(server.port());
    assertThat(printed).hasSize(2);
    assertThat(printed.get(0)).startsWith("jvm_threads_live_threads ");
    assertThat(printed.get(1))
        .isEqualTo(
            "1\n{\"rule\":\"queue_depth\",\"subject\":\"deep\",\"value\":1,\"threshold\":0}\nqueue_depth\n");
  }

  @Test
  void a_broken_rule_is_told_with_what_to_do_until_it_is_cleared() {
    assertThat(get("/api/v1/alerts").text()).isEqualTo("{\"alerts\":[]}");
    Alerts alerts =
        Alerts.open(
            engine,
            new AlertOptions(
                Duration.ofSeconds(30),
                1,
                10,
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                80,
                200,
                2));
    String id = create("{\"kind\": \"k\", \"queue\": \"deep\"}");
    create("{\"kind\": \"k\", \"queue\": \"deep\"}");
    alerts.check();
    Answer raised = get("/api/v1/alerts?state=raised");
    assertThat(raised.at("/alerts/0/rule")).isEqualTo("queue_depth");
    assertThat(raised.at("/alerts/0/subject")).isEqualTo("deep");
    assertThat(raised.at("/alerts/0/subject_kind")).isEqualTo("queue");
    assertThat(raised.at("/alerts/0/value")).isEqualTo("2.0");
    assertThat(raised.at("/alerts/0/threshold")).isEqualTo("1.0");
    assertThat(raised.at("/alerts/0/since")).isNotBlank();
    assertThat(raised.at("/alerts/0/advice")).contains("add workers");

    post("/api/v1/jobs/" + id + "/cancel", "");
    alerts.check();
    assertThat(get("/api/v1/alerts?state=raised").text()).isEqualTo("{\"alerts\":[]}");
    assertThat(get("/api/v1/alerts").at("/alerts/0/state")).isEqualTo("cleared");
    assertThat(get("/api/v1/alerts?state=loud").status()).isEqualTo(400);
  }
}
