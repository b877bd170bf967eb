package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Enqueue is how fast jobs are stored: in bulk, and one by one by several callers at a time. */
final class Enqueue implements Workload {
  private static final List<Integer> CALLERS = List.of(1, 8, 32);

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
          Engine engine = database.start("enqueue")) {
        double rate = bulk(engine, setting.scale().jobs());
        if (warm) {
          bulk.add(rate);
        }
        for (int callers : CALLERS) {
          rate = singles(engine, callers, setting.scale().singles());
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

  private static double bulk(Engine engine, int jobs) {
    long start = System.nanoTime();
    engine.jobs().enqueueAll(Scratch.jobs(jobs));
    return jobs / ((System.nanoTime() - start) / 1e9);
  }

  private static double singles(Engine engine, int callers, int jobs) throws Exception {
    int each = each(callers, jobs);
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      calls.add(() -> {
        for (int j = 0; j < each; j++) {
          engine.jobs().enqueue(Scratch.job());
        }
        return true;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      long start = System.nanoTime();
      for (Future<Boolean> call : threads.invokeAll(calls)) {
        call.get();
      }
      return callers * each / ((System.nanoTime() - start) / 1e9);
    }
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
