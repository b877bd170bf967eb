package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Priority comes first, then fewer retries, then age; and what waits for long overtakes. */
final class OrderTest extends EngineTest {
  private static final int QUEUES = 40;

  @Test
  void higherPrioritiesComeFirst() {
    long low = enqueue(prioritized(0));
    long high = enqueue(prioritized(100));
    long middle = enqueue(prioritized(50));

    assertThat(ids(claim(10))).containsExactly(high, middle, low);
  }

  @Test
  void withinAPriorityFewerRetriesComeFirst() {
    NewJob.Builder again = NewJob.kind("a").priority(10).retry(RetryPolicy.IMMEDIATE).maxRetries(9);
    long twice = enqueue(again.build());
    fail(claimOne());
    fail(claimOne());
    long once = enqueue(again.build());
    fail(claim(1).get(0));
    long never = enqueue(again.build());
    long lower = enqueue(prioritized(9));

    assertThat(ids(claim(10))).containsExactly(never, once, twice, lower);
  }

  @Test
  void withinAPriorityAndItsRetriesTheOldestComesFirst() {
    List<Long> ids = IntStream.range(0, 20).mapToObj(i -> enqueue(prioritized(30))).toList();

    List<Long> claimed = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      claimed.addAll(ids(claim(4)));
    }
    assertThat(claimed).isEqualTo(ids);
  }

  @Test
  void aHundredPrioritiesComeOutInOrderAcrossClaims() {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 606; i++) {
      jobs.add(prioritized(i % 101));
    }
    Collections.shuffle(jobs, new Random(7));
    engine.jobs().enqueue(jobs);

    List<Lease> claimed = new ArrayList<>();
    for (List<Lease> some = claim(25); !some.isEmpty(); some = claim(25)) {
      claimed.addAll(some);
    }

    assertThat(claimed).hasSize(606);
    assertThat(claimed)
        .isSortedAccordingTo(
            Comparator.comparingInt((Lease lease) -> -lease.priority())
                .thenComparingLong(Lease::job));
  }

  @Test
  void severalKindsInOneQueueKeepTheOrderOfTheirAge() {
    List<Long> ids = IntStream.range(0, 60).mapToObj(i -> enqueue("kind-" + i * i % 7)).toList();

    List<Long> claimed = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      claimed.addAll(ids(claim(10)));
    }

    assertThat(claimed).isEqualTo(ids);
  }

  @Test
  void aKindWithManyJobsDoesNotKeepAnotherWaiting() {
    engine.jobs().enqueue(Collections.nCopies(500, NewJob.of("many", "{}")));
    engine.jobs().enqueue(Collections.nCopies(300, NewJob.kind("x").queue("other").build()));
    long rare = enqueue("rare");
    engine.jobs().enqueue(Collections.nCopies(500, NewJob.of("many", "{}")));

    List<Long> claimed = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      claimed.addAll(ids(claim(100)));
    }

    assertThat(claimed).contains(rare);
  }

  @Test
  void claimsOfFewJobsFromManyQueuesKeepTheOrderOfTheirAge() {
    assertThat(claimFromManyQueues(99)).isSorted().hasSize(1_000);
  }

  @Test
  void claimsOfManyJobsFromManyQueuesTakeSomeOfEachAndLeaveNoneBehind() {
    List<Integer> claimed = claimFromManyQueues(100);

    assertThat(claimed).doesNotHaveDuplicates().hasSize(1_000).isNotEqualTo(sorted(claimed));
    for (int i = 0; i < claimed.size(); i++) {
      assertThat(claimed.get(i) - i).as("jobs overtaken").isLessThan(16 * QUEUES);
    }
  }

  private static List<Integer> sorted(List<Integer> numbers) {
    return numbers.stream().sorted().toList();
  }

  /**
   * The numbers of a thousand jobs that take turns in the queues, as claims of so many get them.
   */
  private List<Integer> claimFromManyQueues(int max) {
    engine
        .jobs()
        .enqueue(
            IntStream.range(0, 1_000)
                .mapToObj(i ->
                    NewJob.kind("k").queue("q" + i % QUEUES).payload(String.valueOf(i)).build())
                .toList());
    Claim all =
        new Claim(
            max,
            IntStream.range(0, QUEUES)
                .mapToObj(i -> new Claim.Want("q" + i, max, Map.of()))
                .toList());
    List<Integer> claimed = new ArrayList<>();
    for (List<Lease> some = claim(all); !some.isEmpty(); some = claim(all)) {
      some.forEach(lease -> claimed.add(Integer.valueOf(lease.payload())));
    }
    return claimed;
  }

  private List<Lease> claim(Claim claim) {
    return source.exchange(List.of(), claim).leases();
  }

  @Test
  void aJobThatWasGivenBackKeepsItsTurn() {
    long first = enqueue("a");
    long second = enqueue("a");
    Lease lease = claim(1).get(0);

    report(lease, new Outcome.Released());

    assertThat(ids(claim(10))).containsExactly(first, second);
    assertThat(job(first).attempt()).isEqualTo(1);
  }

  @Test
  void aJobsEffectivePriorityGrowsAfterAnHour() {
    long id = enqueue(prioritized(5));
    assertThat(job(id).effectivePriority()).isEqualTo(5);
    clock.advance(Duration.ofMinutes(59));
    assertThat(job(id).effectivePriority()).isEqualTo(5);
    clock.advance(Duration.ofMinutes(1));
    assertThat(job(id).effectivePriority()).isEqualTo(15);
    clock.advance(Duration.ofMinutes(4));
    assertThat(job(id).effectivePriority()).isEqualTo(15);
    clock.advance(Duration.ofMinutes(1));
    assertThat(job(id).effectivePriority()).isEqualTo(25);
    clock.advance(Duration.ofMinutes(35));
    assertThat(job(id).effectivePriority()).isEqualTo(95);
    clock.advance(Duration.ofMinutes(5));
    assertThat(job(id).effectivePriority()).isEqualTo(100);
    clock.advance(Duration.ofDays(9));

    assertThat(job(id).effectivePriority()).isEqualTo(100);
    assertThat(job(id).priority()).isEqualTo(5);
  }

  @Test
  void aStarvingJobOvertakesFreshOnesExactlyWhenItCountsForMore() {
    long starving = enqueue(prioritized(0));
    String before = text("SELECT xmin FROM rota.ready WHERE job = " + starving);

    clock.advance(Duration.ofMinutes(60 + 4 * 5).minusSeconds(30));
    long fresh = enqueue(prioritized(45));
    assertThat(job(starving).effectivePriority()).isEqualTo(40);
    assertThat(ids(claim(1))).containsExactly(fresh);

    clock.advance(Duration.ofSeconds(31));
    engine.tick();
    long late = enqueue(prioritized(45));
    assertThat(job(starving).effectivePriority()).isEqualTo(50);
    assertThat(text("SELECT xmin FROM rota.ready WHERE job = " + starving)).isEqualTo(before);
    assertThat(ids(claim(1))).containsExactly(starving);
    assertThat(ids(claim(1))).containsExactly(late);
  }

  @Test
  void anAgedJobAndAFreshOneThatCountTheSameGoByAge() {
    long aged = enqueue(prioritized(0));
    clock.advance(Duration.ofMinutes(60 + 4 * 5));
    long fresh = enqueue(prioritized(50));

    assertThat(ids(claim(1))).containsExactly(aged);
    assertThat(ids(claim(1))).containsExactly(fresh);
  }

  @Test
  void onlyTheStarvingJobsOfALaneOvertake() {
    long old = enqueue(prioritized(0));
    clock.advance(Duration.ofMinutes(90));
    long young = enqueue(prioritized(0));
    long middle = enqueue(prioritized(50));

    List<Long> claimed = new ArrayList<>();
    claimed.addAll(ids(claim(1)));
    claimed.addAll(ids(claim(1)));
    claimed.addAll(ids(claim(1)));

    assertThat(claimed).containsExactly(old, middle, young);
  }

  @Test
  void oneClaimTakesStarvingFreshAndYoungJobsInTheirOrder() {
    long old = enqueue(prioritized(0));
    clock.advance(Duration.ofMinutes(90));
    long young = enqueue(prioritized(0));
    long middle = enqueue(prioritized(50));

    assertThat(ids(claim(10))).containsExactly(old, middle, young);
  }

  @Test
  void theWaitOfADelayedJobBeginsWhenItIsDue() {
    long id = enqueue(NewJob.kind("a").delay(Duration.ofHours(5)).build());
    clock.advance(Duration.ofHours(5).plusMinutes(10));
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    assertThat(job(id).effectivePriority()).isZero();
    clock.advance(Duration.ofMinutes(51));
    assertThat(job(id).effectivePriority()).isEqualTo(10);
  }

  @Test
  void jobsAreClaimedEvenWhenTheClockHasSteppedBack() {
    clock.advance(Duration.ofDays(20));
    long ahead = enqueue("a");
    clock.reset();
    long now = enqueue("a");

    assertThat(ids(claim(10))).containsExactly(ahead, now);
    assertThat(job(ahead).effectivePriority()).isZero();
  }

  private static NewJob prioritized(int priority) {
    return NewJob.kind("a").priority(priority).build();
  }
}
