package dev.rota.worker;

import dev.rota.Rules;
import java.time.Duration;

/**
 * A Pace is how often and how much at once a worker does what it does.
 *
 * @param poll how long to wait for a hint of work before asking for it anyway
 * @param batch how many reports, and how many jobs, one exchange carries at the most
 * @param pumps how many exchanges may be under way at a time
 * @param beatEvery how often running executions are renewed, and cancellations heard of
 * @param progressEvery how often a progress is said again that has not changed
 * @param staleAfter how long a lease may wait for a slot before it is given back
 * @param drainDeadline how long running handlers may take when the worker is closed
 * @param grace how long cancelled handlers may take to stop, when the worker stops
 */
record Pace(
    Duration poll,
    int batch,
    int pumps,
    Duration beatEvery,
    Duration progressEvery,
    Duration staleAfter,
    Duration drainDeadline,
    Duration grace) {
  private static final Duration TICK = Duration.ofMillis(1);

  static final Pace DEFAULT =
      new Pace(
          Duration.ofSeconds(1),
          500,
          2,
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2));

  Pace {
    Rules.range("poll", poll, TICK, Rules.FURTHEST);
    Rules.range("batch", batch, 1, 10_000);
    Rules.range("pumps", pumps, 1, 64);
    Rules.range("beat_every", beatEvery, TICK, Rules.FURTHEST);
    Rules.range("progress_every", progressEvery, TICK, Rules.FURTHEST);
    Rules.range("stale_after", staleAfter, TICK, Rules.FURTHEST);
    Rules.range("drain_deadline", drainDeadline, Duration.ZERO, Rules.FURTHEST);
    Rules.range("grace", grace, Duration.ZERO, Rules.FURTHEST);
  }

  Pace withPoll(Duration other) {
    return new Pace(
        other, batch, pumps, beatEvery, progressEvery, staleAfter, drainDeadline, grace);
  }

  Pace withBatch(int other) {
    return new Pace(poll, other, pumps, beatEvery, progressEvery, staleAfter, drainDeadline, grace);
  }

  Pace withPumps(int other) {
    return new Pace(poll, batch, other, beatEvery, progressEvery, staleAfter, drainDeadline, grace);
  }

  Pace withBeatEvery(Duration other) {
    return new Pace(poll, batch, pumps, other, progressEvery, staleAfter, drainDeadline, grace);
  }

  Pace withProgressEvery(Duration other) {
    return new Pace(poll, batch, pumps, beatEvery, other, staleAfter, drainDeadline, grace);
  }

  Pace withStaleAfter(Duration other) {
    return new Pace(poll, batch, pumps, beatEvery, progressEvery, other, drainDeadline, grace);
  }

  Pace withDrainDeadline(Duration other) {
    return new Pace(poll, batch, pumps, beatEvery, progressEvery, staleAfter, other, grace);
  }

  Pace withGrace(Duration other) {
    return new Pace(poll, batch, pumps, beatEvery, progressEvery, staleAfter, drainDeadline, other);
  }
}
