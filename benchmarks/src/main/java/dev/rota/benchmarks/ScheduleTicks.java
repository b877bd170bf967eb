package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import dev.rota.engine.scheduler.Fate;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Schedule ticks are how long the scheduler takes to decide what has come while many schedules have
 * not, and how soon after their time many that come at once have their jobs.
 */
final class ScheduleTicks implements Workload {
  private static final SchedulerOptions OPTIONS = SchedulerOptions.builder().build();
  private static final String HOUR = "date_trunc('hour', rota.clock())";
  private static final int WARMUP = 3;
  private static final int AT_ONCE = 1_000;

  @Override
  public String name() {
    return "schedules";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    List<Row> rows = new ArrayList<>();
    rows.add(ticks(setting, Math.min(10_000, scale.large()), 100));
    rows.add(ticks(setting, Math.min(100_000, scale.large()), 500));
    rows.add(atOnce(setting, Math.min(AT_ONCE, scale.large())));
    rows.addAll(arrears(setting, scale.stored()));
    return rows;
  }

  /** A tick with one in a hundred schedules due. */
  private Row ticks(Setting setting, int schedules, double bar) throws Exception {
    int due = schedules / 100;
    String measure = "%,d schedules, %,d due: a tick".formatted(schedules, due);
    setting.progress().say("schedules: " + measure);
    List<Double> times = new ArrayList<>();
    try (Scratch database = setting.server().database();
        Engine engine = database.start("ticks");
        Scheduler scheduler = Scheduler.open(engine, OPTIONS)) {
      fill(database, schedules, HOUR, "rota.clock() + interval '1 day' + n * interval '1 ms'");
      for (int round = -WARMUP; round < 2 * setting.scale().rounds(); round++) {
        int first = (round + WARMUP) * due;
        database.execute(
            "UPDATE rota.schedule SET next_run_at = %s, wake_at = rota.clock() WHERE id > %d AND id <= %d"
                .formatted(HOUR, first, first + due));
        long start = System.nanoTime();
        int enqueued = scheduler.tick().of(Fate.ENQUEUED);
        double millis = (System.nanoTime() - start) / 1e6;
        if (enqueued != due) {
          throw new IllegalStateException("enqueued " + enqueued + " instead of " + due);
        }
        if (round >= 0) {
          times.add(millis);
        }
      }
    }
    return Row.median(name(), measure, times, "ms", Bar.atMost(bar));
  }

  /** A schedule of every second comes back after weeks: each of its times gets a row. */
  private List<Row> arrears(Setting setting, int times) throws Exception {
    String measure = "%,d times too old, a row each".formatted(times);
    setting.progress().say("schedules: " + measure);
    List<Double> ticks = new ArrayList<>();
    try (Scratch database = setting.server().database();
        Engine engine = database.start("arrears");
        Scheduler scheduler = Scheduler.open(engine, OPTIONS)) {
      String start = "date_trunc('second', rota.clock()) - interval '%d s'".formatted(times);
      fill(database, 1, start, start);
      database.execute(
          "UPDATE rota.schedule SET trigger = '@every 1s', catchup_age = interval '10 s', catchup_max = 1");
      int written = 0;
      while (written < times - 100) {
        long begin = System.nanoTime();
        int now = scheduler.tick().of(Fate.DROPPED);
        ticks.add((System.nanoTime() - begin) / 1e6);
        if (now == 0) {
          throw new IllegalStateException("only " + written + " of " + times + " were written");
        }
        written += now;
      }
    }
    double all = ticks.stream().mapToDouble(Double::doubleValue).sum();
    return List.of(
        new Row(name(), measure + ": a tick", Figures.median(ticks), "ms", null, "the median"),
        new Row(name(), measure + ": all", all / 1_000, "s", null, ticks.size() + " ticks"));
  }

  /** From the second in which all are due to the last of their jobs. */
  private Row atOnce(Setting setting, int schedules) throws Exception {
    String measure = "%,d due at once: the last job".formatted(schedules);
    setting.progress().say("schedules: " + measure);
    List<Double> times = new ArrayList<>();
    for (int round = 0; round < setting.scale().rounds(); round++) {
      try (Scratch database = setting.server().database();
          Engine engine = database.start("at-once")) {
        times.add(lastOf(database, engine, schedules));
      }
    }
    return Row.median(name(), measure, times, "ms", Bar.atMost(2_000));
  }

  private static double lastOf(Scratch database, Engine engine, int schedules) throws Exception {
    Scheduler scheduler = Scheduler.start(engine, OPTIONS);
    try {
      String soon = "date_trunc('second', rota.clock()) + interval '3 seconds'";
      fill(database, schedules, soon, soon);
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (database.number("SELECT count(*) FROM rota.job") < schedules) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("not all schedules have fired within a minute");
        }
        Thread.sleep(5);
      }
      return lateness(database);
    } finally {
      scheduler.close();
    }
  }

  /** Milliseconds since the planned time, which all share. */
  private static long lateness(Scratch database) throws SQLException {
    return database.number(
        "SELECT (extract(epoch FROM rota.clock() - max(planned_at)) * 1000)::bigint FROM rota.occurrence");
  }

  private static void fill(Scratch database, int schedules, String start, String next)
      throws SQLException {
    database.execute(
        """
        INSERT INTO rota.schedule (id, name, kind, queue, trigger, starts_at, next_run_at, wake_at)
        SELECT n, 's' || n, 'noop', 'default', '@every 1h', %1$s, %2$s, %2$s
        FROM generate_series(1, %3$d) n
        """
            .formatted(start, next, schedules));
    database.execute("VACUUM ANALYZE rota.schedule");
  }
}
