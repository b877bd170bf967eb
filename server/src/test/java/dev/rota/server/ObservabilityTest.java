package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.deadletters.DeadLetters;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the guide, the rules for Prometheus and the dashboard name is what a node serves. */
class ObservabilityTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern SERVED = Pattern.compile("(?m)^# TYPE (\\S+) (\\S+)$");
  private static final Pattern NAME =
      Pattern.compile("[a-z][a-z0-9_]*_[a-z0-9_]+(?=[{\\[),\\s]|$)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_*]+)` \\|[^|]*\\| ");
  private static final Set<String> OF_PROMQL = Set.of("histogram_quantile", "count_over_time");

  private static String page = "";

  /** The page of a node on which everything has happened that is counted. */
  @BeforeAll
  static void serve() throws Exception {
    try (var database = TestDatabase.create("server", c -> Engine.migrate(c));
        var metrics = new Metrics();
        var engine =
            Engine.start(
                database.jdbcUrl(),
                database.user(),
                database.password(),
                EngineOptions.builder().build(),
                new EngineMetrics(metrics.registry()))) {
      new SchedulerMetrics(metrics.registry());
      PoolMetrics.addTo(metrics.registry(), engine);
      metrics.add(new QueueMetrics(engine.queues(), metrics.registry()));
      var alerts = Alerts.open(engine, AlertOptions.STANDARD);
      metrics.add(new ClusterMetrics(engine, alerts, metrics.registry()));
      metrics.add(new DeadLetterMetrics(DeadLetters.open(engine), metrics.registry()));
      metrics.add(new WebhookMetrics(new Deliveries(engine), metrics.registry()));
      long flaky =
          engine
              .jobs()
              .enqueue(NewJob.kind("flaky").retry(RetryPolicy.every(Duration.ZERO)).build())
              .job();
      engine.jobs().enqueue(NewJob.of("nobody.does.it", "3"));
      try (var worker =
          Worker.on(engine.source())
              .listener(new WorkerMetrics(metrics.registry()))
              .handle(
                  "flaky",
                  job -> {
                    if (job.attempt() == 1) {
                      throw new IllegalStateException("once");
                    }
                    return null;
                  })
              .start()) {
        do {
          assertThat(worker.awaitIdle(Duration.ofSeconds(20))).isTrue();
        } while (!engine.jobs().get(flaky).orElseThrow().state().isTerminal());
      }
      page = metrics.page();
    }
  }

  private static Set<String> served() {
    return SERVED
        .matcher(page)
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void the_guide_lists_every_metric_and_no_other() throws IOException {
    List<String> rows =
        ROW.matcher(Files.readString(ROOT.resolve("docs/guides/observability.md")))
            .results()
            .map(m -> m.group(1))
            .filter(name ->
                Arrays.stream(AlertRule.values())
                    .noneMatch(r -> r.word().equals(name) && r != AlertRule.QUEUE_DEPTH))
            .distinct()
            .toList();
    for (String row : rows) {
      assertThat(served()).as(row).anyMatch(name -> matches(row, name));
    }
    for (String name : served()) {
      assertThat(rows).as(name).anyMatch(row -> matches(row, name));
    }
  }

  private static boolean matches(String row, String name) {
    return row.endsWith("*")
        ? name.startsWith(row.substring(0, row.length() - 1))
        : name.equals(row);
  }

  @Test
  void the_rules_for_prometheus_name_metrics_that_are_served() throws IOException {
    Object rules =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(ROOT.resolve("deploy/prometheus/rota-alerts.yml")));
    List<String> expressions = new ArrayList<>();
    collect(rules, expressions);
    assertThat(expressions).hasSize(AlertRule.values().length);
    expressions.forEach(ObservabilityTest::check);
  }

  private static void collect(Object node, List<String> expressions) {
    if (node instanceof Map<?, ?> map) {
      if (map.get("expr") instanceof String expression) {
        expressions.add(expression);
        assertThat(map.get("annotations")).isInstanceOf(Map.class);
      }
      map.values().forEach(value -> collect(value, expressions));
    } else if (node instanceof List<?> list) {
      list.forEach(value -> collect(value, expressions));
    }
  }

  @Test
  void the_dashboard_names_metrics_that_are_served() throws IOException {
    JsonNode board =
        new JsonMapper().readTree(Files.readString(ROOT.resolve("deploy/grafana/rota.json")));
    assertThat(board.get("panels").size()).isGreaterThan(10);
    board
        .get("panels")
        .forEach(
            panel -> panel.get("targets").forEach(target -> check(target.get("expr").asString())));
  }

  private static void check(String expression) {
    String bare = expression.replaceAll("\"[^\"]*\"", "").replaceAll("by \\([^)]*\\)", "");
    List<String> names =
        NAME.matcher(bare)
            .results()
            .map(MatchResult::group)
            .filter(n -> !OF_PROMQL.contains(n))
            .toList();
    assertThat(names).as(expression).isNotEmpty();
    for (String name : names) {
      assertThat(served()).as(expression).contains(name.replaceFirst("_bucket$", ""));
    }
  }
}
