package dev.rota.engine;

import dev.rota.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Totals are the numbers of all jobs: by state, how their executions fared, and what housekeeping
 * did.
 *
 * @param jobs without the pending and paused ones, which may be many and are told by queue;
 *     recurring jobs that wait for their next time are among the scheduled
 * @param executions all that are kept, and those that run
 * @param recovered how many executions were taken from workers whose lease was over
 * @param checkedAt when a scheduler last looked, to ten seconds
 * @param countedAt when these numbers were
 */
public record Totals(
    Map<JobState, Long> jobs,
    long executions,
    long completed,
    long failed,
    @Nullable Duration averageDuration,
    long recovered,
    @Nullable Instant checkedAt,
    Instant countedAt) {
  /** The share of completed executions among those that completed or failed; 0 without any. */
  public double successRate() {
    return completed + failed == 0 ? 0 : (double) completed / (completed + failed);
  }
}
