package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Outcome;
import dev.rota.Outcome.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkerRetryTest {
  private MemorySource source = new MemorySource();

  private Outcome.Failed failure(WorkerBuilder builder, Handler handler)
      throws InterruptedException {
    long job = source.add("default", "fails");
    try (Worker worker = builder.handle("fails", handler).start()) {
      Outcome outcome = source.awaitReport(job).outcome();
      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(worker.stats().failed()).isEqualTo(1);
      return (Outcome.Failed) outcome;
    }
  }

  private Retry retryOf(Throwable thrown) throws InterruptedException {
    source = new MemorySource();
    WorkerBuilder builder =
        Worker.on(source)
            .onException(Exception.class, e -> new Retry.After(Duration.ofDays(1)))
            .onException(IOException.class, e -> new Retry.After(Duration.ofHours(1)))
            .onException(IllegalStateException.class, e -> new Retry.Never())
            .onException(
                ArithmeticException.class,
                e -> {
                  throw new IllegalArgumentException("the choice itself fails");
                });
    return failure(
            builder,
            job -> {
              if (thrown instanceof Error error) {
                throw error;
              }
              throw (Exception) thrown;
            })
        .retry();
  }

  @Test
  void leavesARetryToThePolicyUnlessTold() throws InterruptedException {
    Outcome.Failed failed =
        failure(
            Worker.on(source),
            job -> {
              throw new IOException("disk full");
            });
    assertThat(failed.retry()).isEqualTo(new Retry.ByPolicy());
    assertThat(failed.errorType()).isEqualTo("java.io.IOException");
    assertThat(failed.error()).isEqualTo("disk full");
    assertThat(failed.stackTrace()).contains("disk full", "WorkerRetryTest");
  }

  @Test
  void letsAHandlerSayWhatFollows() throws InterruptedException {
    Instant noon = Instant.parse("2030-01-01T12:00:00Z");
    assertThat(retryOf(new DoNotRetry("hopeless"))).isEqualTo(new Retry.Never());
    assertThat(retryOf(new RetryAfter(Duration.ofMinutes(7))))
        .isEqualTo(new Retry.After(Duration.ofMinutes(7)));
    assertThat(retryOf(new RetryAt(noon, "closed", new IOException("x"))))
        .isEqualTo(new Retry.At(noon));
  }

  @Test
  void choosesByTheMostSpecificClassOfAnException() throws InterruptedException {
    assertThat(retryOf(new FileNotFoundException("f")))
        .isEqualTo(new Retry.After(Duration.ofHours(1)));
    assertThat(retryOf(new IllegalStateException("s"))).isEqualTo(new Retry.Never());
    assertThat(retryOf(new IllegalArgumentException("a")))
        .isEqualTo(new Retry.After(Duration.ofDays(1)));
    assertThat(retryOf(new AssertionError("e"))).isEqualTo(new Retry.ByPolicy());
  }

  @Test
  void fallsBackToThePolicyWhenAChoiceThrows() throws InterruptedException {
    assertThat(retryOf(new ArithmeticException("z"))).isEqualTo(new Retry.ByPolicy());
  }

  @Test
  void boundsWhatItTellsOfAnError() throws InterruptedException {
    Outcome.Failed failed =
        failure(
            Worker.on(source),
            job -> {
              throw new IOException("ä".repeat(100_000));
            });
    assertThat(failed.error().getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(4096);
    assertThat(failed.stackTrace()).isNotNull();
    assertThat(
            String.valueOf(failed.stackTrace()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(16_384);
    assertThat(failed.stackTrace()).contains("WorkerRetryTest");
  }
}
