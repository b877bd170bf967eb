package dev.rota.benchmarks;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.worker.JobContext;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

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
        Engine engine = database.start("handler")) {
      BlockingQueue<Double> arrivals = new LinkedBlockingQueue<>();
      try (Worker worker =
          Worker.on(engine.source())
              .queue(Scratch.QUEUE, 10)
              .run(Scratch.KIND, job -> arrivals.add(millisSince(job)))
              .start()) {
        setting.progress().say("latency: in the same process");
        ping(engine, all);
        rows.addAll(rows("same process", 5, collect(arrivals, all, pings)));
        setting.progress().say("latency: from another node");
        OtherNode.ping(database, all);
        rows.addAll(rows("another node", 25, collect(arrivals, all, pings)));
        if (!worker.awaitIdle(Duration.ofMinutes(1))) {
          throw new IllegalStateException("the worker does not come to rest");
        }
      }
      database.expect(2L * all, "SELECT count(*) FROM rota.execution");
    }
    return rows;
  }

  /** Enqueues so many jobs, each after a pause in which all comes to rest. */
  static void ping(Engine engine, int pings) throws InterruptedException {
    for (int i = 0; i < pings; i++) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(20, 60));
      engine.jobs().enqueue(NewJob.kind(Scratch.KIND).payload(Long.toString(micros())).build());
    }
  }

  private List<Row> rows(String from, double bar, List<Double> times) {
    return List.of(
        new Row(name(), from + ": p50", Figures.percentile(times, 50), "ms", Bar.atMost(bar), ""),
        new Row(name(), from + ": p99", Figures.percentile(times, 99), "ms", null, ""));
  }

  /** Waits for all of them; gives the times of the last ones. */
  private static List<Double> collect(BlockingQueue<Double> arrivals, int all, int last)
      throws InterruptedException {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      Double millis = arrivals.poll(1, TimeUnit.MINUTES);
      if (millis == null) {
        throw new IllegalStateException("a job has not arrived within a minute");
      }
      if (i >= all - last) {
        times.add(millis);
      }
    }
    return times;
  }

  private static double millisSince(JobContext job) {
    return (micros() - Long.parseLong(job.payload())) / 1e3;
  }

  /** The wall clock, which processes of one machine share. */
  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
