package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Limits;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a job may take is declared with it, and its handler need not know. */
class WorkerLimitsTest {
  private static final Limits LITTLE_CPU = new Limits(Duration.ofMillis(50), null);
  private static final Limits LITTLE_MEMORY = new Limits(null, 10);

  private final MemorySource source = new MemorySource();

  @Test
  void whoTakesTooMuchCpuTimeIsInterruptedAndFails() throws InterruptedException {
    Report report = run(LITTLE_CPU, job -> spin());
    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.errorType()).isEqualTo("quota-exceeded");
              assertThat(failed.error()).matches("cpu quota of 0.05 s exceeded: [0-9.]+ s");
              assertThat(failed.stackTrace()).contains("WorkerLimitsTest");
              assertThat(failed.retry()).isEqualTo(new Outcome.Retry.ByPolicy());
            });
    assertThat(report.usage().cpuMillis()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void whoAllocatesTooMuchIsInterruptedAndFails() throws InterruptedException {
    Report report =
        run(
            LITTLE_MEMORY,
            job -> {
              long sum = 0;
              while (!Thread.currentThread().isInterrupted()) {
                sum += new byte[100_000].length;
              }
              return Long.toString(sum);
            });
    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.errorType()).isEqualTo("quota-exceeded");
              assertThat(failed.error())
                  .matches("memory quota of 10 MB exceeded: [0-9]+ MB allocated");
            });
  }

  @Test
  void aHandlerThatDoesNotListenKeepsNoSlot() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    long deaf = source.addLimited("default", "deaf", LITTLE_CPU);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .run(
                "deaf",
                job -> {
                  while (over.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                })
            .run("next", job -> over.countDown())
            .start()) {
      assertThat(source.awaitReport(deaf).outcome()).isInstanceOf(Outcome.Failed.class);
      assertThat(source.awaitReport(source.add("default", "next")).outcome())
          .isEqualTo(new Outcome.Completed(null));
      assertThat(worker.stats().failed()).isEqualTo(1);
    } finally {
      over.countDown();
    }
  }

  @Test
  void whoStaysWithinThemCompletesAndTellsWhatItTook() throws InterruptedException {
    Report report =
        run(
            new Limits(Duration.ofMinutes(1), 1_000),
            job -> Boolean.toString(Thread.currentThread().isVirtual()));
    assertThat(report.outcome()).isEqualTo(new Outcome.Completed("false"));
    assertThat(report.usage().cpuMillis()).isNotNull();
  }

  @Test
  void whatHasNoLimitsIsNotMeasured() throws InterruptedException {
    Report report = run(Limits.NONE, job -> Boolean.toString(Thread.currentThread().isVirtual()));
    assertThat(report.outcome()).isEqualTo(new Outcome.Completed("true"));
    assertThat(report.usage().cpuMillis()).isNull();
  }

  @Test
  void aHandlerMayWishToBeMeasuredAlways() throws InterruptedException {
    assertThat(run(Limits.NONE, measured(Measuring.ALWAYS)).usage().cpuMillis()).isNotNull();
  }

  @Test
  void aHandlerMayMeasureItself() throws InterruptedException {
    Report report = run(LITTLE_MEMORY, measured(Measuring.BY_HANDLER));
    assertThat(report.outcome()).isEqualTo(new Outcome.Completed("true"));
    assertThat(report.usage().cpuMillis()).isNull();
  }

  @Test
  void whatAHandlerSaysOfItsCpuTimeStands() throws InterruptedException {
    Report report =
        run(
            new Limits(Duration.ofMinutes(1), null),
            job -> {
              job.cpuTime(Duration.ofHours(1));
              return null;
            });
    assertThat(report.usage().cpuMillis()).isEqualTo(3_600_000);
  }

  @Test
  void aBatchIsMeasuredAsOne() throws InterruptedException {
    List<Long> jobs =
        List.of(
            source.addLimited("default", "work", LITTLE_CPU),
            source.addLimited("default", "work", LITTLE_CPU));
    try (Worker worker = Worker.on(source).handleBatch("work", 2, batch -> spin()).start()) {
      for (long job : jobs) {
        assertThat(source.awaitReport(job).outcome())
            .isInstanceOfSatisfying(
                Outcome.Failed.class,
                failed -> assertThat(failed.error()).startsWith("cpu quota of 0.05 s"));
      }
      assertThat(worker.stats().failed()).isEqualTo(2);
    }
  }

  @Test
  void nothingIsNoLimit() {
    assertThatThrownBy(() -> new Limits(Duration.ZERO, null)).hasMessageContaining("limits.cpu");
    assertThatThrownBy(() -> new Limits(null, 0)).hasMessageContaining("limits.memory_mb");
  }

  private static String spin() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    return "\"as if nothing had been\"";
  }

  private static Handler measured(Measuring when) {
    return new Handler() {
      @Override
      public String handle(JobContext job) {
        return Boolean.toString(Thread.currentThread().isVirtual());
      }

      @Override
      public Measuring measuring() {
        return when;
      }
    };
  }

  private Report run(Limits limits, Handler handler) throws InterruptedException {
    long job = source.addLimited("default", "work", limits);
    try (Worker worker = Worker.on(source).handle("work", handler).start()) {
      assertThat(worker.stats().completed()).isNotNegative();
      return source.awaitReport(job);
    }
  }
}
