package dev.rota.engine.scheduler;

import dev.rota.engine.scheduler.ScheduleTicker.Due;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleCloser gives the times of a schedule that have come and are undecided their last fate,
 * before the schedule is deleted or gets another timetable: times of a timetable that is gone
 * cannot be walked to later.
 */
final class ScheduleCloser {
  private static final Sql CLOSE = Statements.sql("close_deferred");
  private static final Sql DEFERRED = Statements.sql("first_deferred");

  private final ScheduleTicker ticker;
  private final Ledger ledger;
  private final Arrears arrears;

  ScheduleCloser(ScheduleTicker ticker, Ledger ledger, Arrears arrears) {
    this.ticker = ticker;
    this.ledger = ledger;
    this.arrears = arrears;
  }

  /** Decides what is due as a tick would, and calls what would still wait missed. */
  Tally change(Connection connection, Due due, Schedule schedule) throws SQLException {
    return close(connection, due, schedule, true, "the schedule was changed");
  }

  /** Calls what is due missed: nothing runs for a schedule that is deleted. */
  Tally delete(Connection connection, Due due, Schedule schedule) throws SQLException {
    boolean stopped = schedule.isPaused() || schedule.isHalted();
    return close(connection, due, schedule, stopped, "the schedule was deleted");
  }

  private Tally close(
      Connection connection, Due due, Schedule schedule, boolean judges, String reason)
      throws SQLException {
    Arrears.forgetWaiting(connection, schedule.id());
    Instant next = schedule.nextRunAt();
    Tally tally = new Tally();
    if (judges) {
      Judgement last = ticker.judge(connection, due, schedule);
      tally.add(ledger.write(connection, List.of(new Decision(schedule, last)), due.now()));
      next = last.nextRunAt();
      Arrears.forgetWaiting(connection, schedule.id());
    }
    tally.add(
        schedule.definition().fromCompletion()
            ? closeOne(connection, due, schedule, next, reason)
            : closeAll(connection, due, schedule, next, reason));
    return tally;
  }

  /** A schedule that counts from the end of its job has one time, which is on no timetable. */
  private Tally closeOne(
      Connection connection, Due due, Schedule schedule, @Nullable Instant next, String reason)
      throws SQLException {
    CLOSE
        .on(connection)
        .set("schedule", schedule.id())
        .set("now", due.now().toString())
        .set("reason", reason)
        .update();
    if (next == null || next.isAfter(due.now())) {
      return new Tally();
    }
    Judgement missed = new Judgement(List.of(Ruling.of(next, Fate.MISSED, reason)), null, null);
    return ledger.write(connection, List.of(new Decision(schedule, missed)), due.now());
  }

  private Tally closeAll(
      Connection connection, Due due, Schedule schedule, @Nullable Instant next, String reason)
      throws SQLException {
    Instant from = earlier(next, waiting(connection, schedule));
    Instant notedTo = schedule.notedTo();
    Instant to = notedTo != null && notedTo.isAfter(due.now()) ? notedTo : due.now();
    if (from != null && !from.isAfter(to)) {
      Arrear missed = new Arrear(from, to, Fate.MISSED, reason);
      Arrears.add(connection, List.of(new Arrears.Owed(schedule.id(), missed)), due.now());
    }
    return arrears.settle(connection, schedule.id());
  }

  private static @Nullable Instant waiting(Connection connection, Schedule schedule)
      throws SQLException {
    return DEFERRED
        .on(connection)
        .set("schedules", new long[] {schedule.id()})
        .first(row -> Columns.instant(row, "planned_at"))
        .orElse(null);
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isBefore(other) ? one : other;
  }
}
