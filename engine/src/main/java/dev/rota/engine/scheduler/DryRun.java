package dev.rota.engine.scheduler;

import dev.rota.engine.scheduler.ScheduleTicker.Due;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A DryRun asks the judge what a tick would decide, and writes nothing down. */
final class DryRun {
  private static final Sql ONE = Statements.sql("schedule");
  private static final Sql LIST = Statements.sql("schedules");
  private static final Sql DEFERRED = Statements.sql("first_deferred");

  private final Database database;
  private final Judge judge;
  private final Ledger ledger;

  DryRun(Database database, Judge judge, Ledger ledger) {
    this.database = database;
    this.judge = judge;
    this.ledger = ledger;
  }

  Optional<Forecast> of(String name) {
    return database.transact(connection -> {
      Optional<Due> due =
          ONE.on(connection).set("name", name).set("id", (Long) null).first(ScheduleTicker::due);
      return due.isPresent() ? forecast(connection, due.get()) : Optional.empty();
    });
  }

  List<Forecast> of(ScheduleFilter filter) {
    return database.transact(connection -> {
      List<Forecast> forecasts = new ArrayList<>();
      for (Due due : list(connection, filter)) {
        forecast(connection, due)
            .filter(forecast -> !forecast.judgement().rulings().isEmpty())
            .ifPresent(forecasts::add);
      }
      return forecasts;
    });
  }

  static List<Due> list(Connection connection, ScheduleFilter filter) throws SQLException {
    return LIST.on(connection)
        .set("after", filter.after())
        .set("queue", filter.queue())
        .set("kind", filter.kind())
        .set("plan", filter.plan())
        .set("target", filter.target())
        .set("paused", filter.paused() == null ? null : filter.paused().toString())
        .set("max", filter.limit())
        .list(ScheduleTicker::due);
  }

  private Optional<Forecast> forecast(Connection connection, Due due) throws SQLException {
    Schedule schedule = due.schedule();
    return schedule == null
        ? Optional.empty()
        : Optional.of(new Forecast(schedule.name(), judgement(connection, due, schedule)));
  }

  private Judgement judgement(Connection connection, Due due, Schedule schedule)
      throws SQLException {
    Instant now = due.now();
    Known known = ledger.known(connection, schedule);
    Judgement judgement = judge.judge(schedule, now, due.live(), known);
    if (!schedule.isPaused() && !schedule.isHalted()) {
      return judgement;
    }
    known.put(judgement);
    Schedule resumed = schedule.resumedAt(waiting(connection, schedule, judgement));
    known.put(ledger.known(connection, resumed));
    Judgement then = judge.judge(resumed, now, due.live(), known);
    List<Ruling> all = new ArrayList<>(judgement.rulings());
    all.removeIf(ruling -> ruling.fate() == Fate.DEFERRED);
    all.addAll(then.rulings());
    List<Arrear> arrears = new ArrayList<>(judgement.arrears());
    arrears.removeIf(arrear -> arrear.fate() == Fate.DEFERRED);
    arrears.addAll(then.arrears());
    return new Judgement(all, arrears, then.notedTo(), then.nextRunAt(), then.wakeAt());
  }

  /** Where a schedule goes on that is paused or halted no more. */
  private static @Nullable Instant waiting(
      Connection connection, Schedule schedule, Judgement judgement) throws SQLException {
    Instant first =
        DEFERRED
            .on(connection)
            .set("schedules", new long[] {schedule.id()})
            .first(row -> dev.rota.engine.sql.Columns.instant(row, "planned_at"))
            .orElse(null);
    for (Ruling ruling : judgement.rulings()) {
      if (ruling.fate() == Fate.DEFERRED && (first == null || ruling.plannedAt().isBefore(first))) {
        first = ruling.plannedAt();
      }
    }
    return first == null ? judgement.nextRunAt() : first;
  }
}
