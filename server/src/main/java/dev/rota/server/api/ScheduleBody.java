package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.OnFailure;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.TriggerFields;
import dev.rota.server.http.Seconds;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A ScheduleBody is a schedule as callers send it: which jobs, when, and what if. */
record ScheduleBody(
    @Nullable JobBody job,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String every,
    @Nullable Double perHour,
    @Nullable String cronExpression,
    @Nullable String scheduleTime,
    @Nullable String timeZone,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable String dstGap,
    @Nullable String dstOverlap,
    @Nullable Boolean fromCompletion,
    @Nullable String overlap,
    @Nullable String onFailure,
    @Nullable Integer catchupMax,
    @Nullable Double catchupAgeSeconds,
    @Nullable Double catchupSpreadSeconds,
    @Nullable Double jitterSeconds) {

  NewSchedule schedule(String name, String actor, Duration minimum) {
    if (job == null) {
      throw new InvalidInput("job", "", "must be given: the job that each time makes");
    }
    return schedule(name, job.job(actor, null, null), minimum);
  }

  /** A schedule to look at, whatever its job will be. */
  NewSchedule rehearsed(Duration minimum) {
    return schedule("preview", NewJob.of("preview", "{}"), minimum);
  }

  private NewSchedule schedule(String name, NewJob template, Duration minimum) {
    return new NewSchedule(
        name,
        template,
        timetable(minimum),
        fromCompletion != null && fromCompletion,
        overlap == null ? Overlap.QUEUE : Overlap.of(overlap),
        onFailure == null ? OnFailure.CONTINUE : OnFailure.of(onFailure),
        new CatchUp(
            catchupMax,
            Seconds.readOrNull("catchup_age_seconds", catchupAgeSeconds),
            Seconds.readOrNull("catchup_spread_seconds", catchupSpreadSeconds),
            Seconds.readOrNull("jitter_seconds", jitterSeconds)),
        null,
        null);
  }

  private Timetable timetable(Duration minimum) {
    TriggerFields fields =
        new TriggerFields(
            intervalMinutes, intervalType, timeOfDay, every, perHour, cronExpression, scheduleTime);
    Timetable timetable =
        Timetable.of(
            fields
                .trigger(minimum)
                .orElseThrow(() ->
                    new InvalidInput(
                        "cron_expression",
                        "",
                        "must be given, or every, per_hour or interval_minutes")));
    return (timeZone == null ? timetable : timetable.in(timeZone))
        .from(startsAt)
        .until(endsAt)
        .with(
            new DstPolicy(
                dstGap == null ? DstPolicy.DEFAULT.gap() : DstPolicy.Gap.of(dstGap),
                dstOverlap == null
                    ? DstPolicy.DEFAULT.overlap()
                    : DstPolicy.Overlap.of(dstOverlap)));
  }
}
