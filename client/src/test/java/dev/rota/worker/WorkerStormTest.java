package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A random history of outages, cancellations, recoveries and restarts, and what must hold of it.
 */
class WorkerStormTest {
  private static final int JOBS = 3000;

  private final MemorySource source = new MemorySource(Duration.ofSeconds(5));
  private final CountDownLatch meeting = new CountDownLatch(12);

  @Test
  void everyJobEndsOnceWhateverHappens() throws InterruptedException {
    long seed = Long.getLong("rota.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("rota.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < JOBS; i++) {
      add(random);
    }
    AtomicBoolean calm = new AtomicBoolean();
    long chaosSeed = random.nextLong();
    Thread chaos = Thread.ofPlatform().start(() -> storm(new Random(chaosSeed), calm));
    for (int restart = 0; restart < 3; restart++) {
      Worker worker = worker();
      worker.awaitIdle(Duration.ofSeconds(1));
      worker.drain(Duration.ofMillis(random.nextInt(30)));
      source.reopen();
    }
    calm.set(true);
    chaos.join();
    try (Worker last = worker()) {
      source.await("all jobs have ended", () -> ends().size() == JOBS);
      assertThat(last.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(last.stats().running()).isZero();
      assertThat(last.stats().prefetched()).isZero();
      assertThat(ends().values()).as("ends of each job, seed " + seed).containsOnly(1);
      usesEverySlot();
    }
  }

  private void add(Random random) {
    String queue = random.nextBoolean() ? "left" : "right";
    switch (random.nextInt(5)) {
      case 0 -> source.add(queue, "fails");
      case 1 -> source.add(queue, "sleeps", Duration.ofMillis(1 + random.nextInt(20)));
      case 2 -> source.add(queue, "batch");
      default -> source.add(queue, "quick");
    }
  }

  private Worker worker() {
    return Worker.on(source)
        .queue("left", 8)
        .queue("right", 4)
        .batch(50)
        .beatEvery(Duration.ofMillis(5))
        .releaseAfter(Duration.ofMillis(20))
        .drainGrace(Duration.ofMillis(100))
        .poll(Duration.ofMillis(20))
        .run(
            "meet",
            job -> {
              meeting.countDown();
              Probe.await(meeting);
            })
        .run("quick", job -> job.progress(50, "half"))
        .run(
            "fails",
            3,
            job -> {
              throw new IllegalStateException("as always");
            })
        .run("sleeps", job -> Thread.sleep(ThreadLocalRandom.current().nextInt(30)))
        .handleBatch("batch", 7, jobs -> jobs.getFirst().complete("1"))
        .start();
  }

  private void storm(Random random, AtomicBoolean calm) {
    while (!calm.get()) {
      long job = 1L + random.nextInt(JOBS);
      switch (random.nextInt(6)) {
        case 0 -> source.cancel(job);
        case 1 -> source.recover(job);
        case 2 -> source.latency(Duration.ofMillis(random.nextInt(5)));
        case 3 -> source.exchangeDown(random.nextInt(4) == 0);
        case 4 -> source.answersLost(random.nextInt(4) == 0);
        default -> source.renewDown(random.nextInt(4) == 0);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(random.nextInt(2_000_000));
    }
    source.latency(Duration.ZERO);
    source.exchangeDown(false);
    source.answersLost(false);
    source.renewDown(false);
  }

  /** How often each job has ended. */
  private Map<Long, Integer> ends() {
    Map<Long, Integer> ends = new HashMap<>();
    for (Report report : source.accepted()) {
      if (!(report.outcome() instanceof Outcome.Released)) {
        ends.merge(report.job(), 1, Integer::sum);
      }
    }
    return ends;
  }

  /** A slot lost in the storm would keep these from meeting. */
  private void usesEverySlot() throws InterruptedException {
    source.addMany("left", "meet", 8);
    source.addMany("right", "meet", 4);
    Probe.await(meeting);
  }
}
