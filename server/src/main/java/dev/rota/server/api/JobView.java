package dev.rota.server.api;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.Holding;
import dev.rota.engine.Kin;
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
    @Nullable String sourceId,
    @Nullable String sourceName,
    @Nullable String url,
    Raw payload,
    int priority,
    int effectivePriority,
    int attempt,
    int currentRetryCount,
    int maxRetries,
    long retryBackoffSeconds,
    List<String> requires,
    @Nullable String uniqueKey,
    @Nullable String concurrencyKey,
    @Nullable Double timeoutSeconds,
    @Nullable LimitsBody limits,
    List<String> tags,
    Raw metadata,
    @Nullable String trace,
    String createdBy,
    Instant createdAt,
    Instant updatedAt,
    boolean scheduleEnabled,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String scheduleTime,
    @Nullable Instant nextRunAt,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable Instant cancelledAt,
    boolean isPaused,
    @Nullable Instant pausedAt,
    boolean cancelRequested,
    @Nullable String lockToken,
    @Nullable Instant lockAcquiredAt,
    @Nullable String worker,
    @Nullable Integer progress,
    @Nullable String progressMessage,
    @Nullable String errorMessage,
    @Nullable Raw result,
    @Nullable String scheduleId,
    @Nullable String tenant,
    @Nullable List<KinView> parents,
    @Nullable List<KinView> children) {

  /**
   * A job and its kin.
   *
   * @param kin null if nobody asked for it
   */
  static JobView of(Job job, Holding holding, @Nullable List<Kin> kin) {
    CrawlPayload crawl = CrawlPayload.of(job.kind(), job.payload());
    boolean running = job.state() == JobState.RUNNING;
    boolean cancelled = job.state() == JobState.CANCELLED;
    return new JobView(
        Ids.JOB.show(job.id()),
        job.kind(),
        job.queue(),
        job.state().word(),
        job.waitingOn(),
        crawl.sourceId(),
        crawl.sourceName(),
        crawl.url(),
        new Raw(job.payload()),
        job.priority(),
        job.effectivePriority(),
        job.attempt(),
        job.retries(),
        job.maxRetries(),
        holding.retryBase().toSeconds(),
        List.copyOf(new TreeSet<>(job.requires())),
        job.uniqueKey(),
        job.concurrencyKey(),
        Seconds.showOrNull(job.timeout()),
        LimitsBody.of(job.limits()),
        job.tags(),
        new Raw(job.metadata()),
        job.trace(),
        job.createdBy(),
        job.createdAt(),
        holding.changedAt(),
        false,
        null,
        null,
        null,
        null,
        job.runAt(),
        job.startedAt(),
        cancelled ? null : job.finishedAt(),
        cancelled ? job.finishedAt() : null,
        job.state() == JobState.PAUSED,
        holding.pausedAt(),
        job.cancel(),
        running ? Ids.EXECUTION.showOrNull(holding.fence()) : null,
        running ? job.startedAt() : null,
        running ? holding.worker() : null,
        job.progress(),
        job.progressMessage(),
        job.error(),
        job.result() == null ? null : new Raw(job.result()),
        Ids.SCHEDULE.showOrNull(holding.schedule()),
        job.tenant(),
        kin == null ? null : kin(kin, false),
        kin == null ? null : kin(kin, true));
  }

  private static List<KinView> kin(List<Kin> all, boolean children) {
    return all.stream().filter(one -> one.isChild() == children).map(KinView::of).toList();
  }
}
