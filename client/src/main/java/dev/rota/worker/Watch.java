package dev.rota.worker;

import dev.rota.JobSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * A Watch ends what takes too long: handlers over their timeout, leases that wait for a slot, and
 * handlers whose lease could not be renewed. It waits for nobody, so an outage cannot hold it up:
 * handlers stop before others may take their jobs.
 */
final class Watch implements Loop.Step {
  private static final Logger LOG = System.getLogger(Watch.class.getName());
  private static final long TICK_MAX_NANOS = Duration.ofMillis(250).toNanos();

  private final JobSource source;
  private final Board board;
  private final Events events;
  private final long staleNanos;
  private final long leaseNanos;
  private final long tickNanos;

  /** The last fifth of a lease is left to handlers for their end. */
  Watch(JobSource source, Board board, Events events, Duration stale, long leaseNanos) {
    this.source = source;
    this.board = board;
    this.events = events;
    this.staleNanos = stale.toNanos();
    this.leaseNanos = leaseNanos - leaseNanos / 5;
    this.tickNanos =
        Math.max(1_000_000, Math.min(TICK_MAX_NANOS, Math.min(leaseNanos / 20, staleNanos / 4)));
  }

  @Override
  public boolean run() throws InterruptedException {
    Findings found = board.watch(tickNanos, staleNanos, leaseNanos);
    found.timedOut().forEach(Execution::timeOut);
    if (!found.lost().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "Leases could not be renewed in time, their handlers stop executions={0}",
          found.lost().size());
      found.lost().forEach(Execution::lose);
      source.abandon(found.lost().stream().map(Execution::lease).toList());
    }
    found.released().forEach(one -> events.tell(listener -> listener.released(one.lease())));
    return true;
  }
}
