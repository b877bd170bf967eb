package dev.rota.worker;

import java.util.List;

/**
 * A Traffic is how exchanges went lately, and so whether to wait a little for the next one to carry
 * more. It is guarded by the board's lock.
 */
final class Traffic {
  /** How long a pump lets reports gather while there are many. */
  static final long GATHER_NANOS = 2_000_000;

  /** How long after an exchange of many the next one is expected to be so, too. */
  private static final long BUSY_NANOS = 10_000_000;

  private static final int MANY = 4;

  private final int batch;
  private double exchangeNanos;
  private boolean many;
  private boolean fellShort;
  private long endedAt;

  Traffic(int batch) {
    this.batch = batch;
  }

  void exchanged(Turn turn, int leases, long sent, long now) {
    double took = now - sent;
    exchangeNanos = exchangeNanos == 0 ? took : exchangeNanos + (took - exchangeNanos) / 5;
    many = turn.reports().size() >= MANY || leases >= MANY;
    fellShort = leases < turn.claim().max();
    endedAt = now;
  }

  /** How long an exchange takes: a moving average, 0 before the first. */
  double exchangeNanos() {
    return exchangeNanos;
  }

  /**
   * Whether a little patience makes the next exchange a bigger one: the last one moved many, more
   * reports are to come, and the source had no more jobs than it gave.
   */
  boolean gathers(int reports, List<Ask> asks, boolean more) {
    return many
        && (more || reports == 0)
        && System.nanoTime() - endedAt < BUSY_NANOS
        && reports < batch
        && (fellShort || asks.stream().mapToInt(Ask::max).sum() < batch);
  }
}
