package dev.rota.server.admin;

import dev.rota.engine.scheduler.Schedule;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A ScheduledJob is a schedule as administrators of a crawler see it. */
record ScheduledJob(
    long id,
    String name,
    @Nullable Raw description,
    @Nullable Long subredditId,
    String cronExpression,
    boolean enabled,
    @Nullable Instant lastRunAt,
    @Nullable Instant nextRunAt,
    int priority,
    Instant createdAt,
    Instant updatedAt,
    String createdBy) {
  /** The member of the metadata of its jobs that says what it is for. */
  static final String DESCRIPTION = "description";

  static ScheduledJob of(Schedule schedule) {
    return new ScheduledJob(
        schedule.id(),
        schedule.name(),
        description(schedule),
        schedule.definition().target(),
        schedule.timetable().trigger().text(),
        !schedule.isPaused(),
        schedule.lastRunAt(),
        schedule.nextRunAt(),
        schedule.definition().job().priority(),
        schedule.createdAt(),
        schedule.updatedAt(),
        schedule.createdBy());
  }

  static @Nullable Raw description(Schedule schedule) {
    return Wire.members("metadata", schedule.definition().job().metadata()).get(DESCRIPTION);
  }
}
