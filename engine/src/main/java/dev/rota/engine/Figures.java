package dev.rota.engine;

import dev.rota.JobState;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Figures are the numbers of one queue: its jobs by state, and how its executions of the last hour
 * fared.
 *
 * @param completedLately how many executions that began within the last hour have completed
 * @param averageWait from due to started; null if none began
 * @param averageRun from started to finished
 * @param busy how long they ran together
 */
public record Figures(
    Map<JobState, Long> jobs,
    long completedLately,
    @Nullable Duration averageWait,
    @Nullable Duration averageRun,
    Duration busy) {
  /** How many jobs are in any of these states. */
  public long jobs(JobState... states) {
    long sum = 0;
    for (JobState state : states) {
      sum += jobs.getOrDefault(state, 0L);
    }
    return sum;
  }
}
