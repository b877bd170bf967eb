package dev.rota.server.api;

import dev.rota.engine.scheduler.Recurrence;
import dev.rota.schedule.Interval;
import dev.rota.schedule.IntervalUnit;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import dev.rota.schedule.TriggerFields;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RecurrenceFields are the members by which callers say, and are told, when a job recurs. */
record RecurrenceFields(
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String timeZone,
    @Nullable String scheduleTime) {

  /** When the job recurs; nothing if these members do not say. */
  Optional<Recurrence> read(Duration minimum) {
    if (scheduleTime != null) {
      Trigger.parse("schedule_time", scheduleTime, minimum);
    }
    return new TriggerFields(
            intervalMinutes, intervalType, timeOfDay, null, null, null, scheduleTime)
        .trigger(minimum)
        .map(this::recurrence);
  }

  private Recurrence recurrence(Trigger trigger) {
    Timetable timetable = Timetable.of(trigger);
    return new Recurrence(
        timeZone == null ? timetable : timetable.in(timeZone), intervalType, scheduleTime);
  }

  /**
   * What is said here, and where nothing is said, what was before. An expression alone takes the
   * place of an interval, an interval that of an expression.
   */
  RecurrenceFields over(RecurrenceFields before) {
    if (scheduleTime != null
        && intervalMinutes == null
        && intervalType == null
        && timeOfDay == null) {
      return new RecurrenceFields(
          null, null, null, timeZone == null ? before.timeZone : timeZone, scheduleTime);
    }
    boolean told = intervalMinutes != null || before.intervalMinutes == null;
    return new RecurrenceFields(
        told ? intervalMinutes : before.intervalMinutes,
        told || intervalType != null ? intervalType : before.intervalType,
        told || timeOfDay != null ? timeOfDay : before.timeOfDay,
        timeZone == null ? before.timeZone : timeZone,
        scheduleTime == null ? before.scheduleTime : scheduleTime);
  }

  boolean isEmpty() {
    return equals(new RecurrenceFields(null, null, null, null, null));
  }

  static RecurrenceFields of(Recurrence recurrence) {
    Timetable timetable = recurrence.timetable();
    String zone = timetable.zone().getId().equals("Z") ? null : timetable.zone().getId();
    return switch (timetable.trigger()) {
      case Interval interval -> of(interval.length(), recurrence, zone);
      case dev.rota.schedule.DayInterval days ->
          new RecurrenceFields(
              days.days(), "days", days.at().toString(), zone, recurrence.scheduleTime());
      case dev.rota.schedule.Cron cron -> new RecurrenceFields(null, null, null, zone, cron.text());
    };
  }

  /** In the unit in which it was told, unless it has become another interval. */
  private static RecurrenceFields of(
      Duration length, Recurrence recurrence, @Nullable String zone) {
    IntervalUnit told = IntervalUnit.of(recurrence.intervalType());
    boolean whole = length.toNanos() % told.length().toNanos() == 0;
    IntervalUnit unit = whole ? told : IntervalUnit.MINUTES;
    return new RecurrenceFields(
        (int) length.dividedBy(unit.length()), unit.word(), null, zone, recurrence.scheduleTime());
  }
}
