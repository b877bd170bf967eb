package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Report;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class WorkerLoadTest {
  @Test
  void runsAHundredThousandJobsExactlyOnceWithTwoPumps() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      int jobs = 100_000;
      MemorySource source = new MemorySource();
      source.forgetClaims();
      source.addMany("default", "noop", jobs);
      AtomicIntegerArray runs = new AtomicIntegerArray(jobs + 1);
      long began = System.nanoTime();
      long cpu = cpuNanos();
      try (Worker worker =
          Worker.on(source)
              .queue("default", 50)
              .run("noop", job -> runs.incrementAndGet((int) job.job()))
              .start()) {
        assertThat(worker.awaitIdle(Duration.ofMinutes(2))).isTrue();
        assertThat(worker.stats().completed()).isEqualTo(jobs);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf(
          "%,d no-op jobs in %.3f s: %,.0f/s, %.2f µs of CPU each%n",
          jobs, seconds, jobs / seconds, (cpuNanos() - cpu) / 1e3 / jobs);
      int[] counts = new int[jobs];
      Arrays.setAll(counts, i -> runs.get(i + 1));
      assertThat(counts).containsOnly(1);
      assertThat(source.accepted().stream().map(Report::outcome))
          .filteredOn(Outcome.Completed.class::isInstance)
          .hasSize(jobs);
    }
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
