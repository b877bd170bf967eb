package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.Pings;
import java.util.ArrayList;
import java.util.List;

/**
 * Latency is the time from the call that enqueues a job to the start of its handler on an idle
 * node: enqueued in the same process, and by another node in a process of its own.
 */
final class Latency implements Workload {
  @Override
  public String name() {
    return "latency";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    int pings = setting.scale().pings();
    int all = pings + pings / 3;
    List<Row> rows = new ArrayList<>();
    try (Scratch database = setting.server().database();
        RotaQueue queue = new RotaQueue(database, "handler")) {
      try (Pings heard = Pings.listen(queue)) {
        setting.progress().say("latency: in the same process");
        Pings.send(queue, all);
        rows.addAll(rows("same process", 5, heard.collect(all, pings)));
        setting.progress().say("latency: from another node");
        OtherNode.ping(database, all);
        rows.addAll(rows("another node", 25, heard.collect(all, pings)));
      }
      database.expect(2L * all, "SELECT count(*) FROM rota.execution");
    }
    return rows;
  }

  private List<Row> rows(String from, double bar, List<Double> times) {
    return List.of(
        new Row(name(), from + ": p50", Figures.percentile(times, 50), "ms", Bar.atMost(bar), ""),
        new Row(name(), from + ": p99", Figures.percentile(times, 99), "ms", null, ""));
  }
}
