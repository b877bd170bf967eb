package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WorkerDrainTest {
  private final MemorySource source = new MemorySource();
  private final CountDownLatch inside = new CountDownLatch(1);

  @Test
  void letsRunningHandlersFinishBeforeTheDeadline() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    long job = source.add("default", "long");
    Worker worker =
        Worker.on(source)
            .handle(
                "long",
                one -> {
                  inside.countDown();
                  Probe.await(open);
                  return "1";
                })
            .start();
    Probe.await(inside);
    Thread closer = Thread.ofVirtual().start(worker::close);
    long late = source.add("default", "long");
    open.countDown();
    closer.join();
    assertThat(source.awaitReport(job).outcome()).isEqualTo(new Outcome.Completed("1"));
    assertThat(source.isClosed()).isTrue();
    worker.close();
    assertThat(late).isGreaterThan(job);
  }

  @Test
  void cancelsWhatRunsAtTheDeadlineAndReportsItForARetryAtOnce() throws InterruptedException {
    long job = source.add("default", "long");
    Worker worker =
        Worker.on(source)
            .run(
                "long",
                one -> {
                  inside.countDown();
                  Probe.sleepLong();
                })
            .start();
    Probe.await(inside);
    worker.drain(Duration.ofMillis(50));
    Outcome.Failed failed = (Outcome.Failed) source.awaitReport(job).outcome();
    assertThat(failed.errorType()).isEqualTo("drained");
    assertThat(failed.error()).isEqualTo("Worker stopped before the job finished");
    assertThat(failed.retry()).isEqualTo(new Outcome.Retry.After(Duration.ZERO));
  }

  @Test
  void doesNotWaitForHandlersThatIgnoreInterrupts() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    long job = source.add("default", "deaf");
    Worker worker =
        Worker.on(source)
            .drainGrace(Duration.ofMillis(50))
            .run(
                "deaf",
                one -> {
                  inside.countDown();
                  while (open.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                    Thread.interrupted();
                  }
                })
            .start();
    Probe.await(inside);
    worker.drain(Duration.ZERO);
    assertThat(((Outcome.Failed) source.awaitReport(job).outcome()).errorType())
        .isEqualTo("drained");
    open.countDown();
  }

  @Test
  void givesBackWhatHasNotBegun() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    source.latency(Duration.ofMillis(3));
    source.addMany("default", "short", 3000);
    Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .pumps(1)
            .releaseAfter(Duration.ofMinutes(5))
            .run(
                "short",
                job -> {
                  if (job.job() == 2000) {
                    inside.countDown();
                    Probe.await(open);
                  }
                })
            .start();
    Probe.await(inside);
    while (worker.stats().prefetched() == 0) {
      Thread.onSpinWait();
    }
    Thread closer = Thread.ofVirtual().start(worker::close);
    source.await("the waiting jobs are back", () -> source.released() > 0);
    open.countDown();
    closer.join();
    assertThat(source.ready()).isEqualTo(1000);
    assertThat(source.accepted().stream().filter(WorkerDrainTest::completed)).hasSize(2000);
  }

  private static boolean completed(Report report) {
    return report.outcome() instanceof Outcome.Completed;
  }

  @Test
  void endsWithinBoundsWhenTheSourceIsGone() throws InterruptedException {
    Probe probe = new Probe();
    long job = source.add("default", "fine");
    Worker worker =
        Worker.on(source)
            .listener(probe)
            .run(
                "fine",
                one -> {
                  source.exchangeDown(true);
                  inside.countDown();
                })
            .start();
    Probe.await(inside);
    probe.await("unavailable");
    worker.drain(Duration.ofMillis(50));
    assertThat(source.isClosed()).isTrue();
    assertThat(source.accepted()).extracting(Report::job).doesNotContain(job);
  }

  @Test
  void endsSoonWhenTheDrainingThreadIsInterrupted() throws InterruptedException {
    long job = source.add("default", "long");
    Worker worker =
        Worker.on(source)
            .run(
                "long",
                one -> {
                  inside.countDown();
                  Probe.sleepLong();
                })
            .start();
    Probe.await(inside);
    CountDownLatch flagged = new CountDownLatch(1);
    Thread closer =
        Thread.ofVirtual()
            .start(() -> {
              worker.drain(Duration.ofHours(1));
              if (Thread.currentThread().isInterrupted()) {
                flagged.countDown();
              }
            });
    closer.interrupt();
    closer.join();
    Probe.await(flagged);
    assertThat(((Outcome.Failed) source.awaitReport(job).outcome()).errorType())
        .isEqualTo("drained");
  }
}
