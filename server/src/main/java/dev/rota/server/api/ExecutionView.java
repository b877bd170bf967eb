package dev.rota.server.api;

import dev.rota.Execution;
import dev.rota.engine.NumberedExecution;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An ExecutionView is one try at a job as callers see it. */
record ExecutionView(
    String id,
    String jobId,
    String runId,
    long executionNumber,
    String status,
    String kind,
    String queue,
    String worker,
    @Nullable String token,
    Instant dueAt,
    Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable Long durationMs,
    long itemsCrawled,
    long itemsIndexed,
    int retryAttempt,
    @Nullable String errorType,
    @Nullable String errorMessage,
    @Nullable String stackTrace,
    @Nullable Raw result,
    Raw counters,
    @Nullable Long cpuTimeMs,
    @Nullable Integer memoryPeakMb,
    Raw metadata) {

  static ExecutionView of(NumberedExecution numbered) {
    Execution execution = numbered.execution();
    Map<String, Raw> counters = Wire.members("counters", execution.counters());
    Long recurring = numbered.recurring();
    return new ExecutionView(
        Ids.EXECUTION.show(execution.id()),
        recurring == null ? Ids.JOB.show(execution.job()) : Ids.SCHEDULE.show(recurring),
        Ids.JOB.show(execution.job()),
        numbered.number(),
        execution.status(),
        execution.kind(),
        execution.queue(),
        execution.worker(),
        execution.token(),
        execution.dueAt(),
        execution.startedAt(),
        execution.finishedAt(),
        execution.duration() == null ? null : execution.duration().toMillis(),
        count(counters, "items_crawled"),
        count(counters, "items_indexed"),
        execution.retries(),
        execution.errorType(),
        execution.error(),
        execution.stackTrace(),
        execution.result() == null ? null : new Raw(execution.result()),
        new Raw(execution.counters()),
        execution.cpuMillis(),
        execution.memoryPeakMb(),
        new Raw(execution.metadata()));
  }

  private static long count(Map<String, Raw> counters, String name) {
    Raw count = counters.get(name);
    return count == null ? 0 : Wire.read(count.json(), Long.class);
  }
}
