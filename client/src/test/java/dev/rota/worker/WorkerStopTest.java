package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WorkerStopTest {
  private final MemorySource source = new MemorySource();
  private final Probe probe = new Probe();
  private final CountDownLatch inside = new CountDownLatch(1);

  @Test
  void cancelsARunningJobBySignal() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(2);
    AtomicBoolean cancelled = new AtomicBoolean();
    AtomicLong stopped = new AtomicLong();
    long job = source.add("default", "long");
    try (Worker worker =
        Worker.on(source)
            .run(
                "long",
                one -> {
                  one.onCancel(told::countDown);
                  inside.countDown();
                  try {
                    Probe.sleepLong();
                  } finally {
                    stopped.set(System.nanoTime());
                    cancelled.set(one.isCancelled());
                    one.onCancel(told::countDown);
                  }
                })
            .start()) {
      Probe.await(inside);
      long asked = System.nanoTime();
      source.cancel(job);
      assertThat(source.awaitReport(job).outcome()).isEqualTo(new Outcome.Cancelled());
      Probe.await(told);
      assertThat(cancelled).isTrue();
      System.out.printf("cancelled after %d ms%n", (stopped.get() - asked) / 1_000_000);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().cancelled()).isEqualTo(1);
    }
  }

  @Test
  void cancelsAHandlerThatOnlyLooksAtItsContext() throws InterruptedException {
    long job = source.add("default", "busy");
    try (Worker worker =
        Worker.on(source)
            .run(
                "busy",
                one -> {
                  inside.countDown();
                  while (true) {
                    one.throwIfCancelled();
                    LockSupport.parkNanos(1_000_000);
                  }
                })
            .start()) {
      Probe.await(inside);
      source.cancel(job);
      assertThat(source.awaitReport(job).outcome()).isEqualTo(new Outcome.Cancelled());
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void countsAsCompletedWhatCompletesInSpiteOfACancel() throws InterruptedException {
    long job = source.add("default", "stubborn");
    try (Worker worker =
        Worker.on(source)
            .handle(
                "stubborn",
                one -> {
                  inside.countDown();
                  try {
                    Probe.sleepLong();
                  } catch (InterruptedException e) {
                    return "\"done\"";
                  }
                  return null;
                })
            .start()) {
      Probe.await(inside);
      source.cancel(job);
      assertThat(source.awaitReport(job).outcome()).isEqualTo(new Outcome.Completed("\"done\""));
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void dropsAnExecutionThatLostItsLease() throws InterruptedException {
    CountDownLatch out = new CountDownLatch(1);
    long job = source.add("default", "long");
    try (Worker worker =
        Worker.on(source)
            .run(
                "long",
                one -> {
                  inside.countDown();
                  try {
                    Probe.sleepLong();
                  } finally {
                    out.countDown();
                  }
                })
            .listener(probe)
            .start()) {
      Probe.await(inside);
      source.lose(job);
      Probe.await(out);
      probe.await("lost " + job);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().lost()).isEqualTo(1);
    }
    assertThat(source.records()).isEmpty();
  }

  @Test
  void stopsHandlersBeforeALeaseEndsThatCannotBeRenewed() throws InterruptedException {
    MemorySource fragile = new MemorySource(Duration.ofSeconds(2));
    AtomicLong stopped = new AtomicLong();
    CountDownLatch out = new CountDownLatch(1);
    long job = fragile.add("default", "long");
    try (Worker worker =
        Worker.on(fragile)
            .queue("default", 1)
            .run(
                "long",
                one -> {
                  if (one.job() == job) {
                    inside.countDown();
                    try {
                      Probe.sleepLong();
                    } finally {
                      stopped.set(System.nanoTime());
                      out.countDown();
                    }
                  }
                })
            .listener(probe)
            .start()) {
      Probe.await(inside);
      fragile.await("two beats", () -> fragile.beats().size() >= 2);
      long down = System.nanoTime();
      fragile.renewDown(true);
      Probe.await(out);
      probe.await("lost " + job);
      System.out.printf(
          "lease of 2,000 ms: stopped after %d ms%n", (stopped.get() - down) / 1_000_000);

      fragile.await("the source is told", () -> fragile.abandoned().contains(job));

      long next = fragile.add("default", "long");
      assertThat(worker.awaitIdle(Duration.ofMillis(100))).isFalse();
      assertThat(fragile.ready()).isEqualTo(1);
      fragile.renewDown(false);
      assertThat(fragile.awaitReport(next).outcome()).isInstanceOf(Outcome.Completed.class);
    }
    assertThat(fragile.accepted()).extracting(dev.rota.Report::job).doesNotContain(job);
  }

  @Test
  void timesAHandlerOut() throws InterruptedException {
    long job = source.add("default", "long", Duration.ofMillis(50));
    try (Worker worker =
        Worker.on(source)
            .run(
                "long",
                one -> {
                  assertThat(one.remaining()).isBetween(Duration.ZERO, Duration.ofMillis(50));
                  Probe.sleepLong();
                })
            .start()) {
      Outcome outcome = source.awaitReport(job).outcome();
      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      Outcome.Failed failed = (Outcome.Failed) outcome;
      assertThat(failed.errorType()).isEqualTo("timeout");
      assertThat(failed.error()).contains("50 ms");
      assertThat(failed.retry()).isEqualTo(new Outcome.Retry.ByPolicy());
      assertThat(failed.stackTrace()).contains("WorkerStopTest");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().failed()).isEqualTo(1);
    }
  }

  @Test
  void freesTheSlotOfAHandlerThatIgnoresItsTimeout() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch out = new CountDownLatch(1);
    long deaf = source.add("default", "deaf", Duration.ofMillis(50));
    long next = source.add("default", "next");
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .handle(
                "deaf",
                one -> {
                  try {
                    while (open.getCount() > 0) {
                      LockSupport.parkNanos(1_000_000);
                      Thread.interrupted();
                    }
                    return "\"late\"";
                  } finally {
                    out.countDown();
                  }
                })
            .run("next", one -> {})
            .start()) {
      assertThat(source.awaitReport(deaf).outcome()).isInstanceOf(Outcome.Failed.class);
      source.awaitReport(next);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      open.countDown();
      Probe.await(out);
      assertThat(worker.stats().running()).isZero();
    }
    assertThat(source.records()).hasSize(2);
  }

  @Test
  void hasNoTimeToRemainWithoutATimeout() throws InterruptedException {
    long job = source.add("default", "free");
    try (Worker worker =
        Worker.on(source).run("free", one -> assertThat(one.remaining()).isNull()).start()) {
      assertThat(source.awaitReport(job).outcome()).isInstanceOf(Outcome.Completed.class);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }
}
