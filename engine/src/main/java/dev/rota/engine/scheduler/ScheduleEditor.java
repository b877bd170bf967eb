package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.engine.scheduler.ScheduleTicker.Due;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleEditor writes definitions of schedules. One that changes when a schedule runs closes
 * the old timetable first: each of its due times gets a fate, and the new one starts after now.
 */
final class ScheduleEditor {
  private static final Sql PUT = Statements.sql("put_schedule");
  private static final Sql CLOCK = Statements.sql("scheduler_clock");

  private final SchedulerOptions options;
  private final ScheduleCloser closer;

  ScheduleEditor(SchedulerOptions options, ScheduleCloser closer) {
    this.options = options;
    this.closer = closer;
  }

  /** Stores a definition in the place of one before, if there is one and it may be replaced. */
  Tally store(
      Connection connection, NewSchedule wish, String actor, boolean replace, @Nullable Due before)
      throws SQLException {
    Schedule old = before == null ? null : before.schedule();
    boolean keepsTimes =
        old != null
            && old.definition().fromCompletion() == wish.fromCompletion()
            && old.timetable().equals(wish.timetable());
    Instant now = before == null ? clock(connection) : before.now();
    checked(wish, now);
    Tally tally =
        old == null || before == null || keepsTimes
            ? new Tally()
            : closer.change(connection, before, old);
    Instant next = keepsTimes && old != null ? old.nextRunAt() : first(wish, now);
    Optional<Long> stored =
        ScheduleRows.define(PUT.on(connection), wish)
            .set("actor", actor)
            .set("replace", replace)
            .set("keeps_times", keepsTimes)
            .set("next_run_at", ScheduleRows.text(next))
            .set("wake_at", ScheduleRows.text(keepsTimes && old != null ? old.wakeAt() : next))
            .first(row -> row.getLong("id"));
    if (stored.isEmpty()) {
      throw conflict(wish.name());
    }
    return tally;
  }

  private static @Nullable Instant first(NewSchedule wish, Instant now) {
    Timetable timetable = wish.timetable();
    Instant start = timetable.start();
    if (wish.fromCompletion() && (start == null || start.isBefore(now))) {
      return DueTimes.afterCompletion(timetable, now, now);
    }
    return timetable.next(now.minusNanos(1)).orElse(null);
  }

  /** Refuses what would never fire, or too often. */
  NewSchedule checked(NewSchedule wish, Instant now) {
    if (wish.timetable().trigger() instanceof Interval interval) {
      interval.atLeast("trigger", options.minimumInterval());
    }
    wish.timetable().firingAfter(now);
    return wish;
  }

  static Instant clock(Connection connection) throws SQLException {
    return CLOCK.on(connection).one(row -> Columns.instant(row, "now"));
  }

  static RotaException conflict(String name) {
    return new RotaException("already-exists", "there is a schedule " + name + " already");
  }
}
