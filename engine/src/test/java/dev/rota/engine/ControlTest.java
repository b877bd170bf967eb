package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rota.Beat;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What people do to single jobs: allowed in some states, refused in the others. */
final class ControlTest extends EngineTest {
  private static final Set<JobState> WAITING =
      EnumSet.of(JobState.PENDING, JobState.SCHEDULED, JobState.PAUSED);
  private static final Set<JobState> LIVE =
      EnumSet.of(JobState.PENDING, JobState.SCHEDULED, JobState.PAUSED, JobState.RUNNING);

  private interface Operation {
    Job on(long id);
  }

  @TestFactory
  Stream<DynamicTest> cancellingEndsWhatWaitsAndNothingElse() {
    return inEveryState(
        WAITING, JobState.CANCELLED, id -> engine.jobs().cancel(id, "ada"), JobState.RUNNING);
  }

  @TestFactory
  Stream<DynamicTest> pausingHoldsWhatIsPendingOrScheduled() {
    return inEveryState(
        EnumSet.of(JobState.PENDING, JobState.SCHEDULED),
        JobState.PAUSED,
        id -> engine.jobs().pause(id, "ada"));
  }

  @TestFactory
  Stream<DynamicTest> resumingLetsAPausedJobGoOn() {
    return inEveryState(
        EnumSet.of(JobState.PAUSED), JobState.PENDING, id -> engine.jobs().resume(id, "ada"));
  }

  @TestFactory
  Stream<DynamicTest> retryingRunsAFailedOrCancelledJobAgain() {
    return inEveryState(
        EnumSet.of(JobState.FAILED, JobState.CANCELLED),
        JobState.PENDING,
        id -> engine.jobs().retry(id, "ada"));
  }

  @TestFactory
  Stream<DynamicTest> thePriorityOfALiveJobCanBeChanged() {
    return Stream.of(JobState.values())
        .map(state ->
            DynamicTest.dynamicTest(
                state.word(),
                () -> {
                  long id = jobIn(state);
                  if (LIVE.contains(state)) {
                    assertThat(engine.jobs().prioritize(id, 42, "ada").priority()).isEqualTo(42);
                    assertThat(engine.jobs().boost(id, 20, "ada").priority()).isEqualTo(62);
                    assertThat(engine.jobs().boost(id, 100, "ada").priority()).isEqualTo(100);
                    assertThat(engine.jobs().prioritize(id, 0, "ada").priority()).isZero();
                    assertThat(state(id)).isEqualTo(state);
                  } else {
                    assertForbidden(state, () -> engine.jobs().prioritize(id, 42, "ada"));
                    assertForbidden(state, () -> engine.jobs().boost(id, 1, "ada"));
                    assertThat(job(id).priority()).isZero();
                  }
                }));
  }

  @Test
  void anUnknownJobIsNotFound() {
    List<Operation> operations =
        List.of(
            id -> engine.jobs().cancel(id, "ada"),
            id -> engine.jobs().pause(id, "ada"),
            id -> engine.jobs().resume(id, "ada"),
            id -> engine.jobs().retry(id, "ada"),
            id -> engine.jobs().prioritize(id, 1, "ada"),
            id -> engine.jobs().boost(id, 1, "ada"));

    for (Operation operation : operations) {
      RotaException refusal = assertThrows(RotaException.class, () -> operation.on(4711));
      assertThat(refusal.code()).isEqualTo("not-found");
      assertThat(refusal).hasMessageContaining("4711");
    }
    assertThat(engine.jobs().get(4711)).isEmpty();
    assertThat(engine.jobs().executions(4711, 10, 0)).isEmpty();
    assertThat(count("event")).isZero();
  }

  @Test
  void aRunningJobIsAskedToStop() {
    long id = enqueue("a");
    Lease lease = claimOne();

    Job asked = engine.jobs().cancel(id, "ada");

    assertThat(asked.state()).isEqualTo(JobState.RUNNING);
    assertThat(asked.cancel()).isTrue();
    assertThat(source.renew(List.of(new Beat(id, lease.fence(), null, null))))
        .containsExactly(new Signal(id, lease.fence(), Signal.Kind.CANCEL));
    report(lease, new Outcome.Cancelled());
    assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    assertThat(job(id).cancel()).isFalse();
  }

  @Test
  void aJobIsAskedToStopOnWhicheverNodeItRuns() {
    JobSource other = open("node-b").source();
    long id = enqueue("a");
    Lease lease = claim(other, 1).get(0);

    engine.jobs().cancel(id, "ada");

    assertThat(other.renew(List.of())).extracting(Signal::fence).containsExactly(lease.fence());
    assertThat(source.renew(List.of())).isEmpty();
  }

  @Test
  void aJobThatWasFasterThanItsCancellationIsCompleted() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.jobs().cancel(id, "ada");

