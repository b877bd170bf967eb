package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTransactionTest {
  private final MemorySource source = new MemorySource(Duration.ofMillis(400));

  private Outcome outcome(Handler handler) throws InterruptedException {
    long job = source.add("default", "transfer");
    try (Worker worker = Worker.on(source).handle("transfer", handler).start()) {
      Outcome outcome = source.awaitReport(job).outcome();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(source.records()).hasSize(1);
      return outcome;
    }
  }

  @Test
  void reportsNothingMoreOfWhatTheHandlerCommitted() throws InterruptedException {
    assertThat(
            outcome(job -> {
              MemoryTransaction transaction = new MemoryTransaction();
              job.completeIn(transaction.connection(), "7");
              transaction.commit();
              return "8";
            }))
        .isEqualTo(new Outcome.Completed("7"));
  }

  @Test
  void recordsAFailureInTheHandlersTransaction() throws InterruptedException {
    Outcome outcome =
        outcome(job -> {
          MemoryTransaction transaction = new MemoryTransaction();
          job.failIn(transaction.connection(), new DoNotRetry("no funds"));
          transaction.commit();
          return null;
        });
    assertThat(((Outcome.Failed) outcome).error()).isEqualTo("no funds");
    assertThat(((Outcome.Failed) outcome).retry()).isEqualTo(new Outcome.Retry.Never());
  }

  @Test
  void reportsTheFailureOfAHandlerWhoseTransactionRolledBack() throws InterruptedException {
    Outcome outcome =
        outcome(job -> {
          job.completeIn(new MemoryTransaction().connection(), null);
          throw new IllegalStateException("rolled back");
        });
    assertThat(((Outcome.Failed) outcome).error()).isEqualTo("rolled back");
  }

  @Test
  void reportsAFailureWhenARollbackWasKeptSecret() throws InterruptedException {
    Outcome outcome =
        outcome(job -> {
          job.completeIn(new MemoryTransaction().connection(), null);
          return null;
        });
    assertThat(((Outcome.Failed) outcome).errorType()).isEqualTo("uncommitted");
  }

  @Test
  void leavesAHandlerAloneThatHasCommittedAndGoesOn() throws InterruptedException {
    long job = source.add("default", "transfer");
    Probe probe = new Probe();
    try (Worker worker =
        Worker.on(source)
            .listener(probe)
            .run(
                "transfer",
                one -> {
                  MemoryTransaction transaction = new MemoryTransaction();
                  one.completeIn(transaction.connection(), null);
                  transaction.commit();
                  Thread.sleep(source.lease().multipliedBy(3));
                  assertThat(one.isCancelled()).isFalse();
                })
            .start()) {
      probe.await("finished " + job + " Completed");
      assertThat(worker.stats().lost()).isZero();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.records()).hasSize(1);
  }

  @Test
  void fencesAHandlerThatRecordsTooLate() throws InterruptedException {
    long job = source.add("default", "transfer");
    Probe probe = new Probe();
    try (Worker worker =
        Worker.on(source)
            .listener(probe)
            .run(
                "transfer",
                one -> {
                  source.lose(job);
                  one.completeIn(new MemoryTransaction().connection(), null);
                })
            .start()) {
      probe.await("fenced " + job);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.accepted()).isEqualTo(List.of());
  }
}
