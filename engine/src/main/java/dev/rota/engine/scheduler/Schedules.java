package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.Jobs;
import dev.rota.engine.scheduler.ScheduleTicker.Due;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Fire;
import dev.rota.schedule.Timetable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Schedules are made, looked at and controlled here: the beginning of a schedule's life, and every
 * hand laid on it.
 */
public final class Schedules {
  private static final Sql ONE = Statements.sql("schedule");
  private static final Sql LOCK = Statements.sql("lock_schedule");
  private static final Sql DELETE = Statements.sql("delete_schedule");
  private static final Sql PAUSE = Statements.sql("pause_schedule");
  private static final Sql RESUME = Statements.sql("resume_schedule");
  private static final Sql RENAME = Statements.sql("rename_schedule");
  private static final Sql COMING = Statements.sql("coming_schedules");
  private static final Sql OF_KIND = Statements.sql("schedules_of_kind");
  private static final Sql COUNT = Statements.sql("count_schedules");
  private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

  private final Database database;
  private final Jobs jobs;
  private final ScheduleTicker ticker;
  private final Ledger ledger;
  private final ScheduleCloser closer;
  private final ScheduleEditor editor;
  private final DryRun dryRun;
  private final Backfill backfill;
  private final SchedulerEvents events;
  private final Runnable changed;
  private final AuditTrail audit = new AuditTrail();

  Schedules(
      Database database,
      Jobs jobs,
      SchedulerOptions options,
      Parts parts,
      SchedulerEvents events,
      Runnable changed) {
    this.database = database;
    this.jobs = jobs;
    this.ticker = parts.ticker();
    this.ledger = parts.ledger();
    this.closer = new ScheduleCloser(ticker, ledger, parts.arrears());
    this.editor = new ScheduleEditor(options, closer);
    this.dryRun = new DryRun(database, parts.judge(), ledger);
    this.backfill = new Backfill(options, ledger);
    this.events = events;
    this.changed = changed;
  }

  /** What schedules and the tick have in common. */
  record Parts(Judge judge, Ledger ledger, ScheduleTicker ticker, Arrears arrears) {}

  /** What is done to a schedule that is locked. */
  interface Change {
    Tally on(Connection connection, Due due, Schedule schedule) throws SQLException;
  }

  /**
   * Creates a schedule or changes the one of that name. Changing when it runs starts it anew after
   * now: its old times that are due are decided as they would have been, and those that the cap
   * would defer are missed.
   */
  public Schedule put(NewSchedule schedule, String actor) {
    return put(schedule, actor, true, connection -> {});
  }

  /** Creates a schedule; one of that name must not be there. */
  public Schedule create(NewSchedule schedule, String actor) {
    return put(schedule, actor, false, connection -> {});
  }

  public Optional<Schedule> get(String name) {
    return find(name, null);
  }

  public Optional<Schedule> get(long id) {
    return find(null, id);
  }

  /** Schedules in the order of their names. */
  public List<Schedule> list(ScheduleFilter filter) {
    return database.transact(connection ->
        DryRun.list(connection, filter).stream()
            .map(Due::schedule)
            .filter(Objects::nonNull)
            .toList());
  }

  /** The schedules whose next times come first. */
  public List<Schedule> coming(int limit) {
    Rules.range("limit", limit, 1, 1_000);
    return database.transact(
        connection -> COMING.on(connection).set("max", limit).list(ScheduleRows::schedule));
  }

  /** Schedules of a queue and kind in the order of their making, so many after the first. */
  public List<Schedule> list(String queue, String kind, int limit, int offset) {
    Rules.range("limit", limit, 1, 1_000);
    Rules.range("offset", offset, 0, Integer.MAX_VALUE);
    return database.transact(connection ->
        OF_KIND
            .on(connection)
            .set("queue", queue)
            .set("kind", kind)
            .set("max", limit)
            .set("skip", offset)
            .list(ScheduleRows::schedule));
  }

  /** How many schedules of a queue and kind there are. */
  public long count(String queue, String kind) {
    return database.transact(connection ->
        COUNT
            .on(connection)
            .set("queue", queue)
            .set("kind", kind)
            .one(row -> row.getLong("schedules")));
  }

  /** Gives a schedule another name. */
  public void rename(String from, String to, String actor) {
    Rules.name("actor", actor);
    Rules.name("name", to);
    database.run(connection -> {
      if (lock(connection, from).isEmpty()) {
        throw unknown(from);
      }
      if (RENAME.on(connection).set("from", from).set("to", to).update() == 0) {
        throw ScheduleEditor.conflict(to);
      }
      note(connection, "schedule.changed", actor, to);
    });
  }

  /**
   * Deletes a schedule; its jobs and its occurrences stay, and its times that have come without a
   * decision are missed.
   */
  public void delete(String name, String actor) {
    Rules.name("actor", actor);
    Tally tally =
        database.transact(connection -> {
          Due due = lock(connection, name).orElseThrow(() -> unknown(name));
          Schedule schedule = due.schedule();
          Tally closed = schedule == null ? new Tally() : closer.delete(connection, due, schedule);
          DELETE.on(connection).set("name", name).update();
          note(connection, "schedule.deleted", actor, name);
          return closed;
        });
    tally.tell(events);
  }

  /** Times that pass while it is paused are skipped; its jobs go on. */
  public Schedule pause(String name, String actor) {
    return change(
        "schedule.paused",
        name,
        actor,
        (connection, due, schedule) -> {
          PAUSE
              .on(connection)
              .set("id", schedule.id())
              .set("now", due.now().toString())
              .set("actor", actor)
              .update();
          return new Tally();
        });
  }

