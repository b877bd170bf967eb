package dev.rota.benchmarks;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.worker.Worker;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pinned is a steady flow of jobs, stored and worked off at the same time, while another session
 * keeps a snapshot open and nothing that was deleted can be cleaned away. The rate at the end must
 * be that of the beginning.
 */
final class Pinned implements Workload {
  private static final int CONCURRENCY = 100;
  private static final int BATCH = 500;

  /** So many jobs the producer may be ahead of the workers. */
  private static final int LEAD = 5_000;

  private static final Duration LONGEST = Duration.ofMinutes(10);

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
    try (Scratch database = setting.server().database();
        Engine engine = database.start("flow");
        Connection other = database.connect()) {
      if (pinned) {
        holdSnapshot(other);
      }
      AtomicLong done = new AtomicLong();
      try (Worker worker =
              Worker.on(engine.source())
                  .queue(Scratch.QUEUE, CONCURRENCY)
                  .run(Scratch.KIND, job -> done.incrementAndGet())
                  .start();
          ExecutorService threads = Executors.newSingleThreadExecutor()) {
        long until = System.nanoTime() + time.toNanos();
        Future<Long> produced = threads.submit(() -> produce(engine, done, until));
        List<Tick> ticks = sample(setting, done, until);
        long stored = produced.get();
        if (!worker.awaitIdle(LONGEST)) {
          throw new IllegalStateException("the worker does not come to rest");
        }
        database.expect(stored, "SELECT count(*) FROM rota.execution WHERE status = 'completed'");
        return ticks;
      }
    }
  }

  private static void holdSnapshot(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  private static long produce(Engine engine, AtomicLong done, long until)
      throws InterruptedException {
    List<NewJob> batch = Scratch.jobs(BATCH).toList();
    long stored = 0;
    while (System.nanoTime() < until) {
      if (stored - done.get() >= LEAD) {
        Thread.sleep(1);
      } else {
        engine.jobs().enqueue(batch);
        stored += BATCH;
      }
    }
    return stored;
  }

  private static List<Tick> sample(Setting setting, AtomicLong done, long until)
      throws InterruptedException {
    List<Tick> ticks = new ArrayList<>();
    ticks.add(Tick.now(done.get(), setting.server()));
    while (System.nanoTime() + 500_000_000 < until) {
      Thread.sleep(1000);
      ticks.add(Tick.now(done.get(), setting.server()));
      int seconds = ticks.size() - 1;
      if (seconds % 10 == 0) {
        double rate = ticks.get(seconds - 1).to(ticks.get(seconds)).rate();
        setting.progress().say("  second %d: %s/s".formatted(seconds, Figures.of(rate)));
      }
    }
    return ticks;
  }
}
