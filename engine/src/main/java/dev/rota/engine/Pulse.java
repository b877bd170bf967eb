package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * A Pulse counts what this node does to the jobs of each queue, and writes that down once a second:
 * a row for each queue that anything was done to, however much it was.
 */
final class Pulse implements EngineEvents {
  private static final Sql WRITE = Statements.sql("write_pulse");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Database database;
  private final EngineEvents next;
  private final Map<String, Counts> queues = new ConcurrentHashMap<>();

  Pulse(Database database, EngineEvents next) {
    this.database = database;
    this.next = next;
  }

  private static final class Counts {
    final LongAdder enqueued = new LongAdder();
    final LongAdder started = new LongAdder();
    final LongAdder completed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder cancelled = new LongAdder();

    QueuePulse take(String queue) {
      return new QueuePulse(
          queue,
          enqueued.sumThenReset(),
          started.sumThenReset(),
          completed.sumThenReset(),
          failed.sumThenReset(),
          cancelled.sumThenReset());
    }
  }

  @Override
  public void enqueued(String queue, String kind, int jobs) {
    of(queue).enqueued.add(jobs);
    next.enqueued(queue, kind, jobs);
  }

  @Override
  public void claimed(Lease lease, Duration waited) {
    of(lease.queue()).started.increment();
    next.claimed(lease, waited);
  }

  @Override
  public void reported(Report report, boolean again) {
    next.reported(report, again);
  }

  @Override
  public void handedOut(Lease lease) {
    next.handedOut(lease);
  }

  @Override
  public void fenced(Report report) {
    next.fenced(report);
  }

  @Override
  public void recovered(Recovered counts) {
    next.recovered(counts);
  }

  @Override
  public void ended(Ending ending) {
    count(of(ending.queue()), ending.report().outcome());
    next.ended(ending);
  }

  private static void count(Counts counts, Outcome outcome) {
    switch (outcome) {
      case Outcome.Completed c -> counts.completed.increment();
      case Outcome.Failed f -> counts.failed.increment();
      case Outcome.Cancelled c -> counts.cancelled.increment();
      case Outcome.Released r -> {}
    }
  }

  /** Writes down what was done since the last time, if anything was. */
  Duration write(int worker) {
    List<QueuePulse> done = new ArrayList<>();
    queues.forEach((queue, counts) -> {
      QueuePulse pulse = counts.take(queue);
      if (!pulse.equals(new QueuePulse(queue, 0, 0, 0, 0, 0))) {
        done.add(pulse);
      }
    });
    if (!done.isEmpty()) {
      database.run(connection ->
          WRITE
              .on(connection)
              .set("worker", worker)
              .set("queues", done.stream().map(QueuePulse::queue).toArray(String[]::new))
              .set("enqueued", column(done, QueuePulse::enqueued))
              .set("started", column(done, QueuePulse::started))
              .set("completed", column(done, QueuePulse::completed))
              .set("failed", column(done, QueuePulse::failed))
              .set("cancelled", column(done, QueuePulse::cancelled))
              .update());
    }
    return SECOND;
  }

  private static long[] column(List<QueuePulse> done, ToLongFunction<QueuePulse> count) {
    return done.stream().mapToLong(count).toArray();
  }

  private Counts of(String queue) {
    return queues.computeIfAbsent(queue, q -> new Counts());
  }
}
