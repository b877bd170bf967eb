package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.engine.JobChanges;
import java.time.Duration;
import java.util.function.Consumer;
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
    NewJob.Builder changed = job.but();
    set(changes.payload(), changed::payload);
    set(changes.priority(), changed::priority);
    set(changes.maxRetries(), changed::maxRetries);
    set(changes.retryBase(), base -> changed.retry(retry().withBase(base)));
    set(changes.timeout(), changed::timeout);
    set(changes.metadata(), changed::metadata);
    return new NewRecurringJob(changed.build(), other == null ? recurrence : other);
  }

  private static <T> void set(@Nullable T change, Consumer<T> builder) {
    if (change != null) {
      builder.accept(change);
    }
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
