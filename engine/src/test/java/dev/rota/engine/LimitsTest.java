package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How many jobs of a queue run at a time, on a node and in the cluster, and how many start. */
final class LimitsTest extends EngineTest {
  private static final QueueSettings NONE = QueueSettings.DEFAULTS;

  @Test
  void aNodeRunsNoMoreThanItsLimit() {
    put(NONE.withPerNode(2));
    enqueueMany(10);

    List<Lease> first = claim(10);
    assertThat(first).hasSize(2);
    assertThat(claim(10)).isEmpty();
    complete(first.get(0));
    assertThat(claim(10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void everyNodeHasItsOwnLimit() {
    put(NONE.withPerNode(2));
    enqueueMany(10);
    JobSource other = open("node-b").source();

    assertThat(claim(10)).hasSize(2);
    assertThat(claim(other, 10)).hasSize(2);
    assertThat(claim(other, 10)).isEmpty();
  }

  @Test
  void sourcesOfOneNodeShareItsLimit() {
    put(NONE.withPerNode(3));
    enqueueMany(10);
    JobSource another = engine.source();

    assertThat(claim(2)).hasSize(2);
    assertThat(claim(another, 10)).hasSize(1);
  }

  @Test
  void everyEndOfAJobFreesItsPlaceOnTheNode() {
    put(NONE.withPerNode(1));
    enqueueMany(10);
    List<Outcome> ends =
        List.of(
            new Outcome.Completed(null),
            failure(new Outcome.Retry.ByPolicy()),
            failure(new Outcome.Retry.Never()),
            new Outcome.Cancelled(),
            new Outcome.Released());
    for (Outcome end : ends) {
      report(claimOne(), end);
    }

    assertThat(claim(10)).hasSize(1);
  }

  @Test
  void aReportFreesThePlaceForTheClaimThatComesWithIt() {
    put(NONE.withPerNode(2));
    enqueueMany(10);
    List<Lease> running = claim(10);
    for (int i = 0; i < 3; i++) {
      List<Report> reports =
          running.stream().map(lease -> Report.of(lease, new Outcome.Completed(null))).toList();
      running = source.exchange(reports, Claim.of("default", 10)).leases();
      assertThat(running).hasSize(2);
    }
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aLostJobFreesItsPlaceOnTheNode() {
    Engine other = open("node-b");
    JobSource slow = other.source();
    put(NONE.withPerNode(1));
    other.tick();
    enqueueMany(3);
    Lease lost = claim(slow, 10).get(0);
    clock.advance(Duration.ofSeconds(25));
    engine.tick();
    other.tick();

    assertThat(claim(slow, 10)).isEmpty();
    slow.renew(List.of(new Beat(lost.job(), lost.fence(), null, null)));

    assertThat(claim(slow, 10)).hasSize(1);
  }

  @Test
  void theClusterRunsNoMoreThanItsLimit() {
    put(NONE.withInCluster(3));
    enqueueMany(10);
    JobSource other = open("node-b").source();

    List<Lease> first = claim(2);
    assertThat(first).hasSize(2);
    assertThat(claim(other, 10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
    assertThat(claim(other, 10)).isEmpty();
    complete(first.get(0));
    assertThat(claim(other, 10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void slotsThatAClaimDoesNotUseAreGivenBack() {
    put(NONE.withInCluster(5));
    enqueueMany(1);
    JobSource other = open("node-b").source();
    assertThat(claim(10)).hasSize(1);
    assertThat(text("SELECT active FROM rota.keylock")).isEqualTo("1");

    enqueueMany(10);

    assertThat(claim(other, 10)).hasSize(4);
  }

  @Test
  void everyEndOfAJobGivesItsSlotBack() {
    put(NONE.withInCluster(1));
    enqueueMany(10);
    List<Outcome> ends =
        List.of(
            new Outcome.Completed(null),
            failure(new Outcome.Retry.ByPolicy()),
            failure(new Outcome.Retry.Never()),
            new Outcome.Cancelled(),
            new Outcome.Released());
    for (Outcome end : ends) {
      report(claimOne(), end);
      assertThat(text("SELECT active FROM rota.keylock")).isEqualTo("0");
    }
  }

  @Test
  void theSlotsOfADeadNodeAreFreeAfterRecovery() {
    put(NONE.withInCluster(2));
    enqueueMany(5);
    assertThat(claim(open("node-b").source(), 10)).hasSize(2);
    assertThat(claim(10)).isEmpty();

    clock.advance(Duration.ofSeconds(25));
    engine.tick();

    assertThat(claim(10)).hasSize(2);
  }

  @Test
  void jobsThatWaitForTheirKeyTakeNoSlot() {
    put(NONE.withInCluster(2));
    engine.jobs().enqueue(Collections.nCopies(4, NewJob.kind("a").concurrency("k", 1).build()));
    Lease keyed = claimOne();
    assertThat(text("SELECT active FROM rota.keylock WHERE key < 0")).isEqualTo("1");
    enqueueMany(5);

    assertThat(claimPastParked(10)).hasSize(1);
    complete(keyed);
    assertThat(claimPastParked(10)).hasSize(1);
    assertThat(text("SELECT active FROM rota.keylock WHERE key < 0")).isEqualTo("2");
  }

  @Test
  void aLimitMayBeRaisedAndLoweredWhileJobsRun() {
    put(NONE.withInCluster(1).withPerNode(5));
    enqueueMany(20);
    List<Lease> running = new ArrayList<>(claim(10));
    assertThat(running).hasSize(1);

    put(NONE.withInCluster(4).withPerNode(5));
    running.addAll(claim(10));
    assertThat(running).hasSize(4);

    put(NONE.withInCluster(2).withPerNode(5));
    complete(running.get(0));
    complete(running.get(1));
    assertThat(claim(10)).isEmpty();
    complete(running.get(2));
    assertThat(claim(10)).hasSize(1);

    put(NONE.withInCluster(10).withPerNode(3));
    assertThat(claim(10)).hasSize(1);
  }

  @Test
  void anotherNodeHearsOfAChangedLimit() {
    Engine other = open("node-b");
    JobSource source = other.source();
    enqueueMany(10);
    put(NONE.withPerNode(1));

    other.tick();

    assertThat(claim(source, 10)).hasSize(1);
  }

  @Test
  void jobsThatRunAlreadyCountAgainstANewLimit() {
    enqueueMany(10);
    List<Lease> running = claim(3);

    put(NONE.withInCluster(4).withPerNode(10));
    assertThat(claim(10)).hasSize(1);
    put(NONE.withPerNode(5));
    assertThat(claim(10)).hasSize(1);
    put(NONE.withInCluster(5));
    assertThat(claim(10)).isEmpty();
    running.forEach(this::complete);
    assertThat(claim(10)).hasSize(3);
  }

  @Test
  void aLimitMayBeRemoved() {
    put(NONE.withInCluster(1).withPerNode(1).withRate(1, Duration.ofHours(1)));
    enqueueMany(10);
    assertThat(claim(10)).hasSize(1);

    put(NONE);

    assertThat(claim(10)).hasSize(9);
    assertThat(engine.queues().get("default").orElseThrow().settings()).isEqualTo(NONE);
  }

  @Test
  void whatAnExecutionMayTakeIsSaidByItsJobAndElseByItsQueue() {
    put(NONE.withLimits(new Limits(Duration.ofSeconds(30), 256)));
    enqueue("plain");
    enqueue(NewJob.kind("own").limits(new Limits(Duration.ofMillis(1_500), null)).build());
    put(NONE.withLimits(new Limits(null, 8)));
    enqueue("half");
    put(NONE);
    enqueue(NewJob.kind("alone").limits(new Limits(null, 64)).build());
    enqueue("free");

    assertThat(claim(10))
        .extracting(Lease::limits)
        .containsExactly(
            new Limits(Duration.ofSeconds(30), 256),
            new Limits(Duration.ofMillis(1_500), 256),
            new Limits(null, 8),
            new Limits(null, 64),
            Limits.NONE);
    assertThat(engine.jobs().list(JobFilter.ALL, 10, null).items())
        .extracting(Job::limits)
        .contains(new Limits(Duration.ofMillis(1_500), 256));
  }

  @Test
  void settingsAreKeptAsTheyWereGiven() {
    QueueSettings all =
        new QueueSettings(
            1,
            2,
            3,
            Duration.ofSeconds(4),
            5,
            new RetryPolicy(Duration.ofSeconds(6), 7.5, Duration.ofDays(8), 0.9),
            Duration.ofMinutes(10),
            11,
            new Limits(Duration.ofSeconds(12), 13));
    put(all);

    assertThat(engine.queues().get("default").orElseThrow().settings()).isEqualTo(all);
    assertThat(engine.queues().list()).extracting(Queue::name).containsExactly("default");
    assertThat(engine.queues().get("nowhere")).isEmpty();
    assertThat(texts("SELECT type || ' ' || actor || ' ' || queue FROM rota.event"))
        .containsExactly("queue.changed ada default");
  }

  @Test
  void aRateLetsSoManyStartWithinThePeriod() {
    put(NONE.withRate(5, Duration.ofMinutes(1)));
    enqueueMany(30);
    JobSource other = open(patient("node-b")).source();

    assertThat(claim(3)).hasSize(3);
    clock.advance(Duration.ofSeconds(30));
    assertThat(claim(other, 10)).hasSize(2);
    assertThat(claim(10)).isEmpty();

    clock.advance(Duration.ofSeconds(31));
    assertThat(claim(10)).hasSize(3);
    assertThat(claim(other, 10)).isEmpty();
    clock.advance(Duration.ofSeconds(30));
    assertThat(claim(other, 10)).hasSize(2);
  }

  @Test
  void noWindowEverHoldsMoreStartsThanTheRate() {
    put(NONE.withRate(7, Duration.ofSeconds(10)));
    enqueueMany(200);
    Random random = new Random(5);
    for (int i = 0; i < 60; i++) {
      claim(1 + random.nextInt(4)).forEach(this::complete);
      clock.advance(Duration.ofMillis(random.nextInt(3_000)));
    }

    assertThat(Integer.parseInt(mostStartsWithin("10 seconds"))).isEqualTo(7);
  }

  @Test
  void aRateHoldsForClaimsAtTheSameTime() throws Exception {
    put(NONE.withRate(10, Duration.ofHours(1)));
    enqueueMany(100);
    JobSource other = open(patient("node-b")).source();

    List<Integer> claimed =
        Together.run(4, thread -> claim(thread % 2 == 0 ? source : other, 4).size());

    assertThat(claimed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
  }

  @Test
  void aClockThatSteppedBackDoesNotHoldAQueueForLongerThanItsPeriod() {
    put(NONE.withRate(2, Duration.ofMinutes(1)));
    enqueueMany(10);
    clock.advance(Duration.ofDays(3));
    engine.tick();
    assertThat(claim(10)).hasSize(2);
    clock.reset();

    engine.tick();

    assertThat(claim(10)).hasSize(2);
  }

  @Test
  void startsThatCountNoMoreAreForgotten() {
    put(NONE.withRate(2, Duration.ofMinutes(1)));
    enqueueMany(2);
    claim(10);
    clock.advance(Duration.ofMinutes(2));

    engine.tick();

    assertThat(count("rate_grant")).isZero();
  }

  @Test
  void aNodesLimitDoesNotCountWorkersThatAreElsewhere() {
    put(NONE.withPerNode(1));
    enqueueMany(10);
    Holder remote = new Holder(engine.node().worker(), "scraper", Set.of(), Duration.ofMinutes(10));

    List<Lease> leases =
        engine.leases().exchange(remote, List.of(), Claim.of("default", 3)).leases();

    assertThat(leases).hasSize(3);
    assertThat(claim(10)).hasSize(1);
    List<Report> reports =
        leases.stream().map(lease -> Report.of(lease, new Outcome.Completed(null))).toList();
    assertThat(engine.leases().exchange(remote, reports, Claim.of("default", 4)).leases())
        .hasSize(4);
  }

  @Test
  void theClusterNeverRunsMoreHoweverManyClaim() throws Exception {
    put(NONE.withInCluster(3));
    int jobs = 300;
    enqueueMany(jobs);
    List<JobSource> sources = List.of(source, source, open(patient("node-b")).source());
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger left = new AtomicInteger(jobs);

    Together.run(
        3,
        thread -> {
          while (left.get() > 0) {
            for (Lease lease : claim(sources.get(thread), 2)) {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              running.decrementAndGet();
              report(sources.get(thread), lease, new Outcome.Completed(null));
              left.decrementAndGet();
            }
          }
          return thread;
        });

    assertThat(most).hasValueLessThanOrEqualTo(3);
    assertThat(Integer.parseInt(mostAtATime())).isLessThanOrEqualTo(3);
    assertThat(text("SELECT active FROM rota.keylock")).isEqualTo("0");
  }

  private void put(QueueSettings settings) {
    engine.queues().put("default", settings, "ada");
  }

  private void enqueueMany(int count) {
    engine.jobs().enqueue(Collections.nCopies(count, NewJob.of("a", "{}")));
  }

  private String mostStartsWithin(String period) {
    return String.valueOf(
        text(
            """
            SELECT max(n) FROM (
              SELECT count(*) OVER (ORDER BY started_at RANGE BETWEEN '%s' PRECEDING AND CURRENT ROW) AS n
              FROM (SELECT started_at FROM rota.execution UNION ALL SELECT started_at FROM rota.run) s) w
            """
                .formatted(period)));
  }

  private String mostAtATime() {
    return String.valueOf(
        text(
            """
            SELECT max((SELECT count(*) FROM rota.execution o
              WHERE o.started_at <= e.started_at AND o.finished_at > e.started_at))
            FROM rota.execution e
            """));
  }
}
