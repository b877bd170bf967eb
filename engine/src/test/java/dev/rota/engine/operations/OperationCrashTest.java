package dev.rota.engine.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.EngineTest;
import dev.rota.engine.JobFilter;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nodes die in the middle of an operation, and every job is changed once. */
final class OperationCrashTest extends EngineTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int JOBS = 10_000;

  @Test
  void whatOneNodeBeganAnotherEndsAndEachJobIsChangedOnce() throws Exception {
    engine.jobs().enqueueAll(jobs("mail"));
    Operations operations = Operations.open(engine, OperationOptions.STANDARD);
    Operation cancel =
        operations.begin(
            new NewOperation(
                new BulkChange(BulkAction.CANCEL, null, null),
                new JobFilter(Set.of(), "mail", null, null, null),
                List.of()),
            "ada");
    try (ChildProcess victim =
        new Processes()
            .java(
                OperationNode.class,
                "victim",
                database.jdbcUrl(),
                database.user(),
                database.password())) {
      victim.awaitLine("started", PATIENCE);
      Eventually.await(
          PATIENCE, () -> done(operations, cancel) >= 500, "some batches of the operation");
      victim.kill9();
    }
    long atDeath = done(operations, cancel);
    assertThat(atDeath).isBetween(500L, JOBS - 1L);
    assertThat(count("ended")).isEqualTo(atDeath);
    AtomicInteger ran = new AtomicInteger();
    try (OperationNode heir =
            new OperationNode("heir", database.jdbcUrl(), database.user(), database.password());
        Worker worker =
            Worker.on(heir.engine.source())
                .queue("beside", 5)
                .run("k", job -> ran.incrementAndGet())
                .start()) {
      heir.engine.jobs().enqueueAll(jobs("beside").limit(500));
      Eventually.await(
          PATIENCE,
          () ->
              operations.get(cancel.id()).orElseThrow().status() == Operation.Status.COMPLETED
                  && ran.get() == 500,
          "the end of the operation, and the jobs beside it");
      worker.awaitIdle(PATIENCE);
    }
    Operation done = operations.get(cancel.id()).orElseThrow();
    assertThat(done.matched()).isEqualTo(JOBS);
    assertThat(done.done()).isEqualTo(JOBS);
    assertThat(done.skipped()).isEmpty();
    assertThat(count("ended")).isEqualTo(JOBS);
    assertThat(count("operation_undo")).isEqualTo(JOBS);
    assertThat(count("ready")).isZero();
  }

  @Test
  void jobsThatAreRunWhileTheyAreMovedAndCancelledEndOnce() throws Exception {
    int jobs = 3_000;
    try (OperationNode node =
            new OperationNode("node", database.jdbcUrl(), database.user(), database.password());
        Worker worker =
            Worker.on(node.engine.source())
                .queue("mail", 10)
                .queue("elsewhere", 10)
                .run("k", job -> {})
                .start()) {
      AtomicInteger number = new AtomicInteger();
      node.engine
          .jobs()
          .enqueueAll(
              Stream.generate(() ->
                      NewJob.kind("k")
                          .queue("mail")
                          .concurrency("c" + number.incrementAndGet() % 7, 1)
                          .unique("u" + number.get())
                          .build())
                  .limit(jobs));
      Operation move = begin(node, new BulkChange(BulkAction.MOVE, null, "elsewhere"), "mail");
      Operation raise = begin(node, new BulkChange(BulkAction.PRIORITY, 50, null), "elsewhere");
      Operation cancel = begin(node, new BulkChange(BulkAction.CANCEL, null, null), "elsewhere");
      for (Operation operation : List.of(move, raise, cancel)) {
        Eventually.await(
            PATIENCE,
            () ->
                node.operations.get(operation.id()).orElseThrow().status()
                    == Operation.Status.COMPLETED,
            "the end of " + operation.action());
        Operation over = node.operations.get(operation.id()).orElseThrow();
        assertThat(over.done() + over.skipped().values().stream().mapToLong(n -> n).sum())
            .isEqualTo(over.matched());
      }
      assertThat(worker.awaitIdle(PATIENCE)).isTrue();
      Eventually.await(PATIENCE, () -> count("live") == 0, "the end of all jobs");
    }
    assertThat(count("execution WHERE ended IS NOT NULL") + count("ended")).isEqualTo(jobs);
    assertThat(count("uniq")).isZero();
    assertThat(count("keylock WHERE active > 0")).isZero();
  }

  private static Operation begin(OperationNode node, BulkChange change, String queue) {
    return node.operations.begin(
        new NewOperation(change, new JobFilter(Set.of(), queue, null, null, null), List.of()),
        "ada");
  }

  private static long done(Operations operations, Operation operation) {
    return operations.get(operation.id()).orElseThrow().done();
  }

  private static Stream<NewJob> jobs(String queue) {
    return Stream.generate(() -> NewJob.kind("k").queue(queue).build()).limit(JOBS);
  }
}
