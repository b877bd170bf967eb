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
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleEditor writes definitions of schedules. One that changes when a schedule runs closes
 * the old timetable first: each of its due times gets a fate, and the new one starts after now.
 */
final class ScheduleEditor {
  private static final Sql PUT = Statements.sql("put_schedule");
  private static final Sql CLOSE = Statements.sql("close_deferred");
  private static final Sql CLOCK = Statements.sql("scheduler_clock");
  private static final String CHANGED = "the schedule was changed";

  private final SchedulerOptions options;
  private final ScheduleTicker ticker;
  private final Ledger ledger;

  ScheduleEditor(SchedulerOptions options, ScheduleTicker ticker, Ledger ledger) {
    this.options = options;
    this.ticker = ticker;
    this.ledger = ledger;
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
            : closeTimes(connection, before, old);
    Instant next = keepsTimes && old != null ? old.nextRunAt() : first(wish, now);
    Optional<Long> stored =
        ScheduleRows.define(PUT.on(connection), wish)
            .set("actor", actor)
            .set("replace", replace)
            .set("next_run_at", ScheduleRows.text(next))
            .set("wake_at", ScheduleRows.text(keepsTimes && old != null ? old.wakeAt() : next))
            .first(row -> row.getLong("id"));
    if (stored.isEmpty()) {
      throw conflict(wish.name());
    }
    return tally;
  }

  /** Decides the due times of a schedule that is about to have others. */
  private Tally closeTimes(Connection connection, Due due, Schedule old) throws SQLException {
    Judgement last = ticker.judge(connection, due, old);
    Tally tally = ledger.write(connection, List.of(new Decision(old, last)), due.now());
    CLOSE
        .on(connection)
        .set("schedule", old.id())
        .set("now", due.now().toString())
        .set("reason", CHANGED)
        .update();
    Instant next = last.nextRunAt();
    if (next != null && !next.isAfter(due.now()) && !old.definition().fromCompletion()) {
      List<Ruling> missed =
          DueTimes.of(old.timetable(), next, due.now()).times().stream()
              .map(time -> Ruling.of(time, Fate.MISSED, CHANGED))
              .toList();
      Judgement rest = new Judgement(missed, null, null);
      tally.add(ledger.write(connection, List.of(new Decision(old, rest)), due.now()));
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
