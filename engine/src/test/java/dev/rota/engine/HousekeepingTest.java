package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes with all their loops: one of them leads, and another takes over. */
final class HousekeepingTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private TestDatabase database;
  private Engine first;
  private Engine second;

  @BeforeEach
  void start() throws Exception {
    database = TestDatabase.create("engine", c -> Statements.migrations().migrate(c));
    first = start("first");
    Eventually.await(SOON, first::leads, "the first node to lead");
    second = start("second");
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
    database.close();
  }

  private Engine start(String name) {
    return Engine.start(
        database.dataSource(), EngineOptions.builder().name(name).build(), EngineEvents.NONE);
  }

  @Test
  void anotherNodeTakesOverFromALeaderThatStops() throws Exception {
    assertThat(second.leads()).isFalse();

    first.close();

    Eventually.await(SOON, second::leads, "the second node to lead");
  }

  @Test
  void anotherNodeTakesOverFromALeaderThatIsNotHeardOfAnyMore() throws Exception {
    database.execute("UPDATE rota.leader SET worker = 4711");
    new MovableClock(database).advance(Leadership.LEASE.plusSeconds(1));

    awaitAnotherLeaderThan("4711");
  }

  @Test
  void anotherNodeTakesOverFromALeaderWhoseLeaseAClockThatSteppedBackHasLeftFarAhead()
      throws Exception {
    database.execute(
        "UPDATE rota.leader SET worker = 4711, lease_until = rota.clock() + interval '20 days'");

    awaitAnotherLeaderThan("4711");
  }

  @Test
  void aNodeLeavesLeasesAloneThatDoNotDependOnIt() throws Exception {
    Engine brief =
        Engine.start(
            database.dataSource(),
            EngineOptions.builder().name("brief").lease(Duration.ofSeconds(1)).build(),
            EngineEvents.NONE);
    try (brief) {
      long id = brief.jobs().enqueue(NewJob.of("remote", "{}")).job();
      Holder remote = new Holder(brief.node().worker(), "remote", Set.of(), Duration.ofMinutes(10));
      assertThat(brief.leases().exchange(remote, List.of(), Claim.of("default", 1)).leases())
          .hasSize(1);

      for (int beats = 0; beats < 4; beats++) {
        brief.node().doubt();
        String last = beat(brief);
        Eventually.await(SOON, () -> !beat(brief).equals(last), "another heartbeat");
      }

      assertThat(brief.jobs().get(id).orElseThrow().state()).isEqualTo(JobState.RUNNING);
    }
  }

  private void awaitAnotherLeaderThan(String worker) throws Exception {
    Eventually.await(
        SOON,
        () ->
            !text("SELECT worker FROM rota.leader").equals(worker)
                && (first.leads() || second.leads()),
        "one of the others to lead");
  }

  private String beat(Engine engine) throws SQLException {
    return text("SELECT beat_at FROM rota.worker WHERE id = " + engine.node().worker());
  }

  private String text(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void delayedJobsAreRunOnceByWhicheverNode() throws Exception {
    ConcurrentHashMap<Long, AtomicInteger> runs = new ConcurrentHashMap<>();
    try (Worker a = worker(first, runs);
        Worker b = worker(second, runs)) {
      List<NewJob> jobs =
          IntStream.range(0, 200)
              .mapToObj(n -> NewJob.kind("later").delay(Duration.ofMillis(1 + n)).build())
              .toList();
      first.jobs().enqueue(jobs);

      Eventually.await(SOON, () -> runs.size() == 200, "all jobs to run");
      Eventually.await(SOON, () -> second.queues().depths().isEmpty(), "all jobs to be reported");
      assertThat(a.stats().completed() + b.stats().completed()).isEqualTo(200);
    }
    assertThat(runs.values()).allSatisfy(times -> assertThat(times).hasValue(1));
  }

  private static Worker worker(Engine engine, ConcurrentHashMap<Long, AtomicInteger> runs) {
    return Worker.on(engine.source())
        .run(
            "later",
            job -> runs.computeIfAbsent(job.job(), id -> new AtomicInteger()).incrementAndGet())
        .start();
  }
}
