package dev.rota.server.declared;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.AlertRules;
import dev.rota.engine.alerts.RuleSettings;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.windows.Window;
import dev.rota.server.DealbotSettings;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredFileTest {
  private static final String ALL =
      """
      queues:
        sp.work: {node_limit: 20}
      targets:
        provider: [{external_id: a, metadata: {zone: eu, b: 1}}]
      sources:
        registry: {targets: provider, file: providers.json}
      plans:
        deals: {targets: provider, kind: deal, queue: sp.work, per_hour: 4, payload: {sp: "{target}"}}
      schedules:
        report: {kind: report, cron_expression: 0 6 * * *, time_zone: Europe/Amsterdam, metadata: {zone: eu, b: 1}}
      windows:
        night: {cron_expression: 0 2 * * *, duration: 1h, queue: sp.work, spread: 10m}
        office: {sort: execution, policy: skip, starts_at: 2026-05-01T08:00:00Z, ends_at: 2030-05-01T16:00:00Z, kind: mail}
      """;

  @TempDir Path folder;
  private final Map<String, String> variables = new HashMap<>();
  private TestDatabase database;
  private Engine engine;
  private Scheduler scheduler;
  private DeclarationKeeper keeper;
  private long changes;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
    engine =
        Engine.open(
            database.dataSource(), EngineOptions.builder().name("n").build(), EngineEvents.NONE);
    scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    keeper = new DeclarationKeeper(engine, scheduler);
  }

  @AfterEach
  void close() {
    engine.close();
    database.close();
  }

  @Test
  void everything_that_is_declared_comes_to_be_once() throws IOException {
    var declaration = file(ALL).declaration();
    assertThat(texts(keeper.changes(declaration)))
        .containsExactly(
            "+ queues.sp.work",
            "+ windows.night",
            "+ windows.office",
            "+ targets.provider.a",
            "+ sources.registry",
            "+ plans.deals",
            "+ schedules.report");
    assertThat(scheduler.plans().list()).as("a comparison changes nothing").isEmpty();
    assertThat(keeper.apply(declaration)).hasSize(7);
    assertThat(keeper.changes(declaration)).as("now it is as declared").isEmpty();
    assertThat(engine.windows().list()).extracting(Window::name).containsExactly("night", "office");
  }

  @Test
  void a_change_is_told_by_its_differences() throws IOException {
    keeper.apply(file(ALL).declaration());
    var changed =
        ALL.replace("node_limit: 20", "node_limit: [20, 10], timeout: 5m")
            .replace("per_hour: 4", "per_hour: 6, priority: 50, jitter: 5m")
            .replace("0 6 * * *", "0 7 * * *")
            .replace("spread: 10m", "spread: 20m")
            .replace("external_id: a,", "external_id: a, name: A,");
    assertThat(texts(keeper.apply(file(changed).declaration())))
        .containsExactly(
            "~ queues.sp.work: node_limit 20 → 30, timeout unset → 5m",
            "~ windows.night: spread 10m → 20m",
            "~ targets.provider.a: name a → A",
            "~ plans.deals: priority 0 → 50, trigger @every 15m → @every 10m, jitter unset → 5m",
            "~ schedules.report: timetable.trigger 0 6 * * * → 0 7 * * *");
    assertThat(keeper.changes(file(changed).declaration())).isEmpty();
  }

  @Test
  void webhooks_are_kept_as_declared_and_their_secrets_are_not_shown() throws IOException {
    var declared =
        """
        webhooks:
          ops:
            url: https://example.org/hook
            secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
        """;
    assertThat(texts(keeper.apply(file(declared).declaration()))).containsExactly("+ webhooks.ops");
    assertThat(keeper.changes(file(declared).declaration())).isEmpty();
    var other = declared.replace("MfKQ", "MfKR");
    assertThat(texts(keeper.apply(file(other).declaration())))
        .containsExactly("~ webhooks.ops: secret … → …");
    assertThat(keeper.changes(file(other).declaration())).isEmpty();
    assertThat(texts(keeper.apply(file(other + "    events: [job.dead]\n").declaration())))
        .containsExactly(
            "~ webhooks.ops: events [job.failed, job.dead, job.recovered, schedule.missed, alert.raised, alert.cleared] → [job.dead]");
    assertThatThrownBy(() -> file(declared.replace("whsec_", "")))
        .hasMessageContaining("webhooks.ops.secret \"…\": must be whsec_ and 24 to 64 bytes");
  }

  @Test
  void alerts_are_kept_as_declared_for_all_nodes() throws IOException {
    var declared = "alerts: {queue_depth: {threshold: 5}, success_rate: {threshold: 90%}}\n";
    assertThat(texts(keeper.apply(file(declared).declaration())))
        .containsExactly(
            "~ alerts.queue_depth: threshold unset → 5.0",
            "~ alerts.success_rate: threshold unset → 0.9");
    assertThat(keeper.changes(file(declared).declaration())).isEmpty();
    var alerts = new AlertRules(engine);
    alerts.put(AlertRule.QUEUE_DEPTH, new RuleSettings(7.0, false), "somebody");
    assertThat(texts(keeper.apply(file(declared).declaration())))
        .containsExactly("~ alerts.queue_depth: threshold 7.0 → 5.0, enabled false → true");
    assertThat(texts(keeper.apply(file("alerts: {queue_depth: }\n").declaration())))
        .containsExactly("~ alerts.queue_depth: threshold 5.0 → unset");
    assertThat(alerts.all().get(AlertRule.SUCCESS_RATE)).isEqualTo(new RuleSettings(0.9, true));
  }

  @Test
  void templates_are_declared_too() throws IOException {
    String text =
        """
        templates:
          mail: {kind: mail, description: to people, payload: {to: "{{to}}"}, parameters: {to: all}, schema: {type: object}}
        """;
    assertThat(texts(keeper.apply(file(text).declaration()))).containsExactly("+ templates.mail");
    assertThat(keeper.changes(file(text).declaration())).isEmpty();
    assertThat(keeper.changes(file(text.replace("all", "some")).declaration())).hasSize(1);
    assertThatThrownBy(() -> file(text.replace("type: object", "type: thing")).declaration())
        .hasMessageContaining("templates.mail.schema.type")
        .hasMessageContaining("must fit the schema");
    assertThatThrownBy(() -> file(text.replace("{to: all}", "{from: me}")).declaration())
        .hasMessageContaining("the template has places for to");
  }

  @Test
  void what_is_not_mentioned_is_left_alone() throws IOException {
    keeper.apply(file(ALL).declaration());
    scheduler.targets().put(NewTarget.of("provider", "by-hand"));
    assertThat(keeper.apply(file("queues: {other: {}}\n").declaration())).hasSize(1);
    assertThat(scheduler.plans().list()).hasSize(1);
    assertThat(scheduler.targets().list("provider")).hasSize(2);
  }

  @Test
  void a_file_is_applied_again_when_it_has_changed() throws IOException {
    var file = file("plans: {a: {kind: k, per_hour: 1}}\n");
    file.apply(keeper);
    write("plans: {a: {kind: k, per_hour: 2}, b: {kind: k, per_hour: 1}}\n");
    file.check(keeper);
    assertThat(scheduler.plans().list()).hasSize(2);
    assertThat(
            requireNonNull(scheduler.plans().get("a").orElseThrow().definition().trigger()).text())
        .isEqualTo("@every 30m");
  }

  @Test
  void a_wrong_change_keeps_what_was_there() throws IOException {
    var file = file("plans: {a: {kind: k, per_hour: 1}}\n");
    file.apply(keeper);
    write("plans: {a: {kind: k, per_hour: often}, b: {kind: k, per_hour: 1}}\n");
    file.check(keeper);
    assertThat(scheduler.plans().list()).hasSize(1);
    write("plans: {b: {kind: k, per_hour: 1}}\n");
    file.check(keeper);
    assertThat(scheduler.plans().list()).hasSize(2);
  }

  @Test
  void a_wrong_file_is_refused_at_the_start() {
    assertThatThrownBy(() -> file("plans: {a: {kind: k, per_hour: often}}\n"))
        .isInstanceOf(DeclarationException.class)
        .hasMessage("rota.yaml, line 1: plans.a.per_hour \"often\": must be a number");
  }

  @Test
  void plans_and_sources_are_switched_off_by_settings() throws IOException {
    variables.put("DEALBOT_JOBS_MODE", "cron");
    variables.put("DEALBOT_DISABLE_CHAIN", "true");
    var declaration = file(ALL).declaration();
    assertThat(declaration.plans()).hasSize(1).noneMatch(plan -> plan.enabled());
    assertThat(declaration.sources()).hasSize(1).noneMatch(source -> source.enabled());
  }

  @Test
  void the_defaults_of_the_examples_are_those_of_the_settings() throws IOException {
    var text =
        Files.readString(Path.of("..", "examples", "dealbot", "rota.yaml"))
            + Files.readString(Path.of("..", "examples", "crawl", "rota.yaml"));
    for (var setting :
        List.of(
            DealbotSettings.ONLY_APPROVED,
            DealbotSettings.DEALS_PER_HOUR,
            DealbotSettings.RETRIEVALS_PER_HOUR,
            DealbotSettings.METRICS_PER_HOUR,
            DealbotSettings.DEAL_CONCURRENCY,
            DealbotSettings.RETRIEVAL_CONCURRENCY,
            DealbotSettings.DEAL_TIMEOUT,
            DealbotSettings.RETRIEVAL_TIMEOUT,
            Settings.STALE_DAYS)) {
      assertThat(text).contains("${" + setting.name() + ":-" + setting.standard() + "}");
    }
  }

  @Test
  void the_variables_of_the_example_have_their_effect() {
    variables.putAll(
        Map.of(
            "USE_ONLY_APPROVED_PROVIDERS", "false",
            "DEALS_PER_SP_PER_HOUR", "2",
            "RETRIEVALS_PER_SP_PER_HOUR", "3",
            "METRICS_PER_HOUR", "1",
            "DEAL_MAX_CONCURRENCY", "4",
            "RETRIEVAL_MAX_CONCURRENCY", "7",
            "DEAL_JOB_TIMEOUT_SECONDS", "60",
            "RETRIEVAL_JOB_TIMEOUT_SECONDS", "30"));
    var declaration =
        DeclarationReader.read(
            Path.of("..", "examples", "dealbot", "rota.yaml"), SettingsSource.of(variables));
    assertThat(requireNonNull(declaration.queues().get("sp.work")).perNode()).isEqualTo(11);
    assertThat(declaration.plans())
        .extracting(
            plan -> plan.name(),
            plan -> plan.onlyApproved(),
            plan -> requireNonNull(plan.trigger()).text(),
            plan -> plan.timeout())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "deal", false, "@every 30m", Duration.ofSeconds(60)),
            org.assertj.core.groups.Tuple.tuple(
                "retrieval", false, "@every 20m", Duration.ofSeconds(30)),
            org.assertj.core.groups.Tuple.tuple("metrics", false, "@every 1h", null),
            org.assertj.core.groups.Tuple.tuple("metrics_cleanup", false, "@every 1d", null));
  }

  private DeclaredFile file(String text) throws IOException {
    var source = SettingsSource.of(variables);
    return DeclaredFile.open(write(text), source, Settings.read(source));
  }

  /** Writes the file; each time it looks a second newer. */
  private Path write(String text) throws IOException {
    var path = Files.writeString(folder.resolve("rota.yaml"), text);
    changes++;
    return Files.setLastModifiedTime(
        path, FileTime.from(Instant.parse("2026-05-01T00:00:00Z").plusSeconds(changes)));
  }

  private static List<String> texts(List<Change> all) {
    return all.stream().map(Change::toString).toList();
  }
}
