package dev.rota.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Verdict;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * An EngineTest has a database of its own, a clock that moves, and an engine without loops that it
 * drives by hand.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EngineTest {
  protected TestDatabase database;
  protected HikariDataSource pool;
  protected MovableClock clock;
  protected Engine engine;
  protected JobSource source;
  private final List<Engine> engines = new ArrayList<>();

  /** A database with the engine's schema. */
  protected static TestDatabase migrated() {
    return TestDatabase.create("engine", c -> Statements.migrations().migrate(c));
  }

  @BeforeEach
  protected void open() {
    database = migrated();
    clock = new MovableClock(database);
    pool = pool();
    engine = open(patient("node-a"));
    source = engine.source();
  }

  @AfterEach
  protected void close() {
    engines.forEach(Engine::close);
    pool.close();
    database.close();
  }

  /** Another node on the same database, without loops; it is closed with the test. */
  protected Engine open(String name) {
    return open(EngineOptions.builder().name(name));
  }

  /** Options of a node that lives on for a day without being ticked. */
  protected static EngineOptions.Builder patient(String name) {
    return EngineOptions.builder().name(name).lease(Duration.ofDays(1));
  }

  protected Engine open(EngineOptions.Builder options) {
    return open(options, EngineEvents.NONE);
  }

  protected Engine open(EngineOptions.Builder options, EngineEvents events) {
    Engine opened = Engine.open(pool, options.build(), events);
    engines.add(opened);
    return opened;
  }

  private HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(30);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  protected long enqueue(NewJob job) {
    return engine.jobs().enqueue(job).job();
  }

  protected long enqueue(String kind) {
    return enqueue(NewJob.of(kind, "{}"));
  }

  protected List<Lease> claim(int max) {
    return claim(source, max);
  }

  protected List<Lease> claim(JobSource from, int max) {
    return from.exchange(List.of(), Claim.of("default", max)).leases();
  }

  /** Claims for as long as the engine rings for another try, because it parked what it found. */
  protected List<Lease> claimPastParked(int max) {
    List<Lease> leases = new ArrayList<>();
    for (long rings = -1; rings < engine.node().doorbell().rings(); ) {
      rings = engine.node().doorbell().rings();
      leases.addAll(claim(max));
    }
    return leases;
  }

  /** Claims the one job that there is to claim. */
  protected Lease claimOne() {
    List<Lease> leases = claim(10);
    if (leases.size() != 1) {
      throw new AssertionError("expected one job to claim, there are " + leases);
    }
    return leases.get(0);
  }

  protected Verdict report(Lease lease, Outcome outcome) {
    return report(source, lease, outcome);
  }

  protected Verdict report(JobSource to, Lease lease, Outcome outcome) {
    return to.exchange(List.of(Report.of(lease, outcome)), Claim.NOTHING).verdicts().get(0);
  }

  protected Verdict complete(Lease lease) {
    return report(lease, new Outcome.Completed(null));
  }

  protected Verdict fail(Lease lease) {
    return report(lease, failure(new Outcome.Retry.ByPolicy()));
  }

  protected static Outcome.Failed failure(Outcome.Retry retry) {
    return new Outcome.Failed(
        "java.io.IOException", "connection timeout", "at dev.rota.Test", retry);
  }

  protected Job job(long id) {
    return engine.jobs().get(id).orElseThrow();
  }

  protected JobState state(long id) {
    return job(id).state();
  }

  protected List<Long> ids(List<Lease> leases) {
    return leases.stream().map(Lease::job).toList();
  }

  protected JobSource sourceWith(String... capabilities) {
    return engine.source(Set.of(capabilities));
  }

  protected @Nullable String text(String sql) {
    List<String> all = texts(sql);
    return all.isEmpty() ? null : all.get(0);
  }

  /** The first column of every row, as text. */
  protected List<String> texts(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(String.valueOf(rows.getString(1)));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Runs a statement on a connection of its own and tells how many rows it changed. */
  protected int update(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  protected long count(String table) {
    return Long.parseLong(String.valueOf(text("SELECT count(*) FROM rota." + table)));
  }
}
