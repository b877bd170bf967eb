package dev.rota.engine.scheduler;

import dev.rota.schedule.Timetable;
import org.jspecify.annotations.Nullable;

/**
 * A Recurrence is when a recurring job runs, and how that was told.
 *
 * @param intervalType the unit in which an interval was told; null for minutes
 * @param scheduleTime the expression that an interval overrules
 */
public record Recurrence(
    Timetable timetable, @Nullable String intervalType, @Nullable String scheduleTime) {}
