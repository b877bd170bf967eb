package dev.rota.engine;

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
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * An EngineTest has a database of its own, a clock that moves, and an engine without loops that it
 * drives by hand.
 */
abstract class EngineTest {
  TestDatabase database;
  MovableClock clock;
  Engine engine;
  JobSource source;

  /** A database with the engine's schema. */
  static TestDatabase migrated() {
    return TestDatabase.create("engine", c -> Statements.migrations().migrate(c));
  }

  @BeforeEach
  void open() {
    database = migrated();
    clock = new MovableClock(database);
    engine = open(EngineOptions.builder().name("node-a"));
    source = engine.source();
  }

  @AfterEach
  void close() {
    engine.close();
    database.close();
  }

  Engine open(EngineOptions.Builder options) {
    return Engine.open(database.dataSource(), options.build(), EngineEvents.NONE);
  }

  long enqueue(NewJob job) {
    return engine.jobs().enqueue(job).job();
  }

  long enqueue(String kind) {
    return enqueue(NewJob.of(kind, "{}"));
  }

  List<Lease> claim(int max) {
    return claim(source, max);
  }

  List<Lease> claim(JobSource from, int max) {
    return from.exchange(List.of(), Claim.of("default", max)).leases();
  }

  /** Claims the one job that there is to claim. */
  Lease claimOne() {
    List<Lease> leases = claim(10);
    if (leases.size() != 1) {
      throw new AssertionError("expected one job to claim, there are " + leases);
    }
    return leases.get(0);
  }

  Verdict report(Lease lease, Outcome outcome) {
    return report(source, lease, outcome);
  }

  Verdict report(JobSource to, Lease lease, Outcome outcome) {
    return to.exchange(List.of(Report.of(lease, outcome)), Claim.NOTHING).verdicts().get(0);
  }

  Verdict complete(Lease lease) {
    return report(lease, new Outcome.Completed(null));
  }

  Verdict fail(Lease lease) {
    return report(lease, failure(new Outcome.Retry.ByPolicy()));
  }

  static Outcome.Failed failure(Outcome.Retry retry) {
    return new Outcome.Failed(
        "java.io.IOException", "connection timeout", "at dev.rota.Test", retry);
  }

  Job job(long id) {
    return engine.jobs().get(id).orElseThrow();
  }

  JobState state(long id) {
    return job(id).state();
  }

  List<Long> ids(List<Lease> leases) {
    return leases.stream().map(Lease::job).toList();
  }

  JobSource sourceWith(String... capabilities) {
    return engine.source(Set.of(capabilities));
  }

  @Nullable String text(String sql) {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  long count(String table) {
    return Long.parseLong(String.valueOf(text("SELECT count(*) FROM rota." + table)));
  }
}
