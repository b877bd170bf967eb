package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Claim.Want;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClaimTest extends EngineTest {
  @Test
  void aClaimTakesNoMoreThanItAsksFor() {
    enqueueMany(10, "a");

    assertThat(claim(3)).hasSize(3);
    assertThat(claim(3)).hasSize(3);
    assertThat(count("ready")).isEqualTo(4);
    assertThat(count("run")).isEqualTo(6);
  }

  @Test
  void aClaimForMoreThanThereIsTakesItAll() {
    enqueueMany(3, "a");
    enqueueMany(1, "b");
    enqueueMany(40, "c");
    engine.jobs().enqueue(NewJob.kind("a").priority(9).build());

    assertThat(claim(1_000)).hasSize(45);
    assertThat(claim(1_000)).isEmpty();
  }

  @Test
  void aClaimOfSeveralKindsIsFilledByThoseThatHaveJobs() {
    enqueueMany(1, "rare");
    enqueueMany(300, "x", "other");
    enqueueMany(100, "many");
    enqueueMany(300, "x", "other");
    enqueueMany(1, "seldom");

    assertThat(claim(90)).hasSize(90);
  }

  @Test
  void anEmptyOrUnknownQueueYieldsNothing() {
    enqueueMany(1, "a");

    assertThat(source.exchange(List.of(), Claim.of("nowhere", 10)).leases()).isEmpty();
    assertThat(source.exchange(List.of(), Claim.NOTHING).leases()).isEmpty();
  }

  @Test
  void aLeaseTellsAllThatAWorkerNeeds() {
    long id = enqueue(NewJob.kind("a").payload("7").priority(4).maxRetries(5).build());

    Lease lease = claimOne();

    assertThat(lease.job()).isEqualTo(id);
    assertThat(lease.fence()).isPositive().isNotEqualTo(id);
    assertThat(lease.kind()).isEqualTo("a");
    assertThat(lease.queue()).isEqualTo("default");
    assertThat(lease.payload()).isEqualTo("7");
    assertThat(lease.priority()).isEqualTo(4);
    assertThat(lease.maxRetries()).isEqualTo(5);
    assertThat(lease.metadata()).isEqualTo("{}");
    assertThat(lease.startedAt()).isBetween(clock.now().minusSeconds(60), clock.now());
  }

  @Test
  void aWorkerGetsOnlyWhatItHasTheCapabilitiesFor() {
    long plain = enqueue("a");
    long gpu = enqueue(NewJob.kind("a").requires("gpu").build());
    long both = enqueue(NewJob.kind("a").requires("gpu", "arm").build());

    assertThat(ids(claim(sourceWith("arm"), 10))).containsExactly(plain);
    assertThat(ids(claim(sourceWith("gpu"), 10))).containsExactly(gpu);
    assertThat(claim(sourceWith("gpu"), 10)).isEmpty();
    assertThat(ids(claim(sourceWith("gpu", "arm", "more"), 10))).containsExactly(both);
  }

  @Test
  void aNodeLearnsOfKindsThatAnotherNodeBroughtIn() {
    Engine other = open("node-b");
    claim(10);
    long id = other.jobs().enqueue(NewJob.of("new-kind", "{}")).job();

    assertThat(claimOne().job()).isEqualTo(id);
  }

  @Test
  void aPausedQueueYieldsNothingUntilItIsResumed() {
    long waiting = enqueue("a");
    enqueue("a");
    Lease running = claim(1).get(0);
    engine.queues().pause("default", "ada");

    assertThat(claim(10)).isEmpty();
    assertThat(engine.queues().get("default").orElseThrow().paused()).isTrue();
    assertThat(engine.queues().get("default").orElseThrow().pausedAt()).isNotNull();
    complete(running);
    assertThat(state(waiting)).isEqualTo(JobState.COMPLETED);
    long enqueuedMeanwhile = enqueue("a");
    assertThat(job(enqueuedMeanwhile).waitingOn()).isEqualTo("queue paused");
    assertThat(claim(10)).isEmpty();

    engine.queues().resume("default", "ada");

    assertThat(claim(10)).hasSize(2);
    assertThat(texts("SELECT type FROM rota.event WHERE queue = 'default' ORDER BY id"))
        .containsExactly("queue.paused", "queue.resumed");
  }

  @Test
  void aPausedQueueDoesNotKeepTheOthersWaiting() {
    enqueueMany(20, "a");
    enqueueMany(5, "a", "other");
    engine.queues().pause("default", "ada");
    Claim both =
        new Claim(10, List.of(new Want("default", 10, Map.of()), new Want("other", 10, Map.of())));

    assertThat(source.exchange(List.of(), both).leases())
        .hasSize(5)
        .extracting(Lease::queue)
        .containsOnly("other");
  }

  @Test
  void aClaimMayNameTheKindsItWants() {
    enqueueMany(5, "a");
    enqueueMany(5, "b");
    enqueueMany(5, "c");

    List<Lease> leases = claim(10, new Want("default", 10, Map.of("a", 2, "c", 4)));

    assertThat(kinds(leases)).isEqualTo(Map.of("a", 2L, "c", 4L));
  }

  @Test
  void theMostOfAKindHoldsWhateverCapabilitiesItsJobsRequire() {
    engine.jobs().enqueue(Collections.nCopies(5, NewJob.of("a", "{}")));
    engine.jobs().enqueue(Collections.nCopies(5, NewJob.kind("a").requires("gpu").build()));
    engine.jobs().enqueue(Collections.nCopies(5, NewJob.kind("a").priority(7).build()));
    JobSource able = sourceWith("gpu");

    List<Lease> leases =
        able.exchange(List.of(), new Claim(10, List.of(new Want("default", 10, Map.of("a", 3)))))
            .leases();

    assertThat(leases).hasSize(3).extracting(Lease::priority).containsOnly(7);
  }

  @Test
  void theMostOfAKindIsReachedAcrossPriorities() {
    for (int priority = 0; priority < 10; priority++) {
      enqueue(NewJob.kind("a").priority(priority).build());
      enqueue(NewJob.kind("b").priority(priority).build());
    }

    List<Lease> leases = claim(20, new Want("default", 20, Map.of("a", 6, "b", 20)));

    assertThat(kinds(leases)).isEqualTo(Map.of("a", 6L, "b", 10L));
  }

  @Test
  void theMostOfAQueueIsReachedAcrossKindsAndPriorities() {
    for (int i = 0; i < 12; i++) {
      enqueue(NewJob.kind("kind-" + i % 3).priority(i % 4).build());
    }
    enqueueMany(12, "a", "other");
    Claim both =
        new Claim(20, List.of(new Want("default", 8, Map.of()), new Want("other", 5, Map.of())));

    List<Lease> leases = source.exchange(List.of(), both).leases();

    assertThat(leases.stream().collect(Collectors.groupingBy(Lease::queue, Collectors.counting())))
        .isEqualTo(Map.of("default", 8L, "other", 5L));
  }

  @Test
  void aClaimPassesOverJobsThatSomebodyElseHasLocked() throws Exception {
    List<Long> ids = enqueueMany(3, "a");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT FROM rota.ready WHERE job = " + ids.get(0) + " FOR UPDATE");

      assertThat(ids(claim(10))).containsExactly(ids.get(1), ids.get(2));

      connection.rollback();
    }
    assertThat(ids(claim(10))).containsExactly(ids.get(0));
  }

  @Test
  void aClosedSourceClaimsNothingAndStillReports() {
    enqueueMany(2, "a");
    Lease lease = claim(1).get(0);

    source.close();

    assertThat(claim(10)).isEmpty();
    complete(lease);
    assertThat(state(lease.job())).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void reportsAndAClaimGoTogether() {
    enqueueMany(4, "a");
    List<Lease> first = claim(2);
    List<Report> reports =
        first.stream().map(lease -> Report.of(lease, new Outcome.Completed(null))).toList();

    JobSource.Exchange exchange = source.exchange(reports, Claim.of("default", 10));

    assertThat(exchange.verdicts()).hasSize(2).containsOnly(dev.rota.Verdict.ACCEPTED);
    assertThat(exchange.leases()).hasSize(2);
    assertThat(ids(exchange.leases())).doesNotContainAnyElementsOf(ids(first));
  }

  @Test
  void noJobIsEverClaimedTwice() throws Exception {
    int jobs = 5_000;
    engine
        .jobs()
        .enqueueAll(
            IntStream.range(0, jobs)
                .mapToObj(i -> NewJob.kind("kind-" + i % 3).priority(i % 5).build()));
    List<JobSource> sources =
        IntStream.range(0, 4).mapToObj(i -> open(patient("node-" + i)).source()).toList();

    List<List<Long>> claimed =
        Together.run(
            8,
            thread -> {
              JobSource from = sources.get(thread % 4);
              List<Long> mine = new ArrayList<>();
              List<Report> reports = List.of();
              while (true) {
                List<Lease> leases = from.exchange(reports, Claim.of("default", 50)).leases();
                if (leases.isEmpty() && reports.isEmpty()) {
                  return mine;
                }
                mine.addAll(ids(leases));
                reports =
                    leases.stream()
                        .map(lease -> Report.of(lease, new Outcome.Completed(null)))
                        .toList();
              }
            });

    List<Long> all = claimed.stream().flatMap(List::stream).toList();
    assertThat(all).doesNotHaveDuplicates().hasSize(jobs);
    assertThat(count("execution")).isEqualTo(jobs);
    assertThat(count("ready") + count("run")).isZero();
  }

  private List<Long> enqueueMany(int count, String kind) {
    return enqueueMany(count, kind, "default");
  }

  private List<Long> enqueueMany(int count, String kind, String queue) {
    return engine
        .jobs()
        .enqueue(Collections.nCopies(count, NewJob.kind(kind).queue(queue).build()))
        .stream()
        .map(Enqueued::job)
        .toList();
  }

  private List<Lease> claim(int max, Want... wants) {
    return source.exchange(List.of(), new Claim(max, List.of(wants))).leases();
  }

  private static Map<String, Long> kinds(List<Lease> leases) {
    return leases.stream().collect(Collectors.groupingBy(Lease::kind, Collectors.counting()));
  }
}
