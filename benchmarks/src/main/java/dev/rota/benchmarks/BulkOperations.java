package dev.rota.benchmarks;

import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.Engine;
import dev.rota.engine.JobFilter;
import dev.rota.engine.operations.NewOperation;
import dev.rota.engine.operations.Operation;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Bulk operations are how fast a queue is drained while an operation cancels the jobs of another
 * one, beside how fast it is without, and how fast the operation is.
 */
final class BulkOperations implements Workload {
  private static final String BULK = "bulk";
  private static final int CONCURRENCY = 100;
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final NewOperation CANCEL =
      new NewOperation(
          new BulkChange(BulkAction.CANCEL, null, null),
          new JobFilter(Set.of(JobState.PENDING), BULK, null, null, null),
          List.of());

  @Override
  public String name() {
    return "operations";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    List<Double> ratios = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    try (Scratch database = setting.server().database();
        Engine engine = database.start("operations");
        Operations operations = Operations.start(engine, OperationOptions.STANDARD)) {
      setting.progress().say("operations: storing %,d jobs".formatted(scale.bulk()));
      engine.jobs().enqueueAll(jobs(scale.bulk()));
      database.execute("VACUUM ANALYZE");
      for (int round = 0; round <= scale.rounds(); round++) {
        double without = drain(engine, scale.jobs());
        Operation begun = operations.begin(CANCEL, name());
        double with = drain(engine, scale.jobs());
        long done = operations.get(begun.id()).orElseThrow().done();
        stop(operations, begun);
        if (round > 0) {
          ratios.add(without / with);
          beside.add(done / with);
        }
        setting
            .progress()
            .say(
                "operations %d/%d: %.1f s without, %.1f s with"
                    .formatted(round, scale.rounds(), without, with));
      }
      long left = database.number("SELECT count(*) FROM rota.ready");
      long start = System.nanoTime();
      await(operations, operations.begin(CANCEL, name()));
      double alone = left / ((System.nanoTime() - start) / 1e9);
      database.expect(scale.bulk(), "SELECT count(*) FROM rota.ended");
      return List.of(
          Row.median(name(), "drain beside an operation", ratios, "", Bar.atLeast(0.8)),
          Row.median(name(), "the operation beside a drain", beside, "jobs/s", null),
          new Row(name(), "the operation alone", alone, "jobs/s", null, left + " jobs"));
    }
  }

  private static Stream<NewJob> jobs(int count) {
    NewJob job = NewJob.kind(Scratch.KIND).queue(BULK).build();
    return Stream.generate(() -> job).limit(count);
  }

  /** Seconds in which so many jobs are drained. */
  private static double drain(Engine engine, int jobs) throws InterruptedException {
    engine.jobs().enqueueAll(Scratch.jobs(jobs));
    long start = System.nanoTime();
    try (Worker worker =
        Worker.on(engine.source())
            .queue(Scratch.QUEUE, CONCURRENCY)
            .run(Scratch.KIND, job -> {})
            .start()) {
      if (!worker.awaitIdle(LONGEST)) {
        throw new IllegalStateException("the worker does not come to rest");
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static void stop(Operations operations, Operation begun) {
    try {
      operations.cancel(begun.id(), "bench");
    } catch (RotaException e) {
      // It may have come to its end by itself, even while it was asked.
      if (operations.get(begun.id()).orElseThrow().status() != Operation.Status.COMPLETED) {
        throw e;
      }
    }
  }

  private static void await(Operations operations, Operation begun) throws InterruptedException {
    while (operations.get(begun.id()).orElseThrow().status() == Operation.Status.RUNNING) {
      Thread.sleep(20);
    }
  }
}
