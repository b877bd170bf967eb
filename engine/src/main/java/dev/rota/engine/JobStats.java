package dev.rota.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * JobStats are the numbers of one job's executions.
 *
 * @param averageDuration of those that are over
 */
public record JobStats(
    long executions,
    long completed,
    long failed,
    @Nullable Duration averageDuration,
    @Nullable Instant lastStartedAt) {
  /** The share of completed executions among those that completed or failed; 0 without any. */
  public double successRate() {
    return completed + failed == 0 ? 0 : (double) completed / (completed + failed);
  }
}
