package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.schedule.Timetable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Schedule is a rule that makes jobs, as it stands now.
 *
 * @param definition what was asked for
 * @param haltedJob the job whose failure halted it
 * @param nextRunAt the first planned time that has no job yet; null while it waits for its own job
 *     to end, and when no time is left
 * @param wakeAt when the scheduler looks at it again
 * @param lastRunAt when it last made a job
 * @param runs how many jobs it has made
 * @param updatedAt when people last changed, paused or resumed it
 * @param notedTo up to there, each of its times has a row in the ledger or soon will
 */
public record Schedule(
    long id,
    NewSchedule definition,
    Instant createdAt,
    String createdBy,
    @Nullable Instant pausedAt,
    @Nullable String pausedBy,
    @Nullable Instant haltedAt,
    @Nullable Long haltedJob,
    @Nullable Instant nextRunAt,
    @Nullable Instant wakeAt,
    @Nullable Instant lastRunAt,
    @Nullable Long lastJob,
    long runs,
    long completed,
    long failed,
    long cancelled,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt,
    Instant updatedAt,
    @Nullable Instant notedTo) {

  public String name() {
    return definition.name();
  }

  public Timetable timetable() {
    return definition.timetable();
  }

  public boolean isPaused() {
    return pausedAt != null;
  }

  public boolean isHalted() {
    return haltedAt != null;
  }

  /** The job of one of its times: the template, and a key by which its runs never overlap. */
  NewJob jobAt(@Nullable Instant runAt) {
    NewJob job = definition.job();
    NewJob.Builder wish = job.but().runAt(runAt).createdBy("schedule").schedule(id);
    return (job.concurrency() == null ? wish.concurrency("schedule:" + id, 1) : wish).build();
  }

  /** The same at another place of its timetable, neither paused nor halted. */
  Schedule resumedAt(@Nullable Instant next) {
    return new Schedule(
        id,
        definition,
        createdAt,
        createdBy,
        null,
        null,
        null,
        null,
        next,
        next,
        lastRunAt,
        lastJob,
        runs,
        completed,
        failed,
        cancelled,
        lastSuccessAt,
        lastFailureAt,
        updatedAt,
        notedTo);
  }
}
