package dev.rota.server.api;

import dev.rota.Execution;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An ExecutionView is one try at a job as callers see it. */
record ExecutionView(
    String id,
    String jobId,
    int executionNumber,
    String status,
    String kind,
    String queue,
    String worker,
    Instant dueAt,
    Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable Long durationMs,
    int retryAttempt,
    @Nullable String errorType,
    @Nullable String errorMessage,
    @Nullable String stackTrace,
    @Nullable Raw result,
    Raw counters,
    @Nullable Long cpuTimeMs,
    @Nullable Integer memoryPeakMb,
    Raw metadata) {

  static ExecutionView of(Execution execution) {
    return new ExecutionView(
        Ids.EXECUTION.show(execution.id()),
        Ids.JOB.show(execution.job()),
        execution.attempt(),
        execution.status(),
        execution.kind(),
        execution.queue(),
        execution.worker(),
        execution.dueAt(),
        execution.startedAt(),
        execution.finishedAt(),
        execution.duration() == null ? null : execution.duration().toMillis(),
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
}
