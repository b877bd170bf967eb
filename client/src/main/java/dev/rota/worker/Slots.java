package dev.rota.worker;

/**
 * A Slots is how many calls a queue, or a kind, may have at a time, and what takes them. It is
 * guarded by the board's lock.
 */
final class Slots {
  private static final double WEIGHT = 1 / 16.0;

  final String name;
  final int max;

  /** Calls under way. */
  int running;

  /** Calls that the waiting leases make. */
  int waiting;

  /** Calls asked for by exchanges under way. */
  int asked;

  /** Calls that the source may hand over without being asked. */
  int kept;

  /** A moving average; 0 before the first call has ended. */
  private double callNanos;

  Slots(String name, int max) {
    this.name = name;
    this.max = max;
  }

  boolean hasRoom() {
    return running < max;
  }

  /** How many more calls' worth of jobs may be claimed. */
  int claimable(double exchangeNanos, int prefetchMax) {
    return max + prefetch(exchangeNanos, prefetchMax) - running - waiting - asked - kept;
  }

  /** How many more calls could start now, were nothing under way. */
  int free() {
    return max - running - waiting - kept;
  }

  /**
   * What these slots get through in the time of two exchanges: so much must wait here for the slots
   * to stay busy. Next to nothing if calls take long.
   */
  private int prefetch(double exchangeNanos, int most) {
    return callNanos == 0 ? 0 : (int) Math.min(most, 2 * max * exchangeNanos / callNanos);
  }

  void begin() {
    running++;
  }

  void end(long nanos) {
    running--;
    double took = Math.max(nanos, 1);
    callNanos = callNanos == 0 ? took : callNanos + (took - callNanos) * WEIGHT;
  }

  /** Leases have waited this long in vain: calls take longer than those that ended say. */
  void stalled(long nanos) {
    callNanos = Math.max(callNanos, (double) nanos);
  }
}
