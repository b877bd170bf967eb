package dev.rota.server.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Limits;
import dev.rota.RetryPolicy;
import dev.rota.engine.QueueSettings;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.OnFailure;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.schedule.Trigger;
import dev.rota.server.SettingsSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclarationReaderTest {
  @TempDir Path folder;
  private final Map<String, String> variables = new HashMap<>();

  @Test
  void queues_are_read() {
    assertThat(
            read("""
            queues:
              sp.work:
                node_limit: [10, 5]
                cluster_limit: 40
                rate: 100
                rate_period: 1m
                max_retries: 2
                retry: {base: 30s, factor: 3, cap: 1h, jitter: 0}
                timeout: 5m
                limits: {cpu: 10s, memory_mb: 64}
                recovery_boost: 20
              plain:
            """)
                .queues())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "sp.work",
                new QueueSettings(
                    15,
                    40,
                    100,
                    Duration.ofMinutes(1),
                    2,
                    new RetryPolicy(Duration.ofSeconds(30), 3, Duration.ofHours(1), 0),
                    Duration.ofMinutes(5),
                    20,
                    new Limits(Duration.ofSeconds(10), 64)),
                "plain",
                QueueSettings.DEFAULTS));
  }

  @Test
  void targets_and_sources_are_read() {
    var declared =
        read(
            """
            targets:
              provider:
                - 0x1
                - {external_id: "0x2", name: Two, url: "https://two", active: false, approved: true, metadata: {b: 1, aa: x}}
            sources:
              registry: {targets: provider, file: providers.json, every: 1h}
              chain: {targets: provider, http: "https://chain/providers", allow_empty: true}
              table: {targets: provider, sql: SELECT id FROM sp, enabled: false}
            """);
    assertThat(declared.targets())
        .containsExactly(
            NewTarget.of("provider", "0x1"),
            new NewTarget(
                "provider", "0x2", "Two", "https://two", false, true, "{\"b\": 1, \"aa\": \"x\"}"));
    assertThat(declared.sources())
        .containsExactly(
            TargetSource.file(
                "registry",
                "provider",
                folder.resolve("providers.json").toString(),
                Duration.ofHours(1)),
            TargetSource.http(
                    "chain", "provider", "https://chain/providers", Duration.ofMinutes(10))
                .withAllowEmpty(true),
            TargetSource.sql("table", "provider", "SELECT id FROM sp", Duration.ofMinutes(10))
                .withEnabled(false));
  }

  @Test
  void plans_are_read() {
    assertThat(
            read("""
            plans:
              deals:
                targets: provider
                only_approved: true
                kind: deal
                queue: sp.work
                payload: {jobType: deal, spAddress: "{target}", intervalSeconds: "{interval_seconds}", deep: [1.50, true, null]}
                priority: 50
                max_retries: 0
                timeout: 300s
                tags: [a, b]
                per_hour: 4
                phase: 20m
                overlap: skip
                on_failure: halt
                catchup_max: 5
                catchup_age: 1d
                catchup_spread: 2h
                jitter: 5m
                stale_after: 30d
                enabled: false
            """)
                .plans())
        .containsExactly(
            NewPlan.named("deals", "deal")
                .targets("provider")
                .onlyApproved(true)
                .queue("sp.work")
                .payload(
                    "{\"jobType\": \"deal\", \"spAddress\": \"{target}\", \"intervalSeconds\": \"{interval_seconds}\", \"deep\": [1.50, true, null]}")
                .priority(50)
                .maxRetries(0)
                .timeout(Duration.ofMinutes(5))
                .tags("a", "b")
                .perHour(4)
                .phase(Duration.ofMinutes(20))
                .overlap(Overlap.SKIP)
                .onFailure(OnFailure.HALT)
                .catchUp(
                    new CatchUp(5, Duration.ofDays(1), Duration.ofHours(2), Duration.ofMinutes(5)))
                .staleAfter(Duration.ofDays(30))
                .enabled(false)
                .build());
  }

  @Test
  void schedules_are_read() {
    var schedule =
        read("""
        schedules:
          report:
            kind: report
            payload: '{"to":"ada"}'
            interval_minutes: 1
            interval_type: days
            time_of_day: "06:30"
            schedule_time: "0 * * * *"
            time_zone: Europe/Amsterdam
            starts_at: 2026-05-01T00:00:00Z
            dst_gap: skip
            concurrency_key: reports
        """)
            .schedules()
            .get(0);
    assertThat(schedule.timetable().trigger()).isEqualTo(Trigger.parse("@every 1d at 06:30"));
    assertThat(schedule.timetable().explain()).contains("Europe/Amsterdam", "2026-05-01");
    assertThat(schedule.job().payload()).isEqualTo("{\"to\":\"ada\"}");
    assertThat(schedule.job().concurrency()).isNotNull();
  }

  @Test
  void variables_are_put_in() {
    variables.put("RATE", "6");
    variables.put("EMPTY", "");
    var plan =
        read("""
        # ${IN_A_COMMENT} is none
        plans:
          deals: {kind: "deal", per_hour: ${RATE:-4}, priority: ${EMPTY:-7}, timeout: ${UNSET:-300}s, tags: ["$${RATE}"]}
        """)
            .plans()
            .get(0);
    assertThat(plan.trigger()).isEqualTo(Trigger.perHour(6));
    assertThat(plan.priority()).isEqualTo(7);
    assertThat(plan.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(plan.tags()).containsExactly("${RATE}");
  }

  @Test
  void an_empty_file_declares_nothing() {
    assertThat(read("").plans()).isEmpty();
    assertThat(read("plans:\n").plans()).isEmpty();
  }

  @Test
  void what_is_wrong_is_told_with_its_place() {
    wrong(
        "plans:\n  deals:\n    kind: deal\n    per_hour: fast\n",
        "rota.yaml, line 4: plans.deals.per_hour \"fast\": must be a number");
    wrong(
        "plans:\n  deals:\n    kind: deal\n    perhour: 4\n",
        "rota.yaml, line 4: plans.deals.perhour: is no known key; did you mean per_hour?");
    wrong("plan:\n  deals:\n", "rota.yaml, line 1: plan: is no known key; did you mean plans?");
    wrong(
        "plans:\n  deals: {per_hour: 4}\n",
        "rota.yaml, line 2: plans.deals.kind \"\": must be set");
    wrong(
        "plans:\n  deals: {kind: a, cron_expression: 0 25 * * *}\n",
        "rota.yaml, line 2: plans.deals.cron_expression \"0 25 * * *\": hour \"25\" at position 2 must be from 0 to 23");
    wrong(
        "queues:\n  a:\n    node_limit: [1, many]\n",
        "rota.yaml, line 3: queues.a.node_limit \"many\": must be a whole number");
    wrong("queues:\n  a:\n    retry: {base: 1x}\n", "queues.a.retry.base \"1x\": unit \"x\"");
    wrong("queues:\n  a:\n    retry: {factor: 0}\n", "queues.a.retry.factor \"0.0\"");
    wrong(
        "targets:\n  provider:\n    - 0x1\n    - {name: Two}\n",
        "line 4: targets.provider[1].external_id \"\": must be set");
    wrong("targets:\n  provider: 0x1\n", "line 2: targets.provider: must be a list");
    wrong("sources:\n  r: {targets: p, file: a, http: b}\n", "must be one of file, http and sql");
    wrong("plans: [a]\n", "line 1: plans: must be a mapping");
    wrong(
        "plans:\n  a: {kind: k, per_hour: 1}\n  a: {kind: k, per_hour: 1}\n",
        "line 3: plans.a: is there twice");
    wrong("plans:\n  a: {kind: k\n", "is no YAML");
    wrong(
        "plans:\n  a: {kind: ${NO_SUCH}}\n",
        "rota.yaml, line 2: ${NO_SUCH}: is not set and has no default");
    wrong("plans:\n  a: {kind: '${not a name}'}\n", "line 2: ${not a name}: must name a variable");
    wrong("plans:\n  a: {kind: k, per_hour: 1, enabled: perhaps}\n", "must be true or false");
    wrong("plans:\n  a: {kind: [k], per_hour: 1}\n", "plans.a.kind");
    wrong("schedules:\n  a: {kind: k}\n", "schedules.a.cron_expression \"\": must be set");
    wrong(
        "schedules:\n  a: {kind: k, every: 1h, starts_at: today}\n",
        "must be as in 2026-05-01T08:00:00Z");
  }

  @Test
  void a_file_that_is_not_there_is_told() {
    assertThatThrownBy(
            () -> DeclarationReader.read(folder.resolve("none.yaml"), SettingsSource.of(variables)))
        .hasMessageContaining("none.yaml: cannot be read");
  }

  private void wrong(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(DeclarationException.class)
        .hasMessageContaining(message);
  }

  private Declaration read(String text) {
    try {
      return DeclarationReader.read(
          Files.writeString(folder.resolve("rota.yaml"), text), SettingsSource.of(variables));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
