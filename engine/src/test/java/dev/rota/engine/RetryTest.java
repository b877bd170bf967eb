package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome.Retry;
import dev.rota.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class RetryTest extends EngineTest {
  @Test
  void byDefaultTheWaitDoublesFromAMinuteToADay() {
    long id = enqueue(NewJob.kind("a").maxRetries(22).build());

    List<Duration> waits = waits(id, 22);

    assertThat(waits.get(0)).isBetween(seconds(48), seconds(72));
    assertThat(waits.get(1)).isBetween(seconds(96), seconds(144));
    assertThat(waits.get(2)).isBetween(seconds(192), seconds(288));
    assertThat(waits.get(3)).isBetween(seconds(384), seconds(576));
    assertThat(waits.get(4)).isBetween(seconds(768), seconds(1152));
    assertThat(waits.subList(11, 22))
        .allSatisfy(wait -> assertThat(wait).isBetween(seconds(69_120), seconds(103_680)));
  }

  @Test
  void theWaitVariesByAFifthEitherWay() {
    assertThat(
            text(
                """
                SELECT min(w) BETWEEN 48 AND 50 AND max(w) BETWEEN 70 AND 72 AND avg(w) BETWEEN 59 AND 61
                FROM (SELECT extract(epoch FROM rota.backoff(NULL, 0)) AS w FROM generate_series(1, 3000)) s
                """))
        .isEqualTo("t");
    assertThat(
            text(
                """
                SELECT min(w) BETWEEN 19.2 AND 20 AND max(w) BETWEEN 28 AND 28.8
                FROM (SELECT extract(epoch FROM rota.backoff(NULL, 20)) / 3600 AS w FROM generate_series(1, 3000)) s
                """))
        .isEqualTo("t");
  }

  @Test
  void aPolicyMayDoubleToAnHourWithoutJitter() {
    RetryPolicy hourly = new RetryPolicy(seconds(60), 2, Duration.ofHours(1), 0);
    long id = enqueue(NewJob.kind("a").maxRetries(8).retry(hourly).build());

    assertThat(waits(id, 8).stream().map(Duration::toSeconds))
        .containsExactly(60L, 120L, 240L, 480L, 960L, 1920L, 3600L, 3600L);
  }

  @Test
  void aPolicyMayGrowByAnyFactor() {
    RetryPolicy policy = new RetryPolicy(seconds(2), 3, Duration.ofDays(1), 0);
    long id = enqueue(NewJob.kind("a").maxRetries(4).retry(policy).build());

    assertThat(waits(id, 4).stream().map(Duration::toSeconds)).containsExactly(2L, 6L, 18L, 54L);
  }

  @Test
  void aPolicyMayWaitTheSameEveryTime() {
    long id = enqueue(NewJob.kind("a").maxRetries(3).retry(RetryPolicy.every(seconds(7))).build());

    assertThat(waits(id, 3)).containsOnly(seconds(7));
  }

  @Test
  void aPolicyMayNotWaitAtAll() {
    long id = enqueue(NewJob.kind("a").maxRetries(2).retry(RetryPolicy.IMMEDIATE).build());

    fail(claimOne());
    assertThat(state(id)).isEqualTo(JobState.PENDING);
    fail(claimOne());
    fail(claimOne());

    assertThat(state(id)).isEqualTo(JobState.FAILED);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void theQueuesPolicyAppliesToJobsWithoutOne() {
    engine
        .queues()
        .put("default", QueueSettings.DEFAULTS.withRetry(RetryPolicy.every(seconds(5))), "ada");
    long byQueue = enqueue("a");
    long own = enqueue(NewJob.kind("b").retry(RetryPolicy.every(seconds(9))).build());

    claim(2).forEach(this::fail);

    assertThat(untilRun(byQueue)).isEqualTo(seconds(5));
    assertThat(untilRun(own)).isEqualTo(seconds(9));
  }

  @Test
  void theQueuesPolicyOfTodayAppliesToJobsOfYesterday() {
    long id = enqueue("a");
    engine
        .queues()
        .put("default", QueueSettings.DEFAULTS.withRetry(RetryPolicy.every(seconds(5))), "ada");

    fail(claimOne());

    assertThat(untilRun(id)).isEqualTo(seconds(5));
  }

  @Test
  void aJobIsTriedOnceMoreThanItHasRetries() {
    long id = enqueue(NewJob.kind("a").maxRetries(2).retry(RetryPolicy.IMMEDIATE).build());
    for (int i = 0; i < 3; i++) {
      fail(claimOne());
    }

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.FAILED);
    assertThat(job.attempt()).isEqualTo(3);
    assertThat(job.retries()).isEqualTo(2);
    assertThat(job.error()).isEqualTo("connection timeout");
    assertThat(engine.jobs().executions(id, 10, 0))
        .extracting(Execution::attempt, Execution::retries)
        .containsExactly(tuple(3, 2), tuple(2, 1), tuple(1, 0));
  }

  @Test
  void aJobWithoutRetriesFailsAtOnce() {
    long id = enqueue(NewJob.kind("a").maxRetries(0).build());
    fail(claimOne());
    assertThat(state(id)).isEqualTo(JobState.FAILED);
  }

  @Test
  void aHandlerMaySayNotToRetry() {
    long id = enqueue("a");
    report(claimOne(), failure(new Retry.Never()));
    assertThat(state(id)).isEqualTo(JobState.FAILED);
    assertThat(job(id).retries()).isZero();
  }

  @Test
  void aHandlerMaySayWhenToRetry() {
    long id = enqueue("a");
    Instant when = clock.now().plus(Duration.ofHours(7)).truncatedTo(ChronoUnit.MICROS);

    report(claimOne(), failure(new Retry.At(when)));

    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    assertThat(job(id).runAt()).isEqualTo(when);
  }

  @Test
  void aHandlerMaySayHowLongToWait() {
    long id = enqueue("a");
    report(claimOne(), failure(new Retry.After(seconds(90))));
    assertThat(untilRun(id)).isEqualTo(seconds(90));
  }

  @Test
  void aTimeThatHasPassedMeansAtOnce() {
    long at = enqueue("a");
    long after = enqueue("b");
    List<Lease> leases = claim(2);

    report(leases.get(0), failure(new Retry.At(Instant.EPOCH)));
    report(leases.get(1), failure(new Retry.After(seconds(-5))));

    assertThat(state(at)).isEqualTo(JobState.PENDING);
    assertThat(state(after)).isEqualTo(JobState.PENDING);
  }

  @Test
  void anAbsurdTimeIsCutToTheFurthest() {
    long at = enqueue("a");
    long after = enqueue("b");
    List<Lease> leases = claim(2);

    report(leases.get(0), failure(new Retry.At(Instant.MAX)));
    report(leases.get(1), failure(new Retry.After(Duration.ofSeconds(Long.MAX_VALUE))));

    assertThat(state(at)).isEqualTo(JobState.SCHEDULED);
    assertThat(untilRun(at)).isCloseTo(Duration.ofDays(3650), Duration.ofMinutes(5));
    assertThat(untilRun(after)).isEqualTo(Duration.ofDays(3650));
  }

  @Test
  void aTimeOfTheHandlersStillTakesARetry() {
    long id = enqueue(NewJob.kind("a").maxRetries(1).build());
    report(claimOne(), failure(new Retry.After(Duration.ZERO)));
    report(claimOne(), failure(new Retry.After(Duration.ZERO)));
    assertThat(state(id)).isEqualTo(JobState.FAILED);
  }

  @Test
  void aCancelledJobIsNotTriedAgain() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.jobs().cancel(id, "ada");

    fail(lease);

    assertThat(state(id)).isEqualTo(JobState.CANCELLED);
  }

  /** How long the job waits after each of its first failures. */
  private List<Duration> waits(long id, int failures) {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      fail(claimOne());
      waits.add(untilRun(id));
      clock.advance(Duration.ofHours(30));
      engine.tick();
    }
    return waits;
  }

  /** How long after its last try the job may run again. */
  private Duration untilRun(long id) {
    Execution last = engine.jobs().executions(id, 1, 0).get(0);
    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    return Duration.between(
        Objects.requireNonNull(last.finishedAt()), Objects.requireNonNull(job(id).runAt()));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
