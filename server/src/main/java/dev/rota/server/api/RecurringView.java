package dev.rota.server.api;

import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.engine.scheduler.NewRecurringJob;
import dev.rota.engine.scheduler.RecurringJob;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A RecurringView shows a schedule and its last run as one job. */
final class RecurringView {
  private static final int RETRIES = 3;

  /** Stands for the run of a job that has not run yet. */
  private static final RecurringJob.Run NONE =
      new RecurringJob.Run(
          0, JobState.PENDING, 0, 0, null, null, null, null, null, null, null, false, null, null);

  private RecurringView() {}

  static JobView of(RecurringJob job) {
    Schedule schedule = job.schedule();
    NewJob wish = schedule.definition().job();
    RecurringJob.Run run = job.run() == null ? NONE : job.run();
    boolean cancelled = job.state() == JobState.CANCELLED;
    RecurrenceFields when = RecurrenceFields.of(job.recurrence());
    CrawlPayload crawl = CrawlPayload.of(wish.kind(), wish.payload());
    return new JobView(
        Ids.SCHEDULE.show(job.id()),
        wish.kind(),
        wish.queue(),
        job.state().word(),
        job.state() == JobState.PENDING ? run.waitingOn() : null,
        crawl.sourceId(),
        crawl.sourceName(),
        crawl.url(),
        new Raw(wish.payload()),
        wish.priority(),
        wish.priority(),
        run.attempt(),
        job.isLive() || job.state() == JobState.FAILED ? run.retries() : 0,
        wish.maxRetries() == null ? RETRIES : wish.maxRetries(),
        (wish.retry() == null ? NewRecurringJob.RETRY : wish.retry()).base().toSeconds(),
        List.copyOf(new TreeSet<>(wish.requires())),
        null,
        wish.concurrency() == null ? null : wish.concurrency().key(),
        Seconds.showOrNull(wish.timeout()),
        LimitsBody.of(wish.limits()),
        wish.tags(),
        new Raw(wish.metadata()),
        null,
        schedule.createdBy(),
        schedule.createdAt(),
        changedAt(job),
        true,
        when.intervalMinutes(),
        when.intervalType(),
        when.timeOfDay(),
        when.scheduleTime(),
        cancelled ? null : job.nextRunAt(),
        run.startedAt(),
        job.isLive() ? null : run.finishedAt(),
        cancelled ? job.cancelledAt() : null,
        schedule.isPaused() || job.state() == JobState.PAUSED,
        schedule.pausedAt(),
        run.cancel(),
        Ids.EXECUTION.showOrNull(run.fence()),
        run.fence() == null ? null : run.startedAt(),
        null,
        run.progress(),
        run.progressMessage(),
        run.error(),
        run.result() == null ? null : new Raw(run.result()),
        null,
        wish.tenant(),
        null,
        null);
  }

  private static Instant changedAt(RecurringJob job) {
    RecurringJob.@Nullable Run run = job.run();
    return Stream.of(
            job.schedule().updatedAt(),
            job.schedule().lastRunAt(),
            run == null ? null : run.startedAt(),
            run == null ? null : run.finishedAt())
        .filter(Objects::nonNull)
        .max(Instant::compareTo)
        .orElse(job.schedule().updatedAt());
  }
}
