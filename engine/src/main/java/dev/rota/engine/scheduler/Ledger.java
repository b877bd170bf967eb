package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.engine.Enqueued;
import dev.rota.engine.Jobs;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Ledger writes decisions down: fates of planned times, the jobs of those that run, and how far
 * the schedules are, all in the transaction that locked the schedules. A time that has a fate
 * already keeps it and gets no job.
 */
final class Ledger {
  private static final Sql KNOWN = Statements.sql("known_occurrences");
  private static final Sql KNOWN_ARREARS = Statements.sql("known_arrears");
  private static final Sql WRITE = Statements.sql("write_occurrences");
  private static final Sql SET_JOBS = Statements.sql("set_occurrence_jobs");
  private static final Sql SKIP = Statements.sql("skip_duplicates");
  private static final Sql ADVANCE = Statements.sql("advance_schedules");

  /** What a tick may decide anew. */
  static final Set<Fate> UNDECIDED = EnumSet.of(Fate.DEFERRED);

  private final Jobs jobs;
  private final SchedulerOptions options;

  Ledger(Jobs jobs, SchedulerOptions options) {
    this.jobs = jobs;
    this.options = options;
  }

  /** One planned time of one schedule. */
  private record Time(long schedule, Instant plannedAt) {}

  /** A ruling on a time of a schedule. */
  private record Entry(Schedule schedule, Ruling ruling) {
    Time time() {
      return new Time(schedule.id(), ruling.plannedAt());
    }

    String planned() {
      return ruling.plannedAt().toString();
    }
  }

  /** What times of these schedules have become, from their next time on. */
  Map<Long, Known> known(Connection connection, Collection<Schedule> schedules)
      throws SQLException {
    Map<Long, Known> known = new HashMap<>();
    if (schedules.isEmpty()) {
      return known;
    }
    long[] ids = schedules.stream().mapToLong(Schedule::id).toArray();
    KNOWN
        .on(connection)
        .set("schedules", ids)
        .set("froms", texts(List.copyOf(schedules), s -> ScheduleRows.text(s.nextRunAt())))
        .set("looks", schedules.stream().mapToInt(options::look).toArray())
        .set("deferred", false)
        .list(row -> {
          of(known, row).put(Columns.instant(row, "planned_at"), Fate.of(row.getString("fate")));
          return row;
        });
    KNOWN_ARREARS
        .on(connection)
        .set("schedules", ids)
        .list(row -> {
          of(known, row).put(Arrears.arrear(row));
          return row;
        });
    return known;
  }

  Known known(Connection connection, Schedule schedule) throws SQLException {
    return known(connection, List.of(schedule)).getOrDefault(schedule.id(), new Known());
  }

  /** The fates that times of a schedule have from an instant on, those that wait too. */
  Map<Instant, Fate> all(Connection connection, long schedule, Instant from) throws SQLException {
    Map<Instant, Fate> all = new HashMap<>();
    KNOWN
        .on(connection)
        .set("schedules", new long[] {schedule})
        .set("froms", new String[] {from.toString()})
        .set("looks", new int[] {DueTimes.MOST})
        .set("deferred", true)
        .list(row -> all.put(Columns.instant(row, "planned_at"), Fate.of(row.getString("fate"))));
    return all;
  }

  private static Known of(Map<Long, Known> known, ResultSet row) throws SQLException {
    return known.computeIfAbsent(row.getLong("schedule"), id -> new Known());
  }

  /** Writes decisions down and enqueues what they say; gives what took effect. */
  Tally write(Connection connection, List<Decision> decisions, Instant now) throws SQLException {
    return write(connection, decisions, now, UNDECIDED);
  }

  Tally write(Connection connection, List<Decision> decisions, Instant now, Set<Fate> replaceable)
      throws SQLException {
    Tally tally = new Tally();
    if (decisions.isEmpty()) {
      return tally;
    }
    List<Entry> entries = new ArrayList<>();
    for (Decision decision : decisions) {
      decision.judgement().rulings().forEach(r -> entries.add(new Entry(decision.schedule(), r)));
    }
    List<Arrears.Owed> owed = new ArrayList<>();
    for (Decision decision : decisions) {
      long schedule = decision.schedule().id();
      decision.judgement().arrears().forEach(a -> owed.add(new Arrears.Owed(schedule, a)));
    }
    Arrears.add(connection, owed, now);
    Set<Time> winners = winners(connection, entries, now, replaceable, tally);
    List<Entry> running =
        entries.stream().filter(e -> e.ruling().runs() && winners.contains(e.time())).toList();
    advance(connection, decisions, enqueue(connection, running, tally), now);
    return tally;
  }