    complete(lease);

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aCancelledJobThatIsGivenBackIsCancelled() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.jobs().cancel(id, "ada");

    report(lease, new Outcome.Released());

    assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aCancelledJobRunsNoMore() {
    long pending = jobIn(JobState.PENDING);
    long scheduled = jobIn(JobState.SCHEDULED);
    engine.jobs().cancel(pending, "ada");
    engine.jobs().cancel(scheduled, "ada");

    clock.advance(Duration.ofDays(1));
    engine.tick();

    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aPausedJobIsNotClaimedAndGoesOnFromWhereItWas() {
    long pending = jobIn(JobState.PENDING);
    long scheduled = jobIn(JobState.SCHEDULED);
    Job before = job(scheduled);
    engine.jobs().pause(pending, "ada");
    engine.jobs().pause(scheduled, "ada");
    assertThat(claim(10)).isEmpty();

    assertThat(engine.jobs().resume(pending, "ada").state()).isEqualTo(JobState.PENDING);
    Job after = engine.jobs().resume(scheduled, "ada");

    assertThat(after.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(after.runAt()).isEqualTo(before.runAt());
    assertThat(ids(claim(10))).containsExactly(pending);
  }

  @Test
  void aScheduledJobWhoseTimePassedWhileItWasPausedMayRunAtOnce() {
    long id = jobIn(JobState.SCHEDULED);
    engine.jobs().pause(id, "ada");
    clock.advance(Duration.ofDays(1));
    engine.tick();
    assertThat(state(id)).isEqualTo(JobState.PAUSED);

    assertThat(engine.jobs().resume(id, "ada").state()).isEqualTo(JobState.PENDING);

    assertThat(claimOne().job()).isEqualTo(id);
  }

  @Test
  void aRetryByHandStartsWithAllRetriesAndGoesOnCountingAttempts() {
    long id = enqueue(NewJob.kind("a").maxRetries(1).retry(RetryPolicy.IMMEDIATE).build());
    Lease first = claimOne();
    source.renew(List.of(new Beat(id, first.fence(), 70, "far")));
    fail(first);
    fail(claimOne());
    assertThat(state(id)).isEqualTo(JobState.FAILED);

    Job again = engine.jobs().retry(id, "ada");

    assertThat(again.state()).isEqualTo(JobState.PENDING);
    assertThat(again.retries()).isZero();
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.error()).isNull();
    assertThat(again.progress()).isNull();
    assertThat(again.finishedAt()).isNull();
    Lease lease = claimOne();
    assertThat(lease.attempt()).isEqualTo(3);
    assertThat(lease.retries()).isZero();
    fail(lease);
    complete(claimOne());
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(engine.jobs().executions(id, 10, 0)).hasSize(4);
  }

  @Test
  void aJobThatWasCancelledBeforeItRanCanBeRetried() {
    long id = enqueue("a");
    engine.jobs().cancel(id, "ada");

    engine.jobs().retry(id, "ada");

    assertThat(claimOne().attempt()).isEqualTo(1);
    assertThat(count("ended")).isZero();
  }

  @Test
  void ofSeveralRetriesByHandAtTheSameTimeOneSucceeds() throws Exception {
    long id = jobIn(JobState.FAILED);

    List<String> answers =
        Together.run(
            4,
            thread -> {
              try {
                return engine.jobs().retry(id, "ada").state().word();
              } catch (RotaException e) {
                return e.code();
              }
            });

    assertThat(answers)
        .containsExactlyInAnyOrder(
            "pending", "forbidden-transition", "forbidden-transition", "forbidden-transition");
    assertThat(count("ready")).isEqualTo(1);
  }

  @Test
  void aRaisedPriorityCountsAtTheNextClaim() {
    long first = enqueue("a");
    long second = enqueue("a");
    long third = enqueue("a");
    engine.jobs().boost(third, 50, "ada");
    engine.jobs().prioritize(second, 20, "ada");

    assertThat(ids(claim(10))).containsExactly(third, second, first);
  }

  @Test
  void thePriorityOfARunningJobCountsForItsRetry() {
    long first = enqueue(NewJob.kind("a").retry(RetryPolicy.IMMEDIATE).build());
    Lease lease = claimOne();
    engine.jobs().prioritize(first, 80, "ada");
    enqueue(NewJob.kind("a").priority(79).build());

    fail(lease);

    assertThat(claim(1).get(0).job()).isEqualTo(first);
  }

  @Test
  void whoDidWhatIsOnRecord() {
    long id = enqueue("a");
    engine.jobs().pause(id, "ada");
    engine.jobs().resume(id, "bob");
    engine.jobs().prioritize(id, 5, "cem");
    engine.jobs().boost(id, 5, "dan");
    engine.jobs().cancel(id, "eve");
    engine.jobs().retry(id, "fay");
    assertThrows(RotaException.class, () -> engine.jobs().resume(id, "gus"));

    assertThat(
            texts("SELECT type || ' ' || actor FROM rota.event WHERE job = " + id + " ORDER BY id"))
        .containsExactly(
            "job.paused ada",
            "job.resumed bob",
            "job.prioritized cem",
            "job.prioritized dan",
            "job.cancelled eve",
            "job.retried fay");
    assertThat(text("SELECT paused_by FROM rota.paused")).isNull();
  }

  @Test
  void whoPausedOrCancelledAJobIsKeptWithIt() {
    long paused = enqueue("a");
    long cancelled = enqueue("a");
    engine.jobs().pause(paused, "ada");
    engine.jobs().cancel(cancelled, "bob");

    assertThat(text("SELECT paused_by FROM rota.paused")).isEqualTo("ada");
    assertThat(text("SELECT ended_by FROM rota.ended")).isEqualTo("bob");
  }

  @Test
  void jobsThatMoveWhileTheyAreControlledAreNeitherLostNorDoubled() throws Exception {
    List<Long> ids = new ArrayList<>();
    for (Enqueued one :
        engine
            .jobs()
            .enqueue(
                Collections.nCopies(
                    120, NewJob.kind("a").retry(RetryPolicy.IMMEDIATE).maxRetries(50).build()))) {
      ids.add(one.job());
    }

    Together.run(
        4,
        thread -> {
          for (int i = 0; i < 150; i++) {
            long id = ids.get((i * 7 + thread * 31) % ids.size());
            if (thread < 2) {
              for (Lease lease : claim(5)) {
                report(
                    lease,
                    i % 3 == 0
                        ? new Outcome.Completed(null)
                        : failure(new Outcome.Retry.ByPolicy()));
              }
            } else {
              tryTo(i, id);
            }
          }
          return thread;
        });

    assertThat(
            text(
                """
                SELECT count(*) FROM rota.job j WHERE 1 <> (
                  (SELECT count(*) FROM rota.live l WHERE l.job = j.id)
                  + (SELECT count(*) FROM rota.execution e WHERE e.job = j.id AND e.ended IS NOT NULL)
                  + (SELECT count(*) FROM rota.ended e WHERE e.job = j.id))
                """))
        .isEqualTo("0");
  }

  private void tryTo(int i, long id) {
    try {
      switch (i % 5) {
        case 0 -> engine.jobs().pause(id, "ada");
        case 1 -> engine.jobs().resume(id, "ada");
        case 2 -> engine.jobs().boost(id, 1, "ada");
        case 3 -> engine.jobs().cancel(id, "ada");
        default -> engine.jobs().retry(id, "ada");
      }
    } catch (RotaException e) {
      assertThat(e.code()).isEqualTo("forbidden-transition");
    }
  }

  private Stream<DynamicTest> inEveryState(
      Set<JobState> allowed, JobState becomes, Operation operation, JobState... untold) {
    return Stream.of(JobState.values())
        .filter(state -> !List.of(untold).contains(state))
        .map(state ->
            DynamicTest.dynamicTest(
                state.word(),
                () -> {
                  long id = jobIn(state);
                  if (allowed.contains(state)) {
                    assertThat(operation.on(id).state()).isEqualTo(becomes);
                    assertThat(state(id)).isEqualTo(becomes);
                  } else {
                    assertThat(assertForbidden(state, () -> operation.on(id)))
                        .hasMessageContaining(becomes.word());
                    assertThat(state(id)).isEqualTo(state);
                  }
                }));
  }

  private static RotaException assertForbidden(JobState state, Runnable operation) {
    RotaException refusal = assertThrows(RotaException.class, operation::run);
    assertThat(refusal.code()).isEqualTo("forbidden-transition");
    assertThat(refusal).hasMessageContaining("is " + state.word());
    return refusal;
  }

  /** A new job that has come to this state. */
  private long jobIn(JobState state) {
    NewJob.Builder job = NewJob.kind("a").priority(0);
    return switch (state) {
      case PENDING -> enqueue(job.build());
      case SCHEDULED -> enqueue(job.delay(Duration.ofHours(1)).build());
      case RUNNING -> claimed(enqueue(job.build())).job();
      case PAUSED -> engine.jobs().pause(enqueue(job.build()), "ada").id();
      case CANCELLED -> engine.jobs().cancel(enqueue(job.build()), "ada").id();
      case COMPLETED -> ended(enqueue(job.build()), new Outcome.Completed(null));
      case FAILED -> ended(enqueue(job.build()), failure(new Outcome.Retry.Never()));
    };
  }

  private long ended(long id, Outcome outcome) {
    report(claimed(id), outcome);
    return id;
  }

  private Lease claimed(long id) {
    return claim(1_000).stream().filter(lease -> lease.job() == id).findFirst().orElseThrow();
  }
}
