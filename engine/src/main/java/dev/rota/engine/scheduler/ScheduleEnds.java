package dev.rota.engine.scheduler;

import dev.rota.JobState;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * ScheduleEnds take note of how the jobs of schedules ended: totals, the halt after a failure, and
 * the next time of those that count from the end of their job.
 */
final class ScheduleEnds {
  private static final Sql TAKE = Statements.sql("take_ends");
  private static final Sql LOCK = Statements.sql("lock_schedules");
  private static final Sql NOTE = Statements.sql("note_ends");
  private static final Sql WAITING = Statements.sql("first_deferred");
  private static final Sql STRANDED = Statements.sql("stranded_schedules");
  private static final int BATCH = 2_000;

  private final Database database;
  private final Judge judge;
  private final Ledger ledger;

  ScheduleEnds(Database database, Judge judge, Ledger ledger) {
    this.database = database;
    this.judge = judge;
    this.ledger = ledger;
  }

  /** One end of a job. */
  record End(long id, long schedule, long job, JobState state, Instant at) {}

  /** Takes note of all ends that there are; gives how many. */
  int note() {
    int noted = 0;
    int batch;
    do {
      batch = database.transact(this::batch);
      noted += batch;
    } while (batch == BATCH);
    return noted;
  }

  /** Sets those going again that wait for an end which nobody will tell of; gives how many. */
  int findStranded() {
    return database.transact(connection -> {
      Database.pin(connection);
      List<EndNote> notes =
          STRANDED
              .on(connection)
              .set("max", BATCH)
              .list(row -> {
                Instant ended = Columns.nullableInstant(row, "ended_at");
                EndNote note = new EndNote(ScheduleRows.schedule(row));
                note.countFrom(ended == null ? Columns.instant(row, "now") : ended);
                return note;
              });
      write(connection, notes);
      return notes.size();
    });
  }

  private int batch(Connection connection) throws SQLException {
    Database.pin(connection);
    List<End> ends =
        TAKE.on(connection)
            .set("max", BATCH)
            .list(row ->
                new End(
                    row.getLong("id"),
                    row.getLong("schedule"),
                    row.getLong("job"),
                    JobState.of(row.getString("state")),
                    Columns.instant(row, "at")));
    if (ends.isEmpty()) {
      return 0;
    }
    Map<Long, EndNote> notes = notes(connection, ends);
    for (End end : ends.stream().sorted(Comparator.comparingLong(End::id)).toList()) {
      EndNote note = notes.get(end.schedule());
      if (note != null) {
        note.add(end);
      }
    }
    List<EndNote> lifted = notes.values().stream().filter(EndNote::isLifted).toList();
    settle(connection, lifted);
    goOnWithDeferred(connection, lifted);
    write(connection, List.copyOf(notes.values()));
    return ends.size();
  }

  private static Map<Long, EndNote> notes(Connection connection, List<End> ends)
      throws SQLException {
    Map<Long, EndNote> notes = new TreeMap<>();
    LOCK.on(connection)
        .set("ids", ends.stream().mapToLong(End::schedule).distinct().sorted().toArray())
        .list(ScheduleRows::schedule)
        .forEach(schedule -> notes.put(schedule.id(), new EndNote(schedule)));
    return notes;
  }

  /** What passed until its halt was over was missed, whenever that is noted. */
  private void settle(Connection connection, List<EndNote> lifted) throws SQLException {
    for (EndNote note : lifted) {
      Schedule schedule = note.schedule();
      Instant until = note.liftedAt();
      Judgement judgement = judge.judge(schedule, until, false, ledger.known(connection, schedule));
      ledger.write(connection, List.of(new Decision(schedule, judgement)), until);
      note.settle(judgement);
    }
  }

  /** A schedule whose halt is over takes up what waited for that. */
  private static void goOnWithDeferred(Connection connection, List<EndNote> lifted)
      throws SQLException {
    if (lifted.isEmpty()) {
      return;
    }
    Map<Long, Instant> first = new HashMap<>();
    WAITING
        .on(connection)
        .set("schedules", lifted.stream().mapToLong(n -> n.schedule().id()).toArray())
        .list(row -> first.put(row.getLong("schedule"), Columns.instant(row, "planned_at")));
    lifted.forEach(note -> note.goOnWith(first.get(note.schedule().id())));
  }

  private static void write(Connection connection, List<EndNote> notes) throws SQLException {
    if (notes.isEmpty()) {
      return;
    }
    NOTE.on(connection)
        .set("ids", notes.stream().mapToLong(n -> n.schedule().id()).toArray())
        .set("completed", notes.stream().mapToInt(n -> n.count(JobState.COMPLETED)).toArray())
        .set("failed", notes.stream().mapToInt(n -> n.count(JobState.FAILED)).toArray())
        .set("cancelled", notes.stream().mapToInt(n -> n.count(JobState.CANCELLED)).toArray())
        .set("success_ats", Ledger.texts(notes, n -> ScheduleRows.text(n.successAt())))
        .set("failure_ats", Ledger.texts(notes, n -> ScheduleRows.text(n.failureAt())))
        .set("halted_ats", Ledger.texts(notes, n -> ScheduleRows.text(n.haltedAt())))
        .set("halted_jobs", notes.stream().map(EndNote::haltedJob).toArray(Long[]::new))
        .set("next_run_ats", Ledger.texts(notes, n -> ScheduleRows.text(n.nextRunAt())))
        .set("wake_ats", Ledger.texts(notes, n -> ScheduleRows.text(n.wakeAt())))
        .update();
  }
}
