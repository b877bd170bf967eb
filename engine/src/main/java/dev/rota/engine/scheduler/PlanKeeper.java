package dev.rota.engine.scheduler;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A PlanKeeper keeps the schedules equal to the plans: one for each target that counts, and none
 * for others. It takes one statement a plan, however many targets there are.
 */
final class PlanKeeper {
  private static final System.Logger LOG = System.getLogger(PlanKeeper.class.getName());
  private static final Sql LOCK = Statements.sql("lock_plans");
  private static final Sql DROP = Statements.sql("drop_planned");
  private static final Sql KEEP = Statements.sql("keep_plan");
  private static final Sql STATE = Statements.sql("planned_state");

  /** However little has changed, somebody may have laid hands on a schedule. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Database database;
  private final Duration phase;
  private final Arrears arrears;
  private final Runnable decide;
  private String keptState = "";
  private long keptAt;

  /**
   * A keeper that starts new schedules so long from now, unless their plan says otherwise. Before
   * it changes any, what has come is decided by their old times.
   */
  PlanKeeper(Database database, Duration phase, Arrears arrears, Runnable decide) {
    this.database = database;
    this.phase = phase;
    this.arrears = arrears;
    this.decide = decide;
  }

  /** Kept is what one turn did to the schedules. */
  record Kept(long added, long changed, long dropped) {
    static final Kept NOTHING = new Kept(0, 0, 0);

    private Kept and(Kept other) {
      return new Kept(added + other.added, changed + other.changed, dropped + other.dropped);
    }
  }

  /** Keeps them if targets or plans have changed, or once a minute: comparing all takes a while. */
  synchronized Kept keepIfChanged() {
    String state =
        database.transact(connection -> STATE.on(connection).one(row -> row.getString("state")));
    boolean fresh = System.nanoTime() - keptAt < LONGEST.toNanos();
    if (fresh && state.equals(keptState)) {
      return Kept.NOTHING;
    }
    Kept kept = keep();
    keptState = state;
    keptAt = System.nanoTime();
    return kept;
  }

  Kept keep() {
    long dropped =
        database.transact(connection -> {
          LOCK.on(connection).list(row -> row.getLong("id"));
          long gone = DROP.on(connection).one(row -> row.getLong("dropped"));
          arrears.settle(connection, null);
          return gone;
        });
    decide.run();
    Kept kept = new Kept(0, 0, dropped).and(database.transact(this::keepAll));
    if (!kept.equals(Kept.NOTHING)) {
      LOG.log(
          Level.INFO,
          "plans kept: added={0} changed={1} dropped={2}",
          kept.added(),
          kept.changed(),
          kept.dropped());
    }
    return kept;
  }

  private Kept keepAll(Connection connection) throws SQLException {
    List<Instant> now = LOCK.on(connection).list(row -> Columns.instant(row, "now"));
    Kept kept = Kept.NOTHING;
    for (Plan plan : Plans.rows(connection, null)) {
      Trigger trigger = plan.definition().trigger();
      if (plan.definition().enabled() && trigger != null && !now.isEmpty()) {
        kept = kept.and(keep(connection, plan, trigger, now.get(0)));
      }
    }
    arrears.settle(connection, null);
    return kept;
  }

  private Kept keep(Connection connection, Plan plan, Trigger trigger, Instant now)
      throws SQLException {
    NewPlan definition = plan.definition();
    Instant start = now.plus(Objects.requireNonNullElse(definition.phase(), phase));
    Timetable timetable = Timetable.of(trigger).in(definition.timeZone());
    Instant first = timetable.from(start).next(start.minusNanos(1000)).orElse(null);
    return KEEP.on(connection)
        .set("plan", plan.id())
        .set("template", new PayloadTemplate(definition.payload()).text(trigger))
        .set("starts_at", start.toString())
        .set("first_run_at", text(first))
        .set("next_run_at", text(timetable.from(now).next(now).orElse(null)))
        .set("interval_us", micros(trigger))
        .one(row -> new Kept(row.getLong("added"), row.getLong("changed"), 0));
  }

  private static @Nullable Long micros(Trigger trigger) {
    return trigger instanceof Interval interval ? interval.length().toNanos() / 1000 : null;
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
