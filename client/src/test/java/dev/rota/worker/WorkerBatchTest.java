package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerBatchTest {
  private final MemorySource source = new MemorySource();
  private final CountDownLatch inside = new CountDownLatch(1);

  @Test
  void handsManyJobsToOneCallAndReportsEach() throws InterruptedException {
    source.addMany("default", "small", 10);
    List<Integer> sizes = new CopyOnWriteArrayList<>();
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .handleBatch(
                "small",
                10,
                jobs -> {
                  sizes.add(jobs.size());
                  jobs.get(0).complete("\"first\"");
                  jobs.get(1).fail(new DoNotRetry("second"));
                  jobs.get(2).fail(new IllegalStateException("third"));
                })
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(8);
      assertThat(worker.stats().failed()).isEqualTo(2);
    }
    assertThat(sizes).containsExactly(10);
    assertThat(source.awaitReport(1).outcome()).isEqualTo(new Outcome.Completed("\"first\""));
    assertThat(((Outcome.Failed) source.awaitReport(2).outcome()).retry())
        .isEqualTo(new Outcome.Retry.Never());
    assertThat(source.awaitReport(4).outcome()).isEqualTo(new Outcome.Completed(null));
  }

  @Test
  void failsTheOpenJobsOfACallThatThrows() throws InterruptedException {
    source.addMany("default", "small", 5);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .handleBatch(
                "small",
                5,
                jobs -> {
                  jobs.getFirst().complete(null);
                  throw new IllegalStateException("the rest");
                })
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(1);
      assertThat(worker.stats().failed()).isEqualTo(4);
    }
  }

  @Test
  void takesOneSlotForACallAndMixesWithOtherKinds() throws InterruptedException {
    source.addMany("default", "small", 1000);
    source.addMany("default", "single", 200);
    source.addMany("default", "small", 1000);
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Task counted =
        job -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          now.decrementAndGet();
        };
    try (Worker worker =
        Worker.on(source)
            .queue("default", 2)
            .handleBatch(
                "small",
                100,
                jobs -> {
                  calls.incrementAndGet();
                  assertThat(jobs).hasSizeLessThanOrEqualTo(100);
                  counted.run(jobs.getFirst());
                })
            .run("single", counted)
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(2200);
    }
    assertThat(most.get()).isLessThanOrEqualTo(2);
    assertThat(calls.get()).isBetween(20, 400);
    System.out.printf("2,000 jobs in %d calls%n", calls.get());
  }

  @Test
  void interruptsACallOnlyWhenNoneOfItsJobsShouldGoOn() throws InterruptedException {
    source.addMany("default", "small", 2);
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .handleBatch(
                "small",
                2,
                jobs -> {
                  jobs.getFirst().onCancel(first::countDown);
                  inside.countDown();
                  try {
                    Probe.sleepLong();
                  } finally {
                    interrupted.countDown();
                  }
                })
            .start()) {
      Probe.await(inside);
      source.cancel(1);
      Probe.await(first);
      assertThat(interrupted.getCount()).isEqualTo(1);
      source.cancel(2);
      Probe.await(interrupted);
      assertThat(source.awaitReport(1).outcome()).isEqualTo(new Outcome.Cancelled());
      assertThat(source.awaitReport(2).outcome()).isEqualTo(new Outcome.Cancelled());
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void timesOutOneJobOfACallAndLetsTheOthersGoOn() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    long hasty = source.add("default", "small", Duration.ofMillis(50));
    long calm = source.add("default", "small");
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .handleBatch("small", 2, jobs -> Probe.await(open))
            .start()) {
      assertThat(((Outcome.Failed) source.awaitReport(hasty).outcome()).errorType())
          .isEqualTo("timeout");
      open.countDown();
      assertThat(source.awaitReport(calm).outcome()).isEqualTo(new Outcome.Completed(null));
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.records()).hasSize(2);
  }
}
