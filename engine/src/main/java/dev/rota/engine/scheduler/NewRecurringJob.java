package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.Parents;
import dev.rota.RetryPolicy;
import dev.rota.engine.JobChanges;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A NewRecurringJob is a job that shall run again and again: each time one interval after the run
 * before has ended, and no more once it has failed for good.
 *
 * @param job what each run does
 */
public record NewRecurringJob(NewJob job, Recurrence recurrence) {
  /** How runs are tried again whose job says no more than the wait before the first retry. */
  public static final RetryPolicy RETRY =
      new RetryPolicy(Duration.ofMinutes(1), 2, Duration.ofHours(1), 0);

  NewSchedule as(String name) {
    return new NewSchedule(
        name,
        job,
        recurrence.timetable(),
        true,
        Overlap.SKIP,
        OnFailure.HALT,
        new CatchUp(null, null, null, Duration.ZERO),
        null,
        null);
  }

  /** The same but for these changes. */
  NewRecurringJob with(JobChanges changes, @Nullable Recurrence other) {
    NewJob changed =
        new NewJob(
            job.kind(),
            changes.payload() == null ? job.payload() : changes.payload(),
            job.queue(),
            changes.priority() == null ? job.priority() : changes.priority(),
            null,
            Duration.ZERO,
            changes.maxRetries() == null ? job.maxRetries() : changes.maxRetries(),
            changes.retryBase() == null ? job.retry() : retry().withBase(changes.retryBase()),
            null,
            job.concurrency(),
            job.requires(),
            changes.timeout() == null ? job.timeout() : changes.timeout(),
            job.tags(),
            changes.metadata() == null ? job.metadata() : changes.metadata(),
            null,
            null,
            job.createdBy(),
            null,
            job.tenant(),
            Parents.NONE);
    return new NewRecurringJob(changed, other == null ? recurrence : other);
  }

  /** Whether it is the same wish, as far as what is stored can tell. */
  boolean isSameAs(NewRecurringJob other) {
    NewJob its = other.job;
    return job.kind().equals(its.kind())
        && job.queue().equals(its.queue())
        && job.payload().equals(its.payload())
        && job.priority() == its.priority()
        && recurrence.equals(other.recurrence);
  }

  private RetryPolicy retry() {
    RetryPolicy own = job.retry();
    return own == null ? RETRY : own;
  }
}
