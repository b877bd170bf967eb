package dev.rota.benchmarks;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fairness is how long nine tenants with a hundred jobs each wait beside one with a hundred
 * thousand: ten tenants share the workers, so ten times what one needs alone is fair.
 */
final class Fairness implements Workload {
  private static final int SMALL = 9;
  private static final int JOBS = 100;
  private static final int CONCURRENCY = 4;
  private static final Duration WORK = Duration.ofMillis(5);
  private static final String BIG = "big";

  @Override
  public String name() {
    return "fairness";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    int backlog = setting.scale().jobs();
    List<Double> alone = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    run(setting.server(), 0, 1);
    for (int round = 1; round <= setting.scale().rounds(); round++) {
      double one = run(setting.server(), 0, 1);
      double nine = run(setting.server(), backlog, SMALL);
      alone.add(one);
      ratios.add(nine / one / (SMALL + 1));
      setting
          .progress()
          .say(
              "fairness %d/%d: alone %.2f s, the last of nine beside %,d jobs %.2f s"
                  .formatted(round, setting.scale().rounds(), one, backlog, nine));
    }
    return List.of(
        Row.median(name(), JOBS + " jobs of one tenant alone", alone, "s", null),
        Row.median(
            name(),
            "the slowest of nine beside %,d jobs of a tenth / ten times that".formatted(backlog),
            ratios,
            "",
            Bar.atMost(1.5)));
  }

  /** How long it takes until the last of some small tenants is done, in seconds. */
  private static double run(Server server, int backlog, int tenants) throws Exception {
    try (Scratch database = server.database();
        Engine engine = database.start("fairness")) {
      engine.jobs().enqueueAll(IntStream.range(0, backlog).mapToObj(i -> job(BIG)));
      Map<String, CountDownLatch> left = new ConcurrentHashMap<>();
      for (int i = 0; i < tenants; i++) {
        left.put("small-" + i, new CountDownLatch(JOBS));
        engine.jobs().enqueue(Collections.nCopies(JOBS, job("small-" + i)));
      }
      long start = System.nanoTime();
      Worker worker =
          Worker.on(engine.source())
              .queue(Scratch.QUEUE, CONCURRENCY)
              .run(Scratch.KIND, job -> work(left.get(tenant(String.valueOf(job.payload())))))
              .start();
      for (CountDownLatch tenant : left.values()) {
        tenant.await();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      worker.close();
      return seconds;
    }
  }

  private static void work(@Nullable CountDownLatch left) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(WORK.toNanos());
    if (left != null) {
      left.countDown();
    }
  }

  private static String tenant(String payload) {
    return payload.substring(1, payload.length() - 1);
  }

  private static NewJob job(String tenant) {
    return NewJob.kind(Scratch.KIND)
        .queue(Scratch.QUEUE)
        .tenant(tenant)
        .payload("\"" + tenant + "\"")
        .build();
  }
}
