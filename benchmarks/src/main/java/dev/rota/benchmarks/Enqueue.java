package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.Enqueued;
import dev.rota.benchmarks.contest.JobQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Enqueue is how fast jobs are stored: in bulk, and one by one by several callers at a time. */
final class Enqueue implements Workload {
  private static final List<Integer> CALLERS = List.of(1, 8, 32);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "enqueue";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    List<Double> bulk = new ArrayList<>();
    Map<Integer, List<Double>> singles = new TreeMap<>();
    for (int round = 0; round <= setting.scale().rounds(); round++) {
      boolean warm = round > 0;
      try (Scratch database = setting.server().database();
          RotaQueue queue = new RotaQueue(database, "enqueue")) {
        double rate =
            Enqueued.inBulk(queue, setting.scale().jobs(), JobQueue.PAYLOAD, LONGEST).rate();
        if (warm) {
          bulk.add(rate);
        }
        for (int callers : CALLERS) {
          int each = each(callers, setting.scale().singles());
          rate = Enqueued.byCallers(queue, callers, each, LONGEST).rate();
          if (warm) {
            singles.computeIfAbsent(callers, c -> new ArrayList<>()).add(rate);
          }
        }
        check(database, setting.scale());
      }
      setting.progress().say("enqueue %d/%d".formatted(round, setting.scale().rounds()));
    }
    return rows(bulk, singles);
  }

  private List<Row> rows(List<Double> bulk, Map<Integer, List<Double>> singles) {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.median(name(), "bulk", bulk, "jobs/s", null));
    singles.forEach((callers, rates) ->
        rows.add(Row.median(name(), "one by one, callers: " + callers, rates, "jobs/s", null)));
    return rows;
  }

  /** Few callers take longer for the same number: a commit each. */
  private static int each(int callers, int jobs) {
    return Math.max(1, jobs / Math.max(callers, 4));
  }

  private static void check(Scratch database, Scale scale) throws Exception {
    long stored = scale.jobs();
    for (int callers : CALLERS) {
      stored += (long) callers * each(callers, scale.singles());
    }
    database.expect(stored, "SELECT count(*) FROM rota.job");
    database.expect(stored, "SELECT count(*) FROM rota.ready");
  }
}
