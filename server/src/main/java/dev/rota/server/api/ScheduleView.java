package dev.rota.server.api;

import dev.rota.NewJob;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.schedule.Timetable;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleView is a schedule as callers see it.
 *
 * @param isPlanned whether a plan keeps it
 */
record ScheduleView(
    String id,
    String name,
    TemplateView job,
    String trigger,
    String explained,
    String timeZone,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    String dstGap,
    String dstOverlap,
    boolean fromCompletion,
    String overlap,
    String onFailure,
    @Nullable Integer catchupMax,
    @Nullable Double catchupAgeSeconds,
    @Nullable Double catchupSpreadSeconds,
    @Nullable Double jitterSeconds,
    boolean isPlanned,
    boolean isPaused,
    @Nullable Instant pausedAt,
    boolean isHalted,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    @Nullable String lastJobId,
    long runs,
    long completed,
    long failed,
    long cancelled,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt,
    String createdBy,
    Instant createdAt) {

  /** The jobs that a schedule makes; a new schedule takes them as they are here. */
  record TemplateView(
      String kind,
      String queue,
      Raw payload,
      int priority,
      @Nullable Integer maxRetries,
      @Nullable RetryBody retry,
      @Nullable UniqueBody unique,
      @Nullable String concurrencyKey,
      @Nullable Integer concurrencyLimit,
      List<String> requires,
      @Nullable Double timeoutSeconds,
      @Nullable LimitsBody limits,
      List<String> tags,
      Raw metadata,
      @Nullable String tenant) {
    static TemplateView of(NewJob job) {
      return new TemplateView(
          job.kind(),
          job.queue(),
          new Raw(job.payload()),
          job.priority(),
          job.maxRetries(),
          RetryBody.of(job.retry()),
          UniqueBody.of(job.unique()),
          job.concurrency() == null ? null : job.concurrency().key(),
          job.concurrency() == null ? null : job.concurrency().limit(),
          job.requires().stream().sorted().toList(),
          Seconds.showOrNull(job.timeout()),
          LimitsBody.of(job.limits()),
          job.tags(),
          new Raw(job.metadata()),
          job.tenant());
    }
  }

  static ScheduleView of(Schedule schedule) {
    NewSchedule wish = schedule.definition();
    Timetable timetable = wish.timetable();
    CatchUp catchUp = wish.catchUp();
    return new ScheduleView(
        Ids.SCHEDULE.show(schedule.id()),
        schedule.name(),
        TemplateView.of(wish.job()),
        timetable.trigger().text(),
        timetable.explain(),
        timetable.zone().getId().equals("Z") ? "UTC" : timetable.zone().getId(),
        timetable.start(),
        timetable.end(),
        timetable.dst().gap().word(),
        timetable.dst().overlap().word(),
        wish.fromCompletion(),
        wish.overlap().word(),
        wish.onFailure().word(),
        catchUp.max(),
        Seconds.showOrNull(catchUp.age()),
        Seconds.showOrNull(catchUp.spread()),
        Seconds.showOrNull(catchUp.jitter()),
        wish.plan() != null,
        schedule.isPaused(),
        schedule.pausedAt(),
        schedule.isHalted(),
        schedule.nextRunAt(),
        schedule.lastRunAt(),
        Ids.JOB.showOrNull(schedule.lastJob()),
        schedule.runs(),
        schedule.completed(),
        schedule.failed(),
        schedule.cancelled(),
        schedule.lastSuccessAt(),
        schedule.lastFailureAt(),
        schedule.createdBy(),
        schedule.createdAt());
  }
}
