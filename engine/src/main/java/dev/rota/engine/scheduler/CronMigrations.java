package dev.rota.engine.scheduler;

import dev.rota.engine.scheduler.MigratedCron.Verdict;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Cron;
import dev.rota.schedule.CronMigration;
import dev.rota.schedule.CronMigration.Result;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CronMigrations give schedules with cron expressions the interval that plans the same times, check
 * that it does, and give the expressions back. What has no such interval is listed for review.
 */
public final class CronMigrations {
  private static final Sql NOTE = Statements.sql("note_migration");
  private static final Sql NOTED = Statements.sql("migrations_from_cron");
  private static final Sql FORGET = Statements.sql("forget_migration");
  private static final Sql CLOCK = Statements.sql("scheduler_clock");
  private static final int PAGE = 1_000;
  private static final int COMPARED = 1_000;

  private final Database database;
  private final Schedules schedules;

  CronMigrations(Database database, Schedules schedules) {
    this.database = database;
    this.schedules = schedules;
  }

  /** A schedule that was migrated, and what it had before. */
  private record Noted(
      long id, String name, Trigger cron, @Nullable Instant start, int minutes, Instant now) {
    Timetable before(Timetable now) {
      return new Timetable(cron, now.zone(), start, now.end(), now.dst());
    }
  }

  /** What would become of each schedule that has a cron expression. */
  public List<MigratedCron> preview() {
    Instant now = now();
    return withCron().stream().map(schedule -> judged(schedule, now)).toList();
  }

  /** Gives each schedule its interval that has one; no planned time moves. */
  public List<MigratedCron> apply(String actor) {
    Instant now = now();
    return withCron().stream().map(schedule -> converted(schedule, now, actor)).toList();
  }

  /** Whether the schedules that were migrated plan the times that they planned before. */
  public List<MigratedCron> verify() {
    return noted().stream().map(this::compared).toList();
  }

  /** Gives the schedules that were migrated their expressions back, unless they were changed. */
  public List<MigratedCron> back(String actor) {
    return noted().stream().map(noted -> restored(noted, actor)).toList();
  }

  private static MigratedCron judged(Schedule schedule, Instant now) {
    return switch (result(schedule, now)) {
      case Result.Converted converted ->
          told(schedule, converted.intervalMinutes(), Verdict.CONVERTIBLE, null);
      case Result.Review review -> told(schedule, null, Verdict.REVIEW, review.reason());
    };
  }

  private MigratedCron converted(Schedule schedule, Instant now, String actor) {
    if (!(result(schedule, now) instanceof Result.Converted converted)) {
      return judged(schedule, now);
    }
    Instant start = schedule.timetable().start();
    database.run(connection ->
        NOTE.on(connection)
            .set("schedule", schedule.id())
            .set("cron", schedule.timetable().trigger().text())
            .set("cron_starts_at", start == null ? null : start.toString())
            .set("interval_minutes", converted.intervalMinutes())
            .set("actor", actor)
            .update());
    schedules.put(with(schedule.definition(), converted.timetable()), actor);
    return told(schedule, converted.intervalMinutes(), Verdict.CONVERTED, null);
  }

  private static Result result(Schedule schedule, Instant now) {
    if (schedule.definition().plan() != null) {
      return new Result.Review("belongs to a plan: change that");
    }
    if (schedule.definition().fromCompletion()) {
      return new Result.Review("counts from the end of its jobs");
    }
    return CronMigration.toInterval(schedule.timetable(), now);
  }

  private MigratedCron compared(Noted noted) {
    Timetable after = schedules.get(noted.id()).orElseThrow().timetable();
    boolean same = CronMigration.planSameTimes(noted.before(after), after, noted.now(), COMPARED);
    return new MigratedCron(
        noted.name(),
        noted.cron().text(),
        noted.minutes(),
        same ? Verdict.SAME : Verdict.DIFFERS,
        same ? "the next " + COMPARED + " times are the same" : "now " + after.explain());
  }

  private MigratedCron restored(Noted noted, String actor) {
    Schedule schedule = schedules.get(noted.id()).orElseThrow();
    Timetable after = schedule.timetable();
    boolean untouched = after.trigger().equals(new Interval(Duration.ofMinutes(noted.minutes())));
    if (untouched) {
      schedules.put(with(schedule.definition(), noted.before(after)), actor);
    }
    database.run(connection -> FORGET.on(connection).set("schedule", noted.id()).update());
    return new MigratedCron(
        noted.name(),
        noted.cron().text(),
        noted.minutes(),
        untouched ? Verdict.RESTORED : Verdict.REVIEW,
        untouched ? null : "was changed since: " + after.trigger().text());
  }

  private static NewSchedule with(NewSchedule old, Timetable timetable) {
    return new NewSchedule(
        old.name(),
        old.job(),
        timetable,
        old.fromCompletion(),
        old.overlap(),
        old.onFailure(),
        old.catchUp(),
        old.plan(),
        old.target());
  }

  private static MigratedCron told(
      Schedule schedule, @Nullable Integer minutes, Verdict verdict, @Nullable String note) {
    return new MigratedCron(
        schedule.name(), schedule.timetable().trigger().text(), minutes, verdict, note);
  }

  private List<Schedule> withCron() {
    List<Schedule> all = new ArrayList<>();
    List<Schedule> page = schedules.list(ScheduleFilter.first(PAGE));
    while (!page.isEmpty()) {
      page.stream().filter(each -> each.timetable().trigger() instanceof Cron).forEach(all::add);
      String last = page.get(page.size() - 1).name();
      page = schedules.list(ScheduleFilter.first(PAGE).after(last));
    }
    return all;
  }

  private List<Noted> noted() {
    return database.transact(connection ->
        NOTED
            .on(connection)
            .list(row ->
                new Noted(
                    row.getLong("schedule"),
                    row.getString("name"),
                    Trigger.parse(row.getString("cron")),
                    Columns.nullableInstant(row, "cron_starts_at"),
                    row.getInt("interval_minutes"),
                    Columns.instant(row, "now"))));
  }

  private Instant now() {
    return database.transact(
        connection -> CLOCK.on(connection).one(row -> Columns.instant(row, "now")));
  }
}
