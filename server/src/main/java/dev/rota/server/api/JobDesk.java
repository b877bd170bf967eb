package dev.rota.server.api;

import dev.rota.engine.Explanation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JobDesk is where jobs of one sort are looked at and steered: those that run once, or those that
 * recur.
 */
interface JobDesk {
  /** A page of executions, by its distance from the newest. */
  record ExecutionPage(List<ExecutionView> executions, long total, int limit, int offset) {}

  /** StatsView has the numbers of a job under the names that callers know. */
  record StatsView(
      long totalExecutions,
      long successfulRuns,
      long failedRuns,
      @Nullable Long averageDurationMs,
      @Nullable Instant lastExecutionAt,
      @Nullable Instant nextScheduledAt,
      double successRate) {}

  JobView get(long id);

  JobView update(long id, JobUpdateBody body, String actor);

  void delete(long id, String actor);

  JobView cancel(long id, String actor);

  JobView pause(long id, String actor);

  JobView resume(long id, String actor);

  JobView retry(long id, String actor);

  JobView release(long id, String actor);

  JobView prioritize(long id, int priority, String actor);

  JobView boost(long id, int by, String actor);

  ExecutionPage executions(long id, int limit, int offset);

  StatsView stats(long id);

  Explanation explain(long id);
}
