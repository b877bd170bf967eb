package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Timetable;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Arrears are what the ledger owes: planned times whose fate is decided and whose rows are still to
 * be written. Each tick writes a batch of them, after it has decided what has come.
 */
final class Arrears {
  private static final System.Logger LOG = System.getLogger(Arrears.class.getName());
  private static final Sql ADD = Statements.sql("add_arrears");
  private static final Sql TAKE = Statements.sql("take_arrears");
  private static final Sql WRITE = Statements.sql("write_arrears");
  private static final Sql SHORTEN = Statements.sql("shorten_arrears");
  private static final Sql FORGET_WAITING = Statements.sql("forget_waiting");
  private static final Sql SCHEDULE = Statements.sql("schedule");

  /** How many rows one transaction writes. */
  static final int BATCH = DueTimes.MOST;

  /** How many arrears one tick takes up. */
  private static final int TAKEN = 200;

  private final Database database;
  private final Gate gate;
  private final SchedulerEvents events;
  private volatile boolean left;

  Arrears(Database database, Gate gate, SchedulerEvents events) {
    this.database = database;
    this.gate = gate;
    this.events = events;
  }

  /** An arrear as it is stored; it has no timetable if somebody has written nonsense by hand. */
  private record Stored(
      long id, long schedule, Arrear arrear, Instant decidedAt, @Nullable Timetable timetable) {}

  /** What was written of an arrear, of how many times, and whether some are left. */
  private record Part(Tally tally, int times, boolean left) {}

  /** An arrear of a schedule that has its old timetable still. */
  record Owed(long schedule, Arrear arrear) {}

  /** Whether the last tick left something to write. */
  boolean isLeft() {
    return left;
  }

  static void add(Connection connection, List<Owed> owed, Instant now) throws SQLException {
    if (owed.isEmpty()) {
      return;
    }
    ADD.on(connection)
        .set("now", now.toString())
        .set("schedules", owed.stream().mapToLong(Owed::schedule).toArray())
        .set("from_ats", Ledger.texts(owed, o -> o.arrear().from().toString()))
        .set("to_ats", Ledger.texts(owed, o -> o.arrear().to().toString()))
        .set("fates", Ledger.texts(owed, o -> o.arrear().fate().word()))
        .set("reasons", Ledger.texts(owed, o -> o.arrear().reason()))
        .update();
  }

  /** Forgets which times of a schedule were to be noted as waiting. */
  static void forgetWaiting(Connection connection, long schedule) throws SQLException {
    FORGET_WAITING.on(connection).set("schedule", schedule).update();
  }

  /** Writes a batch, each arrear in a transaction of its own. */
  Tally tick() {
    Tally tally = new Tally();
    int times = 0;
    boolean more = true;
    for (int i = 0; more && i < TAKEN && times < BATCH; i++) {
      int room = BATCH - times;
      Optional<Part> part = database.transact(connection -> part(connection, null, true, room));
      part.ifPresent(written -> {
        written.tally().tell(events);
        tally.add(written.tally());
      });
      times += part.map(Part::times).orElse(0);
      more = part.isPresent();
    }
    left = more;
    return tally;
  }

  /**
   * Writes a batch in the transaction that has decided it, of one schedule or of any; what is more
   * than that is left to ticks.
   */
  Tally settle(Connection connection, @Nullable Long schedule) throws SQLException {
    Tally tally = new Tally();
    int times = 0;
    boolean more = true;
    while (more && times < BATCH) {
      Optional<Part> part = part(connection, schedule, false, BATCH - times);
      part.ifPresent(written -> tally.add(written.tally()));
      times += part.map(Part::times).orElse(0);
      more = part.isPresent();
    }
    return tally;
  }

  private Optional<Part> part(
      Connection connection, @Nullable Long schedule, boolean deferred, int room)
      throws SQLException {
    Database.pin(connection);
    Optional<Stored> taken =
        TAKE.on(connection)
            .set("schedule", schedule)
            .set("deferred", deferred)
            .first(Arrears::stored);
    return taken.isEmpty() ? Optional.empty() : Optional.of(write(connection, taken.get(), room));
  }

  private Part write(Connection connection, Stored stored, int room) throws SQLException {
    Timetable timetable = stored.timetable();
    DueTimes due =
        timetable == null
            ? DueTimes.NONE
            : DueTimes.of(timetable, stored.arrear().from(), stored.arrear().to(), room);
    Tally tally = due.times().isEmpty() ? new Tally() : write(connection, stored, due.times());
    SHORTEN
        .on(connection)
        .set("id", stored.id())
        .set("from_at", due.more() ? ScheduleRows.text(due.following()) : null)
        .update();
    return new Part(tally, due.times().size(), due.more());
  }

  private Tally write(Connection connection, Stored stored, List<Instant> times)
      throws SQLException {
    Arrear arrear = stored.arrear();
    Schedule gated = arrear.fate() == Fate.DROPPED ? schedule(connection, stored) : null;
    Tally tally = new Tally();
    WRITE
        .on(connection)
        .set("schedule", stored.schedule())
        .set("decided_at", stored.decidedAt().toString())
        .set("fate", arrear.fate().word())
        .set("reason", arrear.reason())
        .set("planned_ats", Ledger.texts(times, Instant::toString))
        .set("fates", Ledger.texts(times, time -> fate(arrear, gated, time).word()))
        .list(row -> tally.add(Fate.of(row.getString("fate")), row.getInt("times")));
    return tally;
  }

  /** What fell into a window that skips was skipped before it grew too old. */
  private Fate fate(Arrear arrear, @Nullable Schedule gated, Instant time) {
    return gated != null && gate.skips(gated, time) ? Fate.SKIPPED_WINDOW : arrear.fate();
  }

  private static @Nullable Schedule schedule(Connection connection, Stored stored)
      throws SQLException {
    return SCHEDULE
        .on(connection)
        .set("name", (String) null)
        .set("id", stored.schedule())
        .first(ScheduleTicker::due)
        .map(ScheduleTicker.Due::schedule)
        .orElse(null);
  }

  static Arrear arrear(ResultSet row) throws SQLException {
    return new Arrear(
        Columns.instant(row, "from_at"),
        Columns.instant(row, "to_at"),
        Fate.of(row.getString("fate")),
        row.getString("reason"));
  }

  private static Stored stored(ResultSet row) throws SQLException {
    long id = row.getLong("id");
    return new Stored(
        id,
        row.getLong("schedule"),
        arrear(row),
        Columns.instant(row, "decided_at"),
        readable(row, id));
  }

  private static @Nullable Timetable readable(ResultSet row, long id) throws SQLException {
    try {
      return ScheduleRows.timetable(row);
    } catch (RotaException | DateTimeException e) {
      LOG.log(Level.WARNING, "arrears={0} cannot be read: {1}", id, e.getMessage());
      return null;
    }
  }
}
