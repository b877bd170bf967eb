package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Usage;
import dev.rota.Verdict;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers die, freeze and lose their connections, and every job is done exactly once on record. */
final class CrashTest {
  private static final int JOBS = 10_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private TestDatabase database;
  private Ledger ledger;

  @BeforeEach
  void open() {
    database = EngineTest.migrated();
    ledger = new Ledger(database::connect);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aWorkerThatIsKilledLosesNoJobAndItsLateReportsAreFenced() throws Exception {
    try (CrashNode survivor = node("survivor")) {
      try (ChildProcess victim = process("victim")) {
        String worker = victim.awaitLine("started as worker", PATIENCE).replaceAll("\\D", "");
        enqueue(survivor, JOBS);
        victim.awaitLine("done 500", PATIENCE);
        victim.kill9();
        List<Report> late = reportsOf(worker);
        assertThat(late).as("executions that died with their worker").isNotEmpty();
        awaitDone(JOBS);

        assertThat(survivor.engine.source().exchange(late, Claim.NOTHING).verdicts())
            .containsOnly(Verdict.FENCED);
      }
      checkLedger(JOBS);
    }
  }

  @Test
  void aWorkerThatFreezesAndComesBackDoesNoJobTwiceOnRecord() throws Exception {
    try (CrashNode survivor = node("survivor");
        ChildProcess victim = process("victim")) {
      String worker = victim.awaitLine("started as worker", PATIENCE).replaceAll("\\D", "");
      enqueue(survivor, JOBS);
      victim.awaitLine("done 500", PATIENCE);
      signal("STOP", victim);
      Eventually.await(
          PATIENCE,
          () -> ledger.count("run WHERE worker = " + worker) == 0,
          "the recovery of what the frozen worker held");
      signal("CONT", victim);
      enqueue(survivor, JOBS);
      victim.awaitLine("done 1500", PATIENCE);
      awaitDone(2 * JOBS);
      checkLedger(2 * JOBS);
    }
  }

  @Test
  void connectionsThatAreCutAgainAndAgainLoseNoJob() throws Exception {
    cutConnectionsDuring(5_000, 20);
  }

  @Test
  @Tag("long")
  void connectionsThatAreCutForMinutesLoseNoJob() throws Exception {
    cutConnectionsDuring(200_000, 1_000);
  }

  @Test
  @Tag("long")
  void workersThatAreKilledOneAfterTheOtherLoseNoJob() throws Exception {
    int victims = 10;
    try (CrashNode survivor = node("survivor")) {
      for (int i = 0; i < victims; i++) {
        try (ChildProcess victim = process("victim-" + i)) {
          victim.awaitLine("started as worker", PATIENCE);
          // Only now: the survivor alone would be through with them before the victim has begun.
          enqueue(survivor, 2 * JOBS);
          victim.awaitLine("done 1000", PATIENCE);
          victim.kill9();
        }
      }
      awaitDone(victims * 2 * JOBS);
      checkLedger(victims * 2 * JOBS);
    }
  }

  private void cutConnectionsDuring(int jobs, int times) throws Exception {
    try (CrashNode node = node("cut")) {
      enqueue(node, jobs);
      for (int i = 1; i <= times; i++) {
        long until = ledger.count("execution") + jobs / times / 2;
        Eventually.await(
            PATIENCE,
            () -> ledger.count("execution") >= Math.min(until, jobs),
            "some jobs between two cuts");
        ledger.cutConnections();
      }
      awaitDone(jobs);
      checkLedger(jobs);
    }
  }

  private CrashNode node(String name) {
    return CrashNode.start(name, database.jdbcUrl(), database.user(), database.password());
  }

  private ChildProcess process(String name) throws java.io.IOException {
    return new Processes()
        .java(CrashNode.class, name, database.jdbcUrl(), database.user(), database.password());
  }

  private static void enqueue(CrashNode node, int jobs) {
    node.engine
        .jobs()
        .enqueueAll(
            Stream.generate(() -> NewJob.kind(CrashNode.KIND).maxRetries(100).build()).limit(jobs));
  }

  /** What a worker would report of the executions it holds. */
  private List<Report> reportsOf(String worker) throws Exception {
    return ledger.rows("SELECT job, fence FROM rota.run WHERE worker = " + worker).stream()
        .map(row ->
            new Report(
                Long.parseLong(row.get(0)),
                Long.parseLong(row.get(1)),
                new Outcome.Completed(null),
                Usage.NONE))
        .toList();
  }

  private void awaitDone(int jobs) throws InterruptedException {
    Eventually.await(
        PATIENCE,
        () -> ledger.count("live") == 0 && ledger.count("job") == jobs,
        "the end of all " + jobs + " jobs");
  }

  private void checkLedger(int jobs) throws Exception {
    assertThat(ledger.completed()).as("jobs completed").isEqualTo(jobs);
    assertThat(ledger.count("execution WHERE status = 'completed'")).isEqualTo(jobs);
    assertThat(ledger.count("execution WHERE status <> 'completed' AND error_type <> 'stalled'"))
        .as("executions that failed of themselves")
        .isZero();
    assertThat(new Invariants(database).broken()).isEmpty();
  }

  private static void signal(String name, ChildProcess process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }
}
