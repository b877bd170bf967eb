package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.engine.Jobs;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleTicker decides what has come: it takes due schedules, has them judged, and writes the
 * judgements down, a batch in one transaction. Any number of nodes may tick at once: a schedule
 * that another one has taken is skipped.
 */
final class ScheduleTicker {
  private static final System.Logger LOG = System.getLogger(ScheduleTicker.class.getName());
  private static final Sql DUE = Statements.sql("due_schedules");
  private static final Sql CANCELLING = Statements.sql("cancelling_schedules");
  private static final Sql PUT_OFF = Statements.sql("put_off_schedule");
  private static final int BATCH = 500;

  /** A transaction writes so many rulings, and the rest of its schedules wait for the next. */
  private static final int RULINGS = 20_000;

  private static final int BATCHES = 100;

  private final Database database;
  private final Jobs jobs;
  private final Judge judge;
  private final Ledger ledger;
  private final SchedulerEvents events;

  ScheduleTicker(Database database, Jobs jobs, Judge judge, Ledger ledger, SchedulerEvents events) {
    this.database = database;
    this.jobs = jobs;
    this.judge = judge;
    this.ledger = ledger;
    this.events = events;
  }

  /** A schedule that is due; it has no schedule if its row cannot be read. */
  record Due(long id, @Nullable Schedule schedule, boolean live, Instant now) {}

  /** One batch, and whether there may be another. */
  private record Batch(Tally tally, boolean more) {}

  /** Decides all that has come. */
  Tally tick() {
    cancelOverlapped();
    Tally tally = new Tally();
    for (int i = 0; i < BATCHES; i++) {
      Batch batch = database.transact(this::batch);
      batch.tally().tell(events);
      tally.add(batch.tally());
      if (!batch.more()) {
        break;
      }
    }
    return tally;
  }

  /** Judges one schedule that the transaction has locked. */
  Judgement judge(Connection connection, Due due, Schedule schedule) throws SQLException {
    Known known =
        DueTimes.isBehind(schedule, due.now()) ? ledger.known(connection, schedule) : new Known();
    return judge.judge(schedule, due.now(), due.live(), known);
  }

  static Due due(ResultSet row) throws SQLException {
    long id = row.getLong("id");
    return new Due(id, readable(row, id), row.getBoolean("live"), Columns.instant(row, "now"));
  }

  private Batch batch(Connection connection) throws SQLException {
    Database.pin(connection);
    List<Due> due = DUE.on(connection).set("max", BATCH).list(ScheduleTicker::due);
    if (due.isEmpty()) {
      return new Batch(new Tally(), false);
    }
    Instant now = due.get(0).now();
    Map<Long, Known> known = ledger.known(connection, behind(due, now));
    List<Decision> decisions = new ArrayList<>();
    int rulings = 0;
    for (Due one : due) {
      if (rulings >= RULINGS) {
        break;
      }
      Schedule schedule = one.schedule();
      if (schedule == null || !isStorable(schedule)) {
        PUT_OFF.on(connection).set("id", one.id()).update();
        continue;
      }
      Judgement judgement =
          judge.judge(schedule, now, one.live(), known.getOrDefault(one.id(), new Known()));
      decisions.add(new Decision(schedule, judgement));
      rulings += judgement.rulings().size();
    }
    Tally tally = ledger.write(connection, decisions, now);
    return new Batch(tally, due.size() == BATCH || rulings > 0);
  }

  private static List<Schedule> behind(List<Due> due, Instant now) {
    List<Schedule> behind = new ArrayList<>();
    for (Due one : due) {
      Schedule schedule = one.schedule();
      if (schedule != null && DueTimes.isBehind(schedule, now)) {
        behind.add(schedule);
      }
    }
    return behind;
  }

  /**
   * Cancels the jobs that a new run takes the place of, before that one is enqueued: should this
   * node stop in between, the time is still due and the next tick enqueues it.
   */
  private void cancelOverlapped() {
    List<Due> overlapped =
        database.transact(
            connection -> CANCELLING.on(connection).set("max", BATCH).list(ScheduleTicker::due));
    for (Due due : overlapped) {
      Schedule schedule = due.schedule();
      if (schedule == null || schedule.lastJob() == null) {
        continue;
      }
      Judgement judgement = database.transact(connection -> judge(connection, due, schedule));
      if (judgement.runs()) {
        cancel(schedule.lastJob());
      }
    }
  }

  private void cancel(long job) {
    try {
      jobs.cancel(job, "schedule");
    } catch (RotaException e) {
      // It ended just now, which is as good.
      LOG.log(Level.DEBUG, "job={0} was not cancelled: {1}", job, e.getMessage());
    }
  }

  /** A row that somebody wrote by hand must not keep the others from being judged. */
  private static @Nullable Schedule readable(ResultSet row, long id) throws SQLException {
    try {
      return ScheduleRows.schedule(row);
    } catch (RotaException | DateTimeException e) {
      LOG.log(Level.WARNING, "schedule={0} cannot be read: {1}", id, e.getMessage());
      return null;
    }
  }

  private boolean isStorable(Schedule schedule) {
    try {
      jobs.check(schedule.definition().job());
      return true;
    } catch (RotaException e) {
      LOG.log(Level.WARNING, "schedule={0} makes no jobs: {1}", schedule.id(), e.getMessage());
      return false;
    }
  }
}
