package dev.rota.engine.scheduler;

import dev.rota.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A RecurringJob is a schedule that was made as a job, and its last run: what people see as one job
 * that runs again and again.
 *
 * @param state what the schedule and the run together make
 */
public record RecurringJob(
    Schedule schedule,
    Recurrence recurrence,
    @Nullable Instant cancelledAt,
    JobState state,
    @Nullable Run run) {

  /**
   * A Run is one of the jobs that a recurring job made.
   *
   * @param fence of its execution, while it runs
   */
  public record Run(
      long job,
      JobState state,
      int attempt,
      int retries,
      @Nullable Instant runAt,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      @Nullable String error,
      @Nullable String result,
      @Nullable Integer progress,
      @Nullable String progressMessage,
      boolean cancel,
      @Nullable Long fence,
      @Nullable String waitingOn) {}

  public long id() {
    return schedule.id();
  }

  /** What it was asked for. */
  NewRecurringJob definition() {
    return new NewRecurringJob(schedule.definition().job(), recurrence);
  }

  /** Whether its last run has not ended. */
  public boolean isLive() {
    return run != null && !run.state().isTerminal();
  }

  /** When it runs next: its run, if that waits, else its next time. */
  public @Nullable Instant nextRunAt() {
    return run != null && isLive() ? run.runAt() : schedule.nextRunAt();
  }
}
