package dev.rota.server.api;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A JobView is a job as callers see it. */
record JobView(
    String id,
    String kind,
    String queue,
    String status,
    @Nullable String waitingOn,
    Raw payload,
    int priority,
    int effectivePriority,
    int attempt,
    int currentRetryCount,
    int maxRetries,
    List<String> requires,
    @Nullable String uniqueKey,
    @Nullable String concurrencyKey,
    @Nullable Double timeoutSeconds,
    List<String> tags,
    Raw metadata,
    @Nullable String trace,
    String createdBy,
    Instant createdAt,
    @Nullable Instant nextRunAt,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable Instant cancelledAt,
    boolean isPaused,
    boolean cancelRequested,
    @Nullable Integer progress,
    @Nullable String progressMessage,
    @Nullable String errorMessage,
    @Nullable Raw result) {

  static JobView of(Job job) {
    boolean cancelled = job.state() == JobState.CANCELLED;
    return new JobView(
        Ids.JOB.show(job.id()),
        job.kind(),
        job.queue(),
        job.state().word(),
        job.waitingOn(),
        new Raw(job.payload()),
        job.priority(),
        job.effectivePriority(),
        job.attempt(),
        job.retries(),
        job.maxRetries(),
        List.copyOf(new TreeSet<>(job.requires())),
        job.uniqueKey(),
        job.concurrencyKey(),
        Seconds.showOrNull(job.timeout()),
        job.tags(),
        new Raw(job.metadata()),
        job.trace(),
        job.createdBy(),
        job.createdAt(),
        job.runAt(),
        job.startedAt(),
        cancelled ? null : job.finishedAt(),
        cancelled ? job.finishedAt() : null,
        job.state() == JobState.PAUSED,
        job.cancel(),
        job.progress(),
        job.progressMessage(),
        job.error(),
        job.result() == null ? null : new Raw(job.result()));
  }
}
