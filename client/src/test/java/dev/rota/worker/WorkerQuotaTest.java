package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkerQuotaTest {
  private final MemorySource source = new MemorySource();

  @Test
  void whoTakesTooMuchCpuTimeIsStoppedAndFails() throws InterruptedException {
    Report report =
        run(
            Quota.ofCpu(Duration.ofMillis(50))
                .around(job -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                  return "\"as if nothing had been\"";
                }));
    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).contains("more than 50 ms of CPU time"));
    assertThat(report.usage().cpuMillis()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void whoAllocatesTooMuchIsStoppedAndFails() throws InterruptedException {
    Report report =
        run(
            Quota.NONE
                .withAllocated(10_000_000)
                .around(job -> {
                  long sum = 0;
                  while (!Thread.currentThread().isInterrupted()) {
                    sum += new byte[100_000].length;
                  }
                  return Long.toString(sum);
                }));
    assertThat(report.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error()).contains("more than 10000000 bytes"));
  }

  @Test
  void whoStaysWithinItCompletesAndTellsWhatItTook() throws InterruptedException {
    Report report =
        run(
            Quota.ofCpu(Duration.ofMinutes(1))
                .around(job -> {
                  assertThat(Thread.currentThread().isVirtual()).isFalse();
                  return "1";
                }));
    assertThat(report.outcome()).isEqualTo(new Outcome.Completed("1"));
    assertThat(report.usage().cpuMillis()).isNotNull();
  }

  @Test
  void nothingIsNoQuota() {
    assertThatThrownBy(() -> Quota.ofCpu(Duration.ZERO)).hasMessageContaining("cpu");
    assertThatThrownBy(() -> Quota.NONE.withAllocated(0)).hasMessageContaining("allocated");
  }

  private Report run(Handler handler) throws InterruptedException {
    long job = source.add("default", "work");
    try (Worker worker = Worker.on(source).handle("work", handler).start()) {
      assertThat(worker.stats().completed()).isNotNegative();
      return source.awaitReport(job);
    }
  }
}