  private static Set<Time> winners(
      Connection connection, List<Entry> entries, Instant now, Set<Fate> replaceable, Tally tally)
      throws SQLException {
    Set<Time> winners = new HashSet<>();
    if (!entries.isEmpty()) {
      WRITE
          .on(connection)
          .set("now", now.toString())
          .set("schedules", entries.stream().mapToLong(e -> e.schedule().id()).toArray())
          .set("planned_ats", texts(entries, Entry::planned))
          .set("run_ats", texts(entries, e -> ScheduleRows.text(e.ruling().runAt())))
          .set("fates", texts(entries, e -> e.ruling().fate().word()))
          .set("deferrals", entries.stream().mapToInt(e -> e.ruling().deferrals()).toArray())
          .set("reasons", texts(entries, e -> e.ruling().reason()))
          .set("replaceable", replaceable.stream().map(Fate::word).toArray(String[]::new))
          .list(row -> {
            tally.add(Fate.of(row.getString("fate")));
            return winners.add(
                new Time(row.getLong("schedule"), Columns.instant(row, "planned_at")));
          });
    }
    return winners;
  }

  /** What a schedule got: how many jobs, and the last of those that are not about the past. */
  private record Made(int runs, @Nullable Long lastJob) {
    static final Made NOTHING = new Made(0, null);

    Made with(Fate fate, long job) {
      return new Made(runs + 1, fate == Fate.BACKFILLED ? lastJob : Long.valueOf(job));
    }
  }

  private Map<Long, Made> enqueue(Connection connection, List<Entry> running, Tally tally)
      throws SQLException {
    Map<Long, Made> made = new HashMap<>();
    if (running.isEmpty()) {
      return made;
    }
    List<NewJob> wishes =
        running.stream().map(e -> e.schedule().jobAt(e.ruling().runAt())).toList();
    List<Enqueued> jobsOf = jobs.enqueue(connection, wishes);
    List<Entry> ran = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    List<Entry> skipped = new ArrayList<>();
    List<Long> inTheWay = new ArrayList<>();
    for (int i = 0; i < running.size(); i++) {
      Entry entry = running.get(i);
      Enqueued enqueued = jobsOf.get(i);
      (enqueued.duplicate() ? skipped : ran).add(entry);
      (enqueued.duplicate() ? inTheWay : ids).add(enqueued.job());
      if (enqueued.duplicate()) {
        tally.change(entry.ruling().fate(), Fate.SKIPPED_OVERLAP);
      } else {
        long schedule = entry.schedule().id();
        Made before = made.getOrDefault(schedule, Made.NOTHING);
        made.put(schedule, before.with(entry.ruling().fate(), enqueued.job()));
      }
    }
    note(connection, SET_JOBS, ran, ids);
    note(connection, SKIP, skipped, inTheWay);
    return made;
  }

  private static void note(Connection connection, Sql sql, List<Entry> entries, List<Long> jobs)
      throws SQLException {
    if (!entries.isEmpty()) {
      sql.on(connection)
          .set("schedules", entries.stream().mapToLong(e -> e.schedule().id()).toArray())
          .set("planned_ats", texts(entries, Entry::planned))
          .set("jobs", jobs.stream().mapToLong(Long::longValue).toArray())
          .update();
    }
  }

  private static void advance(
      Connection connection, List<Decision> decisions, Map<Long, Made> made, Instant now)
      throws SQLException {
    List<Made> jobs =
        decisions.stream().map(d -> made.getOrDefault(d.schedule().id(), Made.NOTHING)).toList();
    ADVANCE
        .on(connection)
        .set("now", now.toString())
        .set("ids", decisions.stream().mapToLong(d -> d.schedule().id()).toArray())
        .set("next_run_ats", texts(decisions, d -> ScheduleRows.text(d.judgement().nextRunAt())))
        .set("wake_ats", texts(decisions, d -> ScheduleRows.text(d.judgement().wakeAt())))
        .set("noted_tos", texts(decisions, d -> ScheduleRows.text(d.judgement().notedTo())))
        .set("runs", jobs.stream().mapToInt(Made::runs).toArray())
        .set("last_jobs", jobs.stream().map(Made::lastJob).toArray(Long[]::new))
        .update();
  }

  static <T> @Nullable String[] texts(List<T> items, Function<T, @Nullable String> text) {
    @Nullable String[] texts = new String[items.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text.apply(items.get(i));
    }
    return texts;
  }
}
