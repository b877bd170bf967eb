package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RotaException;
import dev.rota.Unique;
import dev.rota.Unique.OnDuplicate;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DedupTest extends EngineTest {
  private static final Unique LIVE = Unique.whileLive("k");
  private static final Unique PENDING = Unique.whilePending("k");

  @Test
  void aDuplicateIsAnsweredWithTheJobThatIsThere() {
    Enqueued first = engine.jobs().enqueue(job(LIVE, "1"));
    Enqueued second = engine.jobs().enqueue(job(LIVE, "2"));

    assertThat(first.duplicate()).isFalse();
    assertThat(second).isEqualTo(new Enqueued(first.job(), true));
    assertThat(count("job")).isEqualTo(1);
    assertThat(job(first.job()).payload()).isEqualTo("1");
  }

  @Test
  void aKeyIsUniqueWithinItsQueueAndKind() {
    assertThat(
            engine
                .jobs()
                .enqueue(
                    List.of(
                        job(LIVE, "1"),
                        NewJob.kind("other").unique(LIVE).build(),
                        NewJob.kind("a").queue("other").unique(LIVE).build(),
                        NewJob.kind("a").unique("another").build())))
        .noneMatch(Enqueued::duplicate);
    assertThat(count("ready")).isEqualTo(4);
  }

  @Test
  void aLiveKeyStaysTakenInEveryStateUntilTheJobEnds() {
    long id = enqueue(NewJob.kind("a").unique(LIVE).delay(Duration.ofMinutes(1)).build());
    assertDuplicateOf(id, LIVE);
    engine.jobs().pause(id, "ada");
    assertDuplicateOf(id, LIVE);
    engine.jobs().resume(id, "ada");
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    assertDuplicateOf(id, LIVE);
    Lease lease = claimOne();
    assertDuplicateOf(id, LIVE);
    fail(lease);
    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    assertDuplicateOf(id, LIVE);
    clock.advance(Duration.ofMinutes(2));
    engine.tick();
    complete(claimOne());

    assertFree(LIVE);
  }

  @Test
  void aLiveKeyIsFreeWhenTheJobHasFailed() {
    enqueue(job(LIVE, "1"));
    report(claimOne(), failure(new Outcome.Retry.Never()));
    assertFree(LIVE);
  }

  @Test
  void aLiveKeyIsFreeWhenTheJobIsCancelledBeforeItRuns() {
    engine.jobs().cancel(enqueue(job(LIVE, "1")), "ada");
    assertFree(LIVE);
  }

  @Test
  void aLiveKeyIsFreeWhenTheJobIsCancelledWhileItRuns() {
    long id = enqueue(job(LIVE, "1"));
    Lease lease = claimOne();
    engine.jobs().cancel(id, "ada");
    assertDuplicateOf(id, LIVE);

    report(lease, new Outcome.Cancelled());

    assertFree(LIVE);
  }

  @Test
  void aPendingKeyIsFreeAsSoonAsTheJobStarts() {
    long id = enqueue(job(PENDING, "1"));
    assertDuplicateOf(id, PENDING);

    Lease lease = claimOne();

    assertThat(lease.job()).isEqualTo(id);
    long second = assertFree(PENDING);
    fail(lease);
    complete(claimOne());
    assertThat(state(second)).isEqualTo(JobState.COMPLETED);
    assertFree(PENDING);
  }

  @Test
  void aPendingKeyStaysTakenWhileTheJobWaitsForItsConcurrencyKey() {
    enqueue(NewJob.kind("a").concurrency("c", 1).build());
    long waiting = enqueue(NewJob.kind("a").unique(PENDING).concurrency("c", 1).build());
    Lease running = claimOne();
    assertThat(job(waiting).waitingOn()).isEqualTo("key");
    assertDuplicateOf(waiting, PENDING);

    complete(running);
    assertDuplicateOf(waiting, PENDING);
    assertThat(claimOne().job()).isEqualTo(waiting);

    assertFree(PENDING);
  }

  @Test
  void aPendingKeyOfAConcurrentJobIsFreeAsSoonAsTheJobStarts() {
    NewJob job = NewJob.kind("a").unique(PENDING).concurrency("c", 2).build();
    enqueue(job);
    claimOne();

    assertThat(engine.jobs().enqueue(job).duplicate()).isFalse();
  }

  @Test
  void aKeyForAPeriodStaysTakenWhateverBecomesOfTheJob() {
    Unique hourly = Unique.forPeriod("k", Duration.ofHours(1));
    long id = enqueue(job(hourly, "1"));
    complete(claimOne());
    clock.advance(Duration.ofMinutes(59));
    engine.tick();
    assertDuplicateOf(id, hourly);

    clock.advance(Duration.ofMinutes(2));

    long second = assertFree(hourly);
    assertDuplicateOf(second, hourly);
  }

  @Test
  void aKeyForAPeriodIsFreeAfterwardsEvenIfTheJobStillWaits() {
    Unique hourly = Unique.forPeriod("k", Duration.ofHours(1));
    long first = enqueue(job(hourly, "1"));
    clock.advance(Duration.ofMinutes(61));

    long second = assertFree(hourly);

    assertThat(ids(claim(10))).containsExactly(first, second);
    clock.advance(Duration.ofMinutes(61));
    engine.tick();
    assertThat(count("uniq")).isZero();
  }

  @Test
  void aDuplicateMayReplaceThePayloadOfAJobThatWaits() {
    Unique replace = LIVE.onDuplicate(OnDuplicate.REPLACE_PAYLOAD);
    long pending = enqueue(job(replace, "1"));
    engine.jobs().enqueue(job(replace, "2"));
    assertThat(job(pending).payload()).isEqualTo("2");

    engine.jobs().pause(pending, "ada");
    engine.jobs().enqueue(job(replace, "3"));
    engine.jobs().resume(pending, "ada");

    assertThat(claimOne().payload()).isEqualTo("3");
  }

  @Test
  void aDuplicateMayReplaceThePayloadOfADelayedJobAndLeavesItsTime() {
    Unique replace = LIVE.onDuplicate(OnDuplicate.REPLACE_PAYLOAD);
    long id =
        enqueue(NewJob.kind("a").payload("1").unique(replace).delay(Duration.ofHours(1)).build());
    Job before = job(id);
    clock.advance(Duration.ofMinutes(5));

    engine
        .jobs()
        .enqueue(NewJob.kind("a").payload("2").unique(replace).delay(Duration.ofHours(1)).build());

    assertThat(job(id).payload()).isEqualTo("2");
    assertThat(job(id).runAt()).isEqualTo(before.runAt());
  }

  @Test
  void aDuplicateLeavesARunningJobAlone() {
    Unique both = LIVE.onDuplicate(OnDuplicate.REPLACE_PAYLOAD_AND_EXTEND_DELAY);
    long id = enqueue(job(both, "1"));
    Lease lease = claimOne();

    Enqueued answer =
        engine
            .jobs()
            .enqueue(NewJob.kind("a").payload("2").unique(both).delay(Duration.ofHours(1)).build());

    assertThat(answer).isEqualTo(new Enqueued(id, true));
    assertThat(job(id).payload()).isEqualTo("1");
    assertThat(state(id)).isEqualTo(JobState.RUNNING);
    complete(lease);
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aDuplicateMayPutOffAJobThatWaits() {
    Unique debounce = LIVE.onDuplicate(OnDuplicate.EXTEND_DELAY);
    NewJob quiet =
        NewJob.kind("a").payload("1").unique(debounce).delay(Duration.ofMinutes(5)).build();
    long id = enqueue(quiet);
    for (int i = 0; i < 4; i++) {
      clock.advance(Duration.ofMinutes(4));
      engine.tick();
      assertThat(engine.jobs().enqueue(quiet)).isEqualTo(new Enqueued(id, true));
      assertThat(claim(10)).isEmpty();
    }

    clock.advance(Duration.ofMinutes(5));
    engine.tick();

    assertThat(claimOne().payload()).isEqualTo("1");
  }

  @Test
  void aDuplicateMayPutOffAJobThatCouldHaveRunAlready() {
    Unique debounce = LIVE.onDuplicate(OnDuplicate.EXTEND_DELAY);
    long id = enqueue(job(debounce, "1"));
    assertThat(state(id)).isEqualTo(JobState.PENDING);

    engine.jobs().enqueue(NewJob.kind("a").unique(debounce).delay(Duration.ofMinutes(5)).build());

    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    assertThat(claim(10)).isEmpty();
    clock.advance(Duration.ofMinutes(6));
    engine.tick();
    assertThat(claimOne().job()).isEqualTo(id);
  }

  @Test
  void aDuplicateMayPutOffAJobThatWaitsForItsConcurrencyKey() {
    Unique debounce = LIVE.onDuplicate(OnDuplicate.EXTEND_DELAY);
    enqueue(NewJob.kind("a").concurrency("c", 1).build());
    NewJob.Builder job = NewJob.kind("a").unique(debounce).concurrency("c", 1);
    long parked = enqueue(job.build());
    Lease running = claimOne();

    engine.jobs().enqueue(job.delay(Duration.ofMinutes(5)).build());

    assertThat(state(parked)).isEqualTo(JobState.SCHEDULED);
    complete(running);
    assertThat(claim(10)).isEmpty();
    clock.advance(Duration.ofMinutes(6));
    engine.tick();
    assertThat(claimOne().job()).isEqualTo(parked);
  }

  @Test
  void aDuplicateMayReplaceThePayloadAndPutOffTheJob() {
    Unique both = LIVE.onDuplicate(OnDuplicate.REPLACE_PAYLOAD_AND_EXTEND_DELAY);
    long id = enqueue(job(both, "1"));

    engine
        .jobs()
        .enqueue(NewJob.kind("a").payload("2").unique(both).delay(Duration.ofMinutes(5)).build());

    assertThat(job(id).payload()).isEqualTo("2");
    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
  }

  @Test
  void ofOneKeyInOneListTheFirstIsStored() {
    List<Enqueued> answers =
        engine.jobs().enqueue(List.of(job(LIVE, "1"), job(LIVE, "2"), job(LIVE, "3")));

    assertThat(answers).extracting(Enqueued::duplicate).containsExactly(false, true, true);
    assertThat(answers).extracting(Enqueued::job).containsOnly(answers.get(0).job());
    assertThat(claimOne().payload()).isEqualTo("1");
  }

  @Test
  void aDuplicateInTheSameListReplacesThePayloadAndPutsOffTheJobToo() {
    Unique both = LIVE.onDuplicate(OnDuplicate.REPLACE_PAYLOAD_AND_EXTEND_DELAY);
    NewJob later = NewJob.kind("a").payload("2").unique(both).delay(Duration.ofMinutes(5)).build();

    long id = engine.jobs().enqueue(List.of(job(both, "1"), later)).get(0).job();

    assertThat(job(id).payload()).isEqualTo("2");
    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
  }

  @Test
  void enqueuersOfOneKeyAtTheSameTimeMakeOneJob() throws Exception {
    List<List<Enqueued>> answers =
        Together.run(
            8,
            thread ->
                IntStream.range(0, 40)
                    .mapToObj(i -> NewJob.kind("a").unique("k" + (thread + i) % 40).build())
                    .map(engine.jobs()::enqueue)
                    .toList());

    List<Enqueued> all = answers.stream().flatMap(List::stream).toList();
    assertThat(all).filteredOn(answer -> !answer.duplicate()).hasSize(40);
    assertThat(all.stream().map(Enqueued::job).distinct()).hasSize(40);
    assertThat(count("job")).isEqualTo(40);
  }

  @Test
  void enqueuersInTransactionsOfTheirOwnMakeOneJob() throws Exception {
    List<Enqueued> answers =
        Together.run(
            4,
            thread -> {
              try (Connection connection = database.connect()) {
                connection.setAutoCommit(false);
                Enqueued answer = engine.jobs().enqueue(connection, job(LIVE, "1"));
                connection.commit();
                return answer;
              }
            });

    assertThat(answers).filteredOn(answer -> !answer.duplicate()).hasSize(1);
    assertThat(answers).extracting(Enqueued::job).containsOnly(answers.get(0).job());
    assertThat(count("ready")).isEqualTo(1);
  }

  @Test
  void oneKeyIsNeverLiveTwiceWhileWorkersAndEnqueuersAreBusy() throws Exception {
    Together.run(
        4,
        thread -> {
          for (int i = 0; i < 60; i++) {
            if (thread % 2 == 0) {
              engine.jobs().enqueue(job(LIVE, "1"));
            } else {
              claim(10).forEach(this::complete);
            }
          }
          return thread;
        });

    assertThat(count("ready")).isEqualTo(count("uniq")).isLessThanOrEqualTo(1);
    assertThat(
            text(
                """
                SELECT count(*) FROM rota.jobs a JOIN rota.jobs b ON a.id < b.id
                WHERE b.created_at < coalesce(a.finished_at, 'infinity')
                  AND a.created_at < coalesce(b.finished_at, 'infinity')
                """))
        .isEqualTo("0");
  }

  @Test
  void aJobIsNotRetriedByHandWhileALiveJobHasItsKey() {
    long failed = enqueue(job(LIVE, "1"));
    report(claimOne(), failure(new Outcome.Retry.Never()));
    long live = assertFree(LIVE);

    assertThatThrownBy(() -> engine.jobs().retry(failed, "ada"))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("duplicate"))
        .hasMessageContaining(String.valueOf(live));
    assertThat(state(failed)).isEqualTo(JobState.FAILED);

    complete(claimOne());
    assertThat(engine.jobs().retry(failed, "ada").state()).isEqualTo(JobState.PENDING);
    assertDuplicateOf(failed, LIVE);
  }

  @Test
  void aJobIsRetriedByHandOnceThePeriodOfAnotherIsOver() {
    Unique hourly = Unique.forPeriod("k", Duration.ofHours(1));
    long failed = enqueue(job(hourly, "1"));
    report(claimOne(), failure(new Outcome.Retry.Never()));
    clock.advance(Duration.ofMinutes(61));
    enqueue(job(hourly, "2"));
    complete(claimOne());
    clock.advance(Duration.ofMinutes(61));

    assertThat(engine.jobs().retry(failed, "ada").state()).isEqualTo(JobState.PENDING);
    assertDuplicateOf(failed, hourly);
  }

  private static NewJob job(Unique unique, String payload) {
    return NewJob.kind("a").payload(payload).unique(unique).build();
  }

  private void assertDuplicateOf(long id, Unique unique) {
    assertThat(engine.jobs().enqueue(job(unique, "9"))).isEqualTo(new Enqueued(id, true));
  }

  /** Takes the key, which must be free, with a new job. */
  private long assertFree(Unique unique) {
    Enqueued answer = engine.jobs().enqueue(job(unique, "9"));
    assertThat(answer.duplicate()).isFalse();
    return answer.job();
  }
}
