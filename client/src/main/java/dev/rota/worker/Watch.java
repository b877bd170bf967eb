package dev.rota.worker;

import dev.rota.JobSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * A Watch ends what takes too much: handlers over their timeout or their limits, leases that wait
 * for a slot, and handlers whose lease could not be renewed. It waits for nobody, so an outage
 * cannot hold it up: handlers stop before others may take their jobs.
 */
final class Watch implements Loop.Step {
  private static final Logger LOG = System.getLogger(Watch.class.getName());
  private static final long TICK_MIN_NANOS = Duration.ofMillis(1).toNanos();
  private static final long TICK_MAX_NANOS = Duration.ofMillis(250).toNanos();

  private final JobSource source;
  private final Board board;
  private final Events events;
  private final long tickNanos;

  Watch(JobSource source, Board board, Events events, Duration stale, Duration lease) {
    this.source = source;
    this.board = board;
    this.events = events;
    long shortest = Math.min(lease.toNanos() / 20, stale.toNanos() / 4);
    this.tickNanos = Math.clamp(shortest, TICK_MIN_NANOS, TICK_MAX_NANOS);
  }

  @Override
  public boolean run() throws InterruptedException {
    Findings found = board.watch(tickNanos);
    if (!found.lost().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "Leases could not be renewed in time, their handlers stop executions="
              + found.lost().size());
      found.lost().forEach(Execution::lose);
    }
    found.timedOut().forEach(Execution::timeOut);
    found.limited().forEach(Execution::measure);
    found.released().forEach(lease -> events.tell(listener -> listener.released(lease)));
    if (!found.lost().isEmpty()) {
      source.abandon(found.lost().stream().map(Execution::lease).toList());
    }
    return true;
  }
}
