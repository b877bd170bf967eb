package dev.rota.engine.alerts;

import dev.rota.InvalidInput;
import java.time.Duration;

/**
 * AlertOptions are how often the rules are checked, and from where on they are broken.
 *
 * @param depth pending jobs of a queue
 * @param failedPercent of the jobs of a queue that ended lately
 * @param running how long a job may run
 * @param late how long a time of a schedule may wait for its decision
 * @param successPercent of the last runs of a schedule
 * @param slowerPercent the last runs of a schedule against those before
 * @param staleSpans in how many spans of ten minutes of the last hour jobs lost their workers
 */
public record AlertOptions(
    Duration every,
    int depth,
    int failedPercent,
    Duration running,
    Duration late,
    int successPercent,
    int slowerPercent,
    int staleSpans) {
  /** What the documents advise. */
  public static final AlertOptions STANDARD =
      new AlertOptions(
          Duration.ofSeconds(30),
          1_000,
          10,
          Duration.ofHours(1),
          Duration.ofMinutes(5),
          80,
          200,
          2);

  public AlertOptions {
    if (every.isNegative() || every.isZero()) {
      throw new InvalidInput("every", every, "must be longer than nothing");
    }
  }

  /** From where on a rule is broken; times are seconds. */
  double threshold(AlertRule rule) {
    return switch (rule) {
      case QUEUE_DEPTH -> depth;
      case FAILED_RATE -> failedPercent / 100.0;
      case LONG_RUNNING -> running.toMillis() / 1000.0;
      case MISSED_SCHEDULE -> late.toMillis() / 1000.0;
      case SUCCESS_RATE -> successPercent / 100.0;
      case SLOWER -> slowerPercent / 100.0;
      case STALE_LEASES -> staleSpans;
      case STRANDED_JOBS, ARCHIVE_FAILING -> 0;
    };
  }
}
