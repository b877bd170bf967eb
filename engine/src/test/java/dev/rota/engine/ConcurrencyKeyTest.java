package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** At most so many jobs of a concurrency key run at a time, and none waits for ever. */
final class ConcurrencyKeyTest extends EngineTest {
  @Test
  void atMostSoManyJobsOfAKeyRunAtATime() {
    IntStream.range(0, 5).forEach(i -> enqueue(keyed("k", 2)));

    List<Lease> first = claim(10);

    assertThat(first).hasSize(2);
    assertThat(claim(10)).isEmpty();
    assertThat(count("parked")).isEqualTo(3);
    complete(first.get(0));
    assertThat(claim(10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void theKeyHoldsAcrossNodesAndKinds() {
    JobSource other = open("node-b").source();
    enqueue(NewJob.kind("a").concurrency("k", 1).build());
    long second = enqueue(NewJob.kind("b").concurrency("k", 1).build());
    Lease running = claimOne();

    assertThat(claim(other, 10)).isEmpty();
    complete(running);

    assertThat(ids(claim(other, 10))).containsExactly(second);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void queuesDoNotShareKeysAndKeysDoNotShareSlots() {
    enqueue(keyed("k", 1));
    enqueue(keyed("other", 1));
    enqueue(NewJob.kind("a").queue("elsewhere").concurrency("k", 1).build());
    enqueue("without");

    assertThat(claim(10)).hasSize(3);
    assertThat(source.exchange(List.of(), Claim.of("elsewhere", 10)).leases()).hasSize(1);
  }

  @Test
  void aJobThatWaitsForItsKeyIsPendingAndSaysSo() {
    enqueue(keyed("k", 1));
    long waiting = enqueue(keyed("k", 1));
    claim(10);

    assertThat(state(waiting)).isEqualTo(JobState.PENDING);
    assertThat(job(waiting).waitingOn()).isEqualTo("key");
    assertThat(job(waiting).attempt()).isZero();
  }

  @Test
  void aBusyKeyDoesNotKeepOtherJobsWaiting() {
    IntStream.range(0, 60).forEach(i -> enqueue(keyed("k", 1)));
    long other = enqueue("other");

    assertThat(ids(claimPastParked(10))).contains(other).hasSize(2);
  }

  @Test
  void aBacklogBehindAKeyOfOneDrainsInTheOrderOfPriorities() {
    assertDrainsInOrder(1);
  }

  @Test
  void aBacklogBehindAKeyOfThreeDrainsInTheOrderOfPriorities() {
    assertDrainsInOrder(3);
  }

  @Test
  void aRetryGivesTheKeyToTheNext() {
    long first = enqueue(NewJob.kind("a").concurrency("k", 1).build());
    long second = enqueue(keyed("k", 1));

    fail(claimOne());

    assertThat(state(first)).isEqualTo(JobState.SCHEDULED);
    assertThat(claimOne().job()).isEqualTo(second);
  }

  @Test
  void anImmediateRetryQueuesUpForItsKeyAgain() {
    long first = enqueue(NewJob.kind("a").concurrency("k", 1).retry(RetryPolicy.IMMEDIATE).build());
    long second = enqueue(keyed("k", 1));
    fail(claimOne());

    Lease next = claimOne();
    assertThat(next.job()).isEqualTo(second);
    complete(next);

    assertThat(claimOne().job()).isEqualTo(first);
  }

  @Test
  void everyEndOfAJobGivesItsKeyToTheNext() {
    List<Outcome> ends =
        List.of(
            new Outcome.Completed(null),
            failure(new Outcome.Retry.Never()),
            failure(new Outcome.Retry.After(Duration.ofHours(1))),
            new Outcome.Cancelled());
    for (int i = 0; i < ends.size(); i++) {
      enqueue(keyed("k" + i, 1));
      long next = enqueue(keyed("k" + i, 1));

      report(claimOne(), ends.get(i));

      assertThat(claimOne().job()).isEqualTo(next);
    }
  }

  @Test
  void aJobThatIsGivenBackKeepsItsKey() {
    long first = enqueue(keyed("k", 1));
    long second = enqueue(keyed("k", 1));
    report(claimOne(), new Outcome.Released());

    Lease again = claimOne();
    assertThat(again.job()).isEqualTo(first);
    complete(again);
    assertThat(claimOne().job()).isEqualTo(second);
  }

  @Test
  void aCancelledJobThatIsGivenBackHandsItsKeyOn() {
    long first = enqueue(keyed("k", 1));
    long second = enqueue(keyed("k", 1));
    Lease running = claimOne();
    engine.jobs().cancel(first, "ada");

    report(running, new Outcome.Released());

    assertThat(claimOne().job()).isEqualTo(second);
  }

  @Test
  void aJobThatIsCancelledWhileItHoldsAKeyUnclaimedHandsItOn() {
    long holding = holdingTheKeyUnclaimed();
    long next = enqueue(keyed("k", 1));
    assertThat(claim(10)).isEmpty();

    engine.jobs().cancel(holding, "ada");

    assertThat(claimOne().job()).isEqualTo(next);
  }

  @Test
  void aJobThatIsPausedWhileItHoldsAKeyUnclaimedHandsItOn() {
    long holding = holdingTheKeyUnclaimed();
    long next = enqueue(keyed("k", 1));
    assertThat(claim(10)).isEmpty();

    engine.jobs().pause(holding, "ada");

    Lease running = claimOne();
    assertThat(running.job()).isEqualTo(next);
    engine.jobs().resume(holding, "ada");
    assertThat(claim(sourceWith("gpu"), 10)).isEmpty();
    complete(running);
    assertThat(ids(claim(sourceWith("gpu"), 10))).containsExactly(holding);
  }

  @Test
  void aJobThatIsPrioritizedWhileItHoldsAKeyUnclaimedKeepsIt() {
    long holding = holdingTheKeyUnclaimed();
    enqueue(NewJob.kind("a").requires("gpu").priority(60).concurrency("k", 1).build());
    engine.jobs().prioritize(holding, 50, "ada");

    assertThat(ids(claim(sourceWith("gpu"), 10))).containsExactly(holding);
  }

  @Test
  void aKeyThatNobodyClaimsIsTakenBackWhenOthersWait() {
    long holding = holdingTheKeyUnclaimed();
    long next = enqueue(keyed("k", 1));
    assertThat(claim(10)).isEmpty();

    engine.tick();
    engine.tick();

    Lease running = claimOne();
    assertThat(running.job()).isEqualTo(next);
    assertThat(claim(sourceWith("gpu"), 10)).isEmpty();
    complete(running);
    assertThat(ids(claim(sourceWith("gpu"), 10))).containsExactly(holding);
  }

  @Test
  void aJobThatWaitsForItsKeyCanBePausedCancelledAndPrioritized() {
    enqueue(keyed("k", 1));
    List<Long> parked = IntStream.range(0, 4).mapToObj(i -> enqueue(keyed("k", 1))).toList();
    Lease running = claimOne();
    engine.jobs().cancel(parked.get(0), "ada");
    engine.jobs().pause(parked.get(1), "ada");
    engine.jobs().boost(parked.get(3), 10, "ada");

    complete(running);
    Lease raised = claimOne();
    engine.jobs().resume(parked.get(1), "ada");
    complete(raised);
    Lease third = claimOne();
    complete(third);
    Lease last = claimOne();

    assertThat(ids(List.of(raised, third, last)))
        .containsExactly(parked.get(3), parked.get(2), parked.get(1));
  }

  @Test
  void theKeyOfADeadNodeIsHandedOn() {
    JobSource dying = open("node-b").source();
    long first = enqueue(keyed("k", 1));
    long second = enqueue(keyed("k", 1));
    assertThat(ids(claim(dying, 10))).containsExactly(first);

    clock.advance(Duration.ofSeconds(25));
    engine.tick();

    Lease next = claimOne();
    assertThat(next.job()).isEqualTo(second);
    complete(next);
    assertThat(claimOne().job()).isEqualTo(first);
  }

  @Test
  void aHandlersOwnTransactionHandsTheKeyOnWhenItCommits() throws Exception {
    enqueue(keyed("k", 1));
    long second = enqueue(keyed("k", 1));
    Lease running = claimOne();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      source.report(connection, Report.of(running, new Outcome.Completed(null)));
      assertThat(claim(10)).isEmpty();
      connection.commit();
    }
    assertThat(ids(claim(10))).containsExactly(second);
  }

  @Test
  void aStrayParkedJobIsFoundByTheSweep() {
    enqueue(keyed("k", 1));
    long stray = enqueue(keyed("k", 1));
    Lease running = claimOne();
    update("DELETE FROM rota.run WHERE fence = " + running.fence());
    update("DELETE FROM rota.keylock");

    engine.tick();

    assertThat(ids(claim(10))).containsExactly(stray);
  }

  @Test
  void aCountThatIsWrongIsCorrectedByTheSweep() {
    enqueue(keyed("k", 1));
    long next = enqueue(keyed("k", 1));
    Lease running = claimOne();
    update("DELETE FROM rota.run WHERE fence = " + running.fence());

    engine.tick();

    assertThat(ids(claim(10))).containsExactly(next);
    update("UPDATE rota.keylock SET active = 7");
    engine.tick();
    assertThat(text("SELECT active FROM rota.keylock")).isEqualTo("1");
  }

  @Test
  void aHigherLimitLetsMoreRun() {
    IntStream.range(0, 4).forEach(i -> enqueue(keyed("k", 1)));
    claimOne();

    long raising = enqueue(keyed("k", 3));

    assertThat(claimOne().job()).isEqualTo(raising);
    engine.tick();
    assertThat(claim(10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aLowerLimitLetsFewerRunOnceTheOthersAreDone() {
    IntStream.range(0, 4).forEach(i -> enqueue(keyed("k", 3)));
    List<Lease> running = claim(10);
    assertThat(running).hasSize(3);

    enqueue(keyed("k", 1));
    assertThat(claim(10)).isEmpty();

    complete(running.get(0));
    complete(running.get(1));
    assertThat(claim(10)).isEmpty();
    complete(running.get(2));
    assertThat(claim(10)).hasSize(1);
  }

  @Test
  void idleKeysAreForgotten() {
    enqueue(keyed("k", 1));
    complete(claimOne());

    engine.tick();

    assertThat(count("keylock")).isZero();
  }

  @Test
  void manyWorkersOnManyKeysNeverOverlapAndLeaveNothingBehind() throws Exception {
    int jobs = 2_000;
    int keys = 41;
    Random random = new Random(11);
    engine
        .jobs()
        .enqueueAll(
            IntStream.range(0, jobs)
                .mapToObj(i ->
                    NewJob.kind("kind-" + i % 2)
                        .priority(i % 3)
                        .maxRetries(1_000)
                        .retry(RetryPolicy.IMMEDIATE)
                        .concurrency("key-" + random.nextInt(keys), 1)
                        .build()));
    List<JobSource> sources =
        Stream.of("node-b", "node-b", "node-c", "node-d")
            .map(name -> open(patient(name)).source())
            .toList();

    AtomicInteger left = new AtomicInteger(jobs);
    Together.run(
        4,
        thread -> {
          Random mine = new Random(thread);
          List<Report> reports = List.of();
          while (left.get() > 0 || !reports.isEmpty()) {
            List<Lease> leases =
                sources.get(thread).exchange(reports, Claim.of("default", 20)).leases();
            reports = new ArrayList<>();
            for (Lease lease : leases) {
              boolean fails = mine.nextInt(20) == 0;
              left.addAndGet(fails ? 0 : -1);
              reports.add(Report.of(lease, fails ? failed() : new Outcome.Completed(null)));
            }
          }
          return thread;
        });

    assertThat(count("execution WHERE status = 'completed'")).isEqualTo(jobs);
    assertThat(count("parked") + count("ready") + count("run")).isZero();
    assertThat(overlaps()).isEqualTo("0");
    assertThat(deadlocks()).isEqualTo("0");
    engine.tick();
    assertThat(count("keylock")).isZero();
  }

  private String deadlocks() {
    return String.valueOf(
        text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
  }

  private static Outcome failed() {
    return failure(new Outcome.Retry.ByPolicy());
  }

  /** How many pairs of executions of one key ran at the same time. */
  private String overlaps() {
    return String.valueOf(
        text(
            """
            SELECT count(*) FROM (
              SELECT e.started_at < lag(e.finished_at) OVER (PARTITION BY j.concurrency_key ORDER BY e.started_at) AS too_early
              FROM rota.execution e JOIN rota.job j ON j.id = e.job) s
            WHERE too_early
            """));
  }

  private void assertDrainsInOrder(int limit) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      jobs.add(NewJob.kind("a").priority(i % 101).concurrency("k", limit).build());
    }
    Collections.shuffle(jobs, new Random(3));
    engine.jobs().enqueue(jobs);

    List<Lease> order = new ArrayList<>();
    List<Lease> running = new ArrayList<>(claim(500));
    while (!running.isEmpty()) {
      assertThat(running).hasSizeLessThanOrEqualTo(limit);
      order.addAll(running);
      List<Report> reports =
          running.stream().map(lease -> Report.of(lease, new Outcome.Completed(null))).toList();
      running = source.exchange(reports, Claim.of("default", 500)).leases();
    }

    assertThat(order).hasSize(1_000);
    assertThat(order)
        .isSortedAccordingTo(
            Comparator.comparingInt((Lease lease) -> -lease.priority())
                .thenComparingLong(Lease::job));
    assertThat(count("parked")).isZero();
  }

  /** A job that was handed its key, and that only a worker with a GPU could claim. */
  private long holdingTheKeyUnclaimed() {
    enqueue(keyed("k", 1));
    long second = enqueue(NewJob.kind("a").requires("gpu").concurrency("k", 1).build());
    List<Lease> running = claim(sourceWith("gpu"), 10);
    assertThat(running).hasSize(1);
    complete(running.get(0));
    assertThat(texts("SELECT job FROM rota.ready WHERE holds_key"))
        .containsExactly(String.valueOf(second));
    return second;
  }

  private static NewJob keyed(String key, int limit) {
    return NewJob.kind("a").concurrency(key, limit).build();
  }
}