  /** Lets a schedule that is paused, or halted, go on. */
  public Schedule resume(String name, String actor) {
    return change(
        "schedule.resumed",
        name,
        actor,
        (connection, due, schedule) -> {
          Judgement passed = ticker.judge(connection, due, schedule);
          Tally tally =
              ledger.write(connection, List.of(new Decision(schedule, passed)), due.now());
          RESUME.on(connection).set("id", schedule.id()).set("now", due.now().toString()).update();
          restart(connection, schedule, due);
          return tally;
        });
  }

  /** Runs it now, besides its times. */
  public Schedule trigger(String name, String actor) {
    return change(
        "schedule.triggered",
        name,
        actor,
        (connection, due, schedule) -> {
          Ruling now = new Ruling(due.now(), Fate.ENQUEUED, due.now(), 0, "by hand");
          Judgement extra = new Judgement(List.of(now), schedule.nextRunAt(), schedule.wakeAt());
          Tally tally = ledger.write(connection, List.of(new Decision(schedule, extra)), due.now());
          if (tally.total() == 0) {
            throw new RotaException("busy", "schedule " + name + " runs at this very instant");
          }
          return tally;
        });
  }

  /** Retries the job whose failure halted a schedule, which goes on when that one completes. */
  public Job retry(String name, String actor) {
    Schedule schedule = get(name).orElseThrow(() -> unknown(name));
    Long job = schedule.haltedJob();
    if (job == null) {
      throw new RotaException("not-halted", "schedule " + name + " is not halted");
    }
    return jobs.retry(job, actor);
  }

  /** Enqueues those times of a past range that did not run. */
  public Backfilled backfill(String name, Instant from, Instant to, String actor) {
    AtomicReference<Backfilled> answer = new AtomicReference<>();
    change(
        "schedule.backfilled",
        name,
        actor,
        (connection, due, schedule) -> {
          Backfill.Written written = backfill.run(connection, schedule, from, to, due.now());
          answer.set(written.answer());
          return written.tally();
        });
    return Objects.requireNonNull(answer.get());
  }

  /** Its next planned times, with what changes of the clock do to them. */
  public List<Fire> preview(String name, int count) {
    Schedule schedule = get(name).orElseThrow(() -> unknown(name));
    Timetable timetable = schedule.timetable();
    Instant next = schedule.nextRunAt();
    boolean shifted = schedule.definition().fromCompletion() && next != null;
    return (shifted ? timetable.from(next) : timetable)
        .fires(next == null ? now() : next, FAR, count);
  }

  /** The next planned times of a schedule that is not there yet. */
  public List<Fire> preview(NewSchedule schedule, int count) {
    Instant now = now();
    return editor.checked(schedule, now).timetable().fires(now, FAR, count);
  }

  /** What a tick would decide about a schedule now. */
  public Forecast dryRun(String name) {
    return dryRun.of(name).orElseThrow(() -> unknown(name));
  }

  /** The same for all schedules of a list about which there is something to decide. */
  public List<Forecast> dryRun(ScheduleFilter filter) {
    return dryRun.of(filter);
  }

  /** What is written together with a schedule. */
  interface Addition {
    void to(Connection connection) throws SQLException;
  }

  Schedule put(NewSchedule wish, String actor, boolean replace, Addition addition) {
    Rules.name("actor", actor);
    jobs.check(wish.job());
    Tally tally =
        database.transact(connection -> {
          Optional<Due> before = lock(connection, wish.name());
          if (before.isPresent() && !replace) {
            throw ScheduleEditor.conflict(wish.name());
          }
          Tally decided = editor.store(connection, wish, actor, replace, before.orElse(null));
          String event = before.isPresent() ? "schedule.changed" : "schedule.created";
          note(connection, event, actor, wish.name());
          addition.to(connection);
          return decided;
        });
    tally.tell(events);
    changed.run();
    return get(wish.name()).orElseThrow(() -> unknown(wish.name()));
  }

  /** A schedule that counted from the end of a job that is gone counts from now. */
  private void restart(Connection connection, Schedule schedule, Due due) throws SQLException {
    boolean waits = schedule.definition().fromCompletion() && schedule.nextRunAt() == null;
    if (waits && !due.live()) {
      Instant next = DueTimes.afterCompletion(schedule.timetable(), due.now(), due.now());
      Judgement again = Judgement.none(next, next);
      ledger.write(connection, List.of(new Decision(schedule, again)), due.now());
    }
  }

  Schedule change(String event, String name, String actor, Change change) {
    Rules.name("actor", actor);
    Tally tally =
        database.transact(connection -> {
          Due due = lock(connection, name).orElseThrow(() -> unknown(name));
          Schedule schedule = due.schedule();
          if (schedule == null) {
            throw new InvalidInput("schedule", name, "cannot be read: put it again");
          }
          Tally decided = change.on(connection, due, schedule);
          note(connection, event, actor, name);
          return decided;
        });
    tally.tell(events);
    changed.run();
    return get(name).orElseThrow(() -> unknown(name));
  }

  private static Optional<Due> lock(Connection connection, String name) throws SQLException {
    return LOCK.on(connection).set("name", name).first(ScheduleTicker::due);
  }

  private Optional<Schedule> find(@Nullable String name, @Nullable Long id) {
    return database.transact(connection ->
        ONE.on(connection).set("name", name).set("id", id).first(ScheduleRows::schedule));
  }

  /** What the database takes for now. */
  public Instant now() {
    return database.transact(ScheduleEditor::clock);
  }

  private void note(Connection connection, String event, String actor, String name)
      throws SQLException {
    audit.other(connection, event, actor, "{\"schedule\": " + dev.rota.Json.quote(name) + "}");
  }

  static RotaException unknown(String name) {
    return new RotaException("not-found", "there is no schedule " + name);
  }
}
