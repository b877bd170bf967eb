package dev.rota.server;

import java.time.Duration;

/**
 * Buckets are the limits by which durations are counted: jobs take anything from a millisecond to
 * an hour.
 */
final class Buckets {

  private Buckets() {}

  static Duration[] ofJobs() {
    return new Duration[] {
      Duration.ofMillis(1),
      Duration.ofMillis(10),
      Duration.ofMillis(100),
      Duration.ofSeconds(1),
      Duration.ofSeconds(10),
      Duration.ofMinutes(1),
      Duration.ofMinutes(10),
      Duration.ofHours(1)
    };
  }
}
