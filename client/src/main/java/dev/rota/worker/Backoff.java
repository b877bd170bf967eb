package dev.rota.worker;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A Backoff is how long to wait before the next try: longer each time, and never quite the same.
 */
final class Backoff {
  private static final long FIRST_MILLIS = 50;

  private final long mostMillis;
  private long millis = FIRST_MILLIS;

  Backoff(long mostMillis) {
    this.mostMillis = Math.max(1, mostMillis);
  }

  long nextMillis() {
    long bound = Math.min(millis, mostMillis);
    millis = Math.min(millis * 2, mostMillis);
    return bound / 2 + ThreadLocalRandom.current().nextLong(bound / 2 + 1);
  }

  void reset() {
    millis = FIRST_MILLIS;
  }
}
