package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/**
 * A Pulse counts what this node does to the jobs of each queue, and writes that down once a second:
 * a row for each queue that anything was done to, however much it was. What it wrote in some
 * seconds it adds to the history, a row for each minute.
 */
final class Pulse implements EngineEvents {
  private static final Sql WRITE = Statements.sql("write_pulse");
  private static final Sql WRITE_MINUTES = Statements.sql("write_minutes");
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** How many seconds are added to the history at once. */
  private static final int TOGETHER = 10;

  private final Database database;
  private final EngineEvents next;
  private final Map<String, Counts> queues = new ConcurrentHashMap<>();
  private final Map<String, Done> unwritten = new HashMap<>();
  private int seconds;

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
    final LongAdder waitedMs = new LongAdder();

    Done take(String queue) {
      return new Done(
          new QueuePulse(
              queue,
              enqueued.sumThenReset(),
              started.sumThenReset(),
              completed.sumThenReset(),
              failed.sumThenReset(),
              cancelled.sumThenReset()),
          waitedMs.sumThenReset());
    }
  }

  /** What was done to the jobs of a queue, and how long those that started had waited. */
  private record Done(QueuePulse pulse, long waitedMs) {
    String queue() {
      return pulse.queue();
    }

    boolean isNothing() {
      return pulse.equals(new QueuePulse(queue(), 0, 0, 0, 0, 0));
    }

    Done and(Done more) {
      return new Done(
          new QueuePulse(
              queue(),
              pulse.enqueued() + more.pulse.enqueued(),
              pulse.started() + more.pulse.started(),
              pulse.completed() + more.pulse.completed(),
              pulse.failed() + more.pulse.failed(),
              pulse.cancelled() + more.pulse.cancelled()),
          waitedMs + more.waitedMs);
    }
  }

  @Override
  public void enqueued(String queue, String kind, int jobs) {
    of(queue).enqueued.add(jobs);
    next.enqueued(queue, kind, jobs);
  }

  @Override
  public void claimed(Lease lease, Duration waited) {
    Counts counts = of(lease.queue());
    counts.started.increment();
    counts.waitedMs.add(waited.toMillis());
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
  synchronized Duration write(int worker) {
    List<Done> done = new ArrayList<>();
    queues.forEach((queue, counts) -> {
      Done one = counts.take(queue);
      if (!one.isNothing()) {
        done.add(one);
        unwritten.merge(queue, one, Done::and);
      }
    });
    if (!done.isEmpty()) {
      database.run(connection -> bind(WRITE.on(connection), done).set("worker", worker).update());
    }
    if (++seconds >= TOGETHER) {
      writeHistory();
    }
    return SECOND;
  }

  /** Adds what was written down since the last time to the history. */
  synchronized void writeHistory() {
    seconds = 0;
    if (!unwritten.isEmpty()) {
      List<Done> done = List.copyOf(unwritten.values());
      unwritten.clear();
      database.run(connection ->
          bind(WRITE_MINUTES.on(connection), done)
              .set("waited_ms", column(done, Done::waitedMs))
              .update());
    }
  }

  private static Call bind(Call call, List<Done> done) throws SQLException {
    return call.set("queues", done.stream().map(Done::queue).toArray(String[]::new))
        .set("enqueued", column(done, one -> one.pulse().enqueued()))
        .set("started", column(done, one -> one.pulse().started()))
        .set("completed", column(done, one -> one.pulse().completed()))
        .set("failed", column(done, one -> one.pulse().failed()))
        .set("cancelled", column(done, one -> one.pulse().cancelled()));
  }

  private static long[] column(List<Done> done, ToLongFunction<Done> count) {
    return done.stream().mapToLong(count).toArray();
  }

  private Counts of(String queue) {
    return queues.computeIfAbsent(queue, q -> new Counts());
  }
}
