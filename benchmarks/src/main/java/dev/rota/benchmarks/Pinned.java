package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.Flow;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Pinned is a steady flow of jobs, stored and worked off at the same time, while another session
 * keeps a snapshot open and nothing that was deleted can be cleaned away. The rate at the end must
 * be that of the beginning.
 */
final class Pinned implements Workload {
  @Override
  public String name() {
    return "pinned";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    setting.progress().say("pinned: warming up for %d s".formatted(scale.flowWarmup().toSeconds()));
    flow(setting, scale.flowWarmup(), false);
    List<Row> rows = new ArrayList<>();
    for (boolean pinned : List.of(false, true)) {
      String how = pinned ? "with a pinned snapshot" : "without";
      setting.progress().say("pinned: %d s %s".formatted(scale.flow().toSeconds(), how));
      rows.addAll(rows(how, flow(setting, scale.flow(), pinned), scale, pinned));
    }
    return rows;
  }

  private List<Row> rows(String how, List<Tick> ticks, Scale scale, boolean pinned) {
    int end = ticks.size() - 1;
    int window = Math.min(end, (int) scale.window().toSeconds());
    Tick.Span first = ticks.get(0).to(ticks.get(window));
    Tick.Span last = ticks.get(end - window).to(ticks.get(end));
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      rates.add(ticks.get(i).to(ticks.get(i + 1)).rate());
    }
    String note = "every second: " + Figures.all(rates);
    return List.of(
        new Row(name(), how + ": first " + window + " s", first.rate(), "jobs/s", null, note),
        new Row(name(), how + ": last " + window + " s", last.rate(), "jobs/s", null, ""),
        new Row(
            name(),
            how + ": last / first",
            last.rate() / first.rate(),
            "",
            pinned ? Bar.atLeast(0.9) : null,
            ""),
        new Row(name(), how + ": CPU of the server, first", first.cpuServer(), "µs/job", null, ""),
        new Row(name(), how + ": CPU of the server, last", last.cpuServer(), "µs/job", null, ""));
  }

  /** Lets jobs flow for so long; gives where things stood at every second. */
  private static List<Tick> flow(Setting setting, Duration time, boolean pinned) throws Exception {
    List<Tick> ticks = new ArrayList<>();
    try (Scratch database = setting.server().database();
        RotaQueue queue = new RotaQueue(database, "flow");
        Connection other = database.connect()) {
      if (pinned) {
        holdSnapshot(other);
      }
      long left = Flow.of(time).run(queue, done -> sample(setting, ticks, done));
      if (left != 0) {
        throw new IllegalStateException(left + " jobs were not done");
      }
      database.expect(0, "SELECT count(*) FROM rota.live");
    }
    return ticks;
  }

  static void holdSnapshot(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  private static void sample(Setting setting, List<Tick> ticks, long done) {
    ticks.add(Tick.now(done, setting.server()));
    int seconds = ticks.size() - 1;
    if (seconds > 0 && seconds % 10 == 0) {
      double rate = ticks.get(seconds - 1).to(ticks.get(seconds)).rate();
      setting.progress().say("  second %d: %s/s".formatted(seconds, Figures.of(rate)));
    }
  }
}
