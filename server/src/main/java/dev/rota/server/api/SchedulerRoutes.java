package dev.rota.server.api;

import dev.rota.JobState;
import dev.rota.engine.Census;
import dev.rota.engine.Totals;
import dev.rota.engine.scheduler.Scheduler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** SchedulerRoutes tell how the scheduler fares. */
record SchedulerRoutes(Census census, Scheduler scheduler, Duration mayBeOld) {

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/scheduler/metrics", this::metrics);
  }

  /** The numbers under the names that callers know. */
  record MetricsView(
      JobCounts jobs,
      ExecutionNumbers executions,
      @Nullable Instant lastCheckAt,
      Instant lastMetricsUpdate,
      long staleLocksCleared) {}

  record JobCounts(long scheduled, long running, long completed, long failed, long cancelled) {
    static JobCounts of(Totals totals) {
      return new JobCounts(
          count(totals, JobState.SCHEDULED),
          count(totals, JobState.RUNNING),
          count(totals, JobState.COMPLETED),
          count(totals, JobState.FAILED),
          count(totals, JobState.CANCELLED));
    }

    private static long count(Totals totals, JobState state) {
      return totals.jobs().getOrDefault(state, 0L);
    }
  }

  record ExecutionNumbers(long total, long averageDurationMs, double successRate) {
    static ExecutionNumbers of(Totals totals) {
      Duration average = totals.averageDuration();
      return new ExecutionNumbers(
          totals.executions(), average == null ? 0 : average.toMillis(), totals.successRate());
    }
  }

  private void metrics(ServerRequest request, ServerResponse response) {
    Totals totals = census.totals(mayBeOld);
    Answers.ok(
        response,
        new MetricsView(
            JobCounts.of(totals),
            ExecutionNumbers.of(totals),
            later(scheduler.checkedAt(), totals.checkedAt()),
            totals.countedAt(),
            totals.recovered()));
  }

  /** This node's scheduler knows its own look to the instant, others' to some seconds. */
  private static @Nullable Instant later(@Nullable Instant own, @Nullable Instant any) {
    return own == null || (any != null && any.isAfter(own)) ? any : own;
  }
}
