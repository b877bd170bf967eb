package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class WorkerOutageTest {
  private final MemorySource source = new MemorySource();
  private final Probe probe = new Probe();

  @Test
  void keepsReportsThroughOutagesAndLosesNone() throws InterruptedException {
    int jobs = 20_000;
    source.addMany("default", "noop", jobs);
    AtomicIntegerArray runs = new AtomicIntegerArray(jobs + 1);
    AtomicInteger done = new AtomicInteger();
    try (Worker worker =
        Worker.on(source)
            .queue("default", 20)
            .batch(100)
            .run(
                "noop",
                job -> {
                  runs.incrementAndGet((int) job.job());
                  int n = done.incrementAndGet();
                  if (n == 5000 || n == 15_000) {
                    source.exchangeDown(true);
                  }
                })
            .listener(probe)
            .start()) {
      for (int i = 0; i < 2; i++) {
        probe.await("unavailable");
        source.exchangeDown(false);
        probe.await("available");
      }
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().fenced()).isZero();
    }
    for (int i = 1; i <= jobs; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
    assertThat(source.accepted()).hasSize(jobs);
  }

  @Test
  void sendsAgainWhatMayHaveArrived() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch inside = new CountDownLatch(1);
    long job = source.add("default", "once");
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .run(
                "once",
                one -> {
                  inside.countDown();
                  Probe.await(open);
                })
            .listener(probe)
            .start()) {
      Probe.await(inside);
      source.answersLost(true);
      open.countDown();
      source.awaitReport(job);
      probe.await("unavailable");
      source.answersLost(false);
      probe.await("available");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().fenced()).isZero();
    }
    assertThat(source.records()).hasSize(1);
  }

  @Test
  void startsWhileTheSourceIsAway() throws InterruptedException {
    source.exchangeDown(true);
    long job = source.add("default", "patient");
    try (Worker worker = Worker.on(source).run("patient", one -> {}).listener(probe).start()) {
      probe.await("unavailable");
      source.exchangeDown(false);
      assertThat(source.awaitReport(job).outcome()).isInstanceOf(Outcome.Completed.class);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void pollsWhenTheSourceGivesNoHints() throws InterruptedException {
    source.awaitDown(true);
    try (Worker worker = Worker.on(source).run("patient", one -> {}).start()) {
      for (int i = 0; i < 3; i++) {
        source.awaitReport(source.add("default", "patient"));
      }
      source.awaitDown(false);
      assertThat(worker.stats().completed()).isEqualTo(3);
    }
  }

  @Test
  void doubtsASourceThatHintsForNothing() throws InterruptedException {
    source.hintsFalsely(true);
    long began = System.nanoTime();
    try (Worker worker = Worker.on(source).run("patient", one -> {}).start()) {
      source.await("some claims", () -> source.claims().size() >= 20);
      long millis = (System.nanoTime() - began) / 1_000_000;
      assertThat(source.claims()).hasSizeLessThan(20 + (int) millis / 5);
      source.awaitReport(source.add("default", "patient"));
      assertThat(worker.stats().completed()).isEqualTo(1);
    }
  }

  @Test
  void failsTheJobWhoseReportIsRefusedAndNoOther() throws InterruptedException {
    source.refuses(report ->
        report.outcome() instanceof Outcome.Completed done
            && String.valueOf(done.result()).length() > 5);
    CountDownLatch all = new CountDownLatch(50);
    source.addMany("default", "text", 50);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 50)
            .handle(
                "text",
                job -> {
                  all.countDown();
                  Probe.await(all);
                  return job.job() % 10 == 0 ? "\"far too long\"" : "\"ok\"";
                })
            .listener(probe)
            .start()) {
      probe.await("refused 10");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.accepted()).hasSize(50);
    for (Report report : source.accepted()) {
      if (report.job() % 10 == 0) {
        Outcome.Failed failed = (Outcome.Failed) report.outcome();
        assertThat(failed.error()).contains("must be at most 5 bytes");
      } else {
        assertThat(report.outcome()).isEqualTo(new Outcome.Completed("\"ok\""));
      }
    }
  }

  @Test
  void goesOnWhenEvenTheFailureIsRefused() throws InterruptedException {
    long bad = source.add("default", "text");
    source.refuses(report -> report.job() == bad);
    try (Worker worker = Worker.on(source).run("text", job -> {}).listener(probe).start()) {
      probe.await("refused " + bad);
      long good = source.add("default", "text");
      assertThat(source.awaitReport(good).outcome()).isInstanceOf(Outcome.Completed.class);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void reportsWhileItsClaimsAreRefused() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(5);
    CountDownLatch open = new CountDownLatch(1);
    source.addMany("default", "long", 5);
    try (Worker worker =
        Worker.on(source)
            .run(
                "long",
                job -> {
                  inside.countDown();
                  Probe.await(open);
                })
            .listener(probe)
            .start()) {
      Probe.await(inside);
      source.refusesClaims(true);
      long later = source.add("default", "long");
      probe.await("unavailable");
      open.countDown();
      source.await("all reports", () -> source.accepted().size() == 5);
      source.refusesClaims(false);
      source.awaitReport(later);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void tellsOfReportsThatCameTooLate() throws InterruptedException {
    long job = source.add("default", "late");
    try (Worker worker =
        Worker.on(source).run("late", one -> source.lose(job)).listener(probe).start()) {
      probe.await("fenced " + job);
      assertThat(worker.stats().fenced()).isEqualTo(1);
    }
  }
}
