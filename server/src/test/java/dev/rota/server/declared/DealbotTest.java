package dev.rota.server.declared;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What examples/dealbot declares, on two nodes and on moved time. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DealbotTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "dealbot");
  private static final Duration STEP = Duration.ofSeconds(150);

  @TempDir Path folder;
  private TestDatabase database;
  private MovableClock clock;
  private HikariDataSource pool;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
    clock = new MovableClock(database);
    pool = pool(database);
  }

  @AfterEach
  void close() {
    pool.close();
    database.close();
  }

  @Test
  void a_day_with_eighteen_providers_two_nodes_and_six_hours_of_outage() throws IOException {
    var providers = folder.resolve("providers.json");
    Files.copy(EXAMPLE.resolve("providers.json"), providers);
    var options = SchedulerOptions.builder().catchUpMax(10).catchUpSpread(Duration.ofHours(1));
    try (var one = node("one", options);
        var two = node("two", options)) {
      start(one, two);
      assertThat(rows("SELECT kind, count(*) FROM rota.schedule GROUP BY kind ORDER BY kind"))
          .containsExactly("deal 18", "metrics 1", "metrics_cleanup 1", "retrieval 18");
      assertThat(
              rows("SELECT payload FROM rota.schedule WHERE name LIKE 'deal/0x%' ORDER BY 1 LIMIT 1")
                  .get(0))
          .matches(
              "\\{\"jobType\": \"deal\", \"spAddress\": \"0x\\w{40}\", \"intervalSeconds\": 900}");
      work(Duration.ofHours(3), one, two);
      changeProviders(providers);
      work(Duration.ofHours(3), one, two);
      assertThat(
              rows(
                  "SELECT s.kind, t.name FROM rota.schedule s JOIN rota.target t ON t.id = s.target WHERE t.name IN ('Provider 18', 'Provider 19') ORDER BY 1"))
          .as("one lost its approval, one is new")
          .containsExactly("deal Provider 19", "retrieval Provider 19");
      one.kill();
      two.kill();
    }
    clock.advance(Duration.ofHours(6));
    try (var three = node("three", options);
        var four = node("four", options)) {
      start(three, four);
      afterTheOutage();
      work(Duration.ofHours(12), three, four);
    }
    atTheEnd();
  }

  @Test
  void two_deployments_with_phases_and_jitter_are_staggered() throws IOException {
    var jitter = Duration.ofMinutes(5);
    var early = plannedAndRun(SchedulerOptions.builder().jitter(jitter));
    try (var other = TestDatabase.create()) {
      pool.close();
      database.close();
      database = other;
      clock = new MovableClock(database);
      pool = pool(database);
      var late =
          plannedAndRun(SchedulerOptions.builder().phase(Duration.ofMinutes(20)).jitter(jitter));
      assertThat(early).hasSize(36).allSatisfy(each -> assertThat(each.afterStart()).isZero());
      assertThat(late)
          .hasSize(36)
          .allSatisfy(each -> assertThat(each.afterStart()).isEqualTo(1200));
      assertThat(early).allSatisfy(each -> assertThat(each.delay()).isBetween(0L, 300L));
      assertThat(late).allSatisfy(each -> assertThat(each.delay()).isBetween(0L, 300L));
      assertThat(late.stream().map(First::delay).distinct().count())
          .as("starts are randomised")
          .isGreaterThan(10);
      pool.close();
    }
  }

  /** The first time of a schedule: seconds after the plans were kept, and delay of its job. */
  private record First(long afterStart, long delay) {}

  private List<First> plannedAndRun(SchedulerOptions.Builder options) throws IOException {
    Files.copy(
        EXAMPLE.resolve("providers.json"),
        folder.resolve("providers.json"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    try (var node = node("node", options)) {
      node.apply(declaration());
      var before = clock.now();
      node.scheduler().keep();
      clock.advance(Duration.ofSeconds(1201));
      node.scheduler().tick();
      var firsts = new ArrayList<First>();
      for (var row :
          rows(
              "SELECT DISTINCT ON (o.schedule) floor(extract(epoch FROM o.planned_at - '%s'::timestamptz)) || ' ' || floor(extract(epoch FROM o.run_at - o.decided_at)) FROM rota.occurrence o JOIN rota.schedule s ON s.id = o.schedule WHERE s.target IS NOT NULL ORDER BY o.schedule, o.planned_at"
                  .formatted(before))) {
        var parts = row.split(" ");
        firsts.add(new First(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
      }
      return firsts;
    }
  }

  private void start(SimulatedNode... nodes) {
    for (var node : nodes) {
      node.apply(declaration());
      node.tick();
      node.scheduler().keep();
    }
  }

  /** Lets the nodes work for a while; at every moment a provider has one running job at most. */
  private void work(Duration length, SimulatedNode... nodes) {
    for (int step = 0; step < length.dividedBy(STEP); step++) {
      clock.advance(STEP);
      var now = clock.now();
      for (var node : nodes) {
        node.tick();
        if (step % 4 == 0) {
          node.scheduler().keep();
        }
        node.scheduler().tick();
        node.work(now);
      }
      assertThat(
              rows(
                  "SELECT j.concurrency_key FROM rota.run r JOIN rota.job j ON j.id = r.job WHERE j.concurrency_key LIKE '0x%' GROUP BY 1 HAVING count(*) > 1"))
          .as("providers with more than one running job")
          .isEmpty();
    }
  }

  private static void changeProviders(Path providers) throws IOException {
    var text = Files.readString(providers);
    Files.writeString(
        providers,
        text.replaceFirst("(Provider 18\".*\"approved\": )true", "$1false")
            .replaceFirst("\\[", "[{\"external_id\": \"0xnew\", \"name\": \"Provider 19\"},"));
  }

  /** Of every schedule ten times come back at once, spread over an hour; the rest is put off. */
  private void afterTheOutage() {
    assertThat(
            rows(
                """
                SELECT s.kind, count(*) FILTER (WHERE o.fate = 'enqueued'), count(DISTINCT o.run_at) FILTER (WHERE o.fate = 'enqueued'),
                  max(o.run_at) FILTER (WHERE o.fate = 'enqueued') - min(o.decided_at) <= interval '1 hour',
                  bool_or(o.fate = 'deferred'), bool_and(o.fate IN ('enqueued', 'deferred'))
                FROM rota.occurrence o JOIN rota.schedule s ON s.id = o.schedule
                WHERE o.decided_at > rota.clock() - interval '1 hour' AND s.target IS NOT NULL
                GROUP BY s.id\
                """))
        .hasSize(36)
        .containsOnly("deal 10 10 t t t", "retrieval 10 10 t t t");
  }

  private void atTheEnd() {
    assertThat(
            rows(
                """
                SELECT s.name FROM rota.schedule s
                LEFT JOIN (SELECT schedule, count(*) AS times FROM rota.occurrence WHERE fate = 'enqueued' AND job IS NOT NULL GROUP BY 1) o
                  ON o.schedule = s.id
                WHERE floor(extract(epoch FROM rota.clock() - s.starts_at) / (s.payload::json ->> 'intervalSeconds')::int) + 1 <> coalesce(o.times, 0)\
                """))
        .as("schedules of which not every planned time has a job")
        .isEmpty();
    assertThat(
            rows(
                "SELECT DISTINCT s.kind, s.runs FROM rota.schedule s JOIN rota.target t ON t.id = s.target WHERE t.name <> 'Provider 19' ORDER BY 1"))
        .as("24 hours at 4 and 6 an hour, and the first")
        .containsExactly("deal 97", "retrieval 145");
    assertThat(rows("SELECT DISTINCT fate FROM rota.occurrence"))
        .as("what became of every planned time")
        .containsExactly("enqueued");
    assertThat(
            rows(
                """
                SELECT key FROM (
                  SELECT j.concurrency_key AS key, e.started_at, lag(e.finished_at) OVER (PARTITION BY j.concurrency_key ORDER BY e.id) AS before
                  FROM rota.execution e JOIN rota.job j ON j.id = e.job WHERE j.concurrency_key LIKE '0x%') x
                WHERE started_at < before\
                """))
        .as("executions that began before the one before of the same provider had ended")
        .isEmpty();
    assertThat(
            rows(
                "SELECT state, count(*) FROM rota.jobs WHERE state NOT IN ('completed', 'running') AND created_at < rota.clock() - interval '1 hour' GROUP BY 1"))
        .as("work that was not done within an hour, twelve hours after the outage")
        .isEmpty();
    assertThat(rows("SELECT count(*) > 0 FROM rota.execution WHERE attempt > 1"))
        .as("what the killed nodes ran was run again")
        .containsExactly("t");
    assertThat(
            rows(
                "SELECT DISTINCT j.payload::text FROM rota.job j JOIN rota.route r ON r.id = j.route WHERE r.kind LIKE 'm%' ORDER BY 1"))
        .containsExactly("{\"intervalSeconds\": 1800}", "{\"intervalSeconds\": 86400}");
  }

  private SimulatedNode node(String name, SchedulerOptions.Builder options) {
    return new SimulatedNode(name, pool, options.build());
  }

  private Declaration declaration() {
    var variables =
        SettingsSource.of(Map.of("PROVIDERS_FILE", folder.resolve("providers.json").toString()));
    return DeclaredFile.open(EXAMPLE.resolve("rota.yaml"), variables, Settings.read(variables))
        .declaration();
  }

  private static HikariDataSource pool(TestDatabase database) {
    var config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(10);
    return new HikariDataSource(config);
  }

  private List<String> rows(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      var all = new ArrayList<String>();
      while (rows.next()) {
        var columns = new ArrayList<String>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          columns.add(String.valueOf(rows.getString(i)));
        }
        all.add(String.join(" ", columns));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
