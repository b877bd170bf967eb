package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.windows.NewWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Why is this job not running? */
final class ExplainTest extends EngineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private Explanation explain(long id) {
    return engine.jobs().explain(id);
  }

  private List<String> codes(long id) {
    return explain(id).blockers().stream().map(Blocker::code).toList();
  }

  /** A worker of this node asks for jobs of the default queue. */
  private void ask() {
    claim(1);
  }

  @Test
  void aJobThatNobodyAsksForSaysSo() {
    long id = enqueue("greet");
    Explanation explanation = explain(id);
    assertThat(explanation.state()).isEqualTo(JobState.PENDING);
    assertThat(explanation.blockers())
        .singleElement()
        .satisfies(blocker -> {
          assertThat(blocker.code()).isEqualTo("no_worker");
          assertThat(blocker.message()).contains("kind greet on queue default");
          assertThat(blocker.action()).isEqualTo("start a worker for this queue and kind");
        });
    assertThat(explanation.expectedStart()).isNull();
    assertThat(explanation.unexpected()).isEqualTo("no live worker would run it");
  }

  @Test
  void aJobThatNothingBlocksStartsNow() {
    ask();
    Explanation explanation = explain(enqueue("greet"));
    assertThat(explanation.blockers()).isEmpty();
    assertThat(explanation.ahead()).isZero();
    assertThat(explanation.summary()).startsWith("nothing keeps it from running");
    assertThat(explanation.expectedStart()).isBeforeOrEqualTo(clock.now());
  }

  @Test
  void blockersComeInTheOrderInWhichTheyAreMet() {
    long id = enqueue(NewJob.kind("greet").requires("gpu").build());
    Instant now = clock.now();
    engine.windows().put(NewWindow.maintenance("night").once(now, now.plus(HOUR)).build(), "ada");
    engine.queues().pause("default", "ada");
    engine.jobs().pause(id, "bob");
    assertThat(codes(id)).containsExactly("paused", "queue_paused", "window", "no_capable_worker");
    assertThat(explain(id).summary()).isEqualTo("it was paused by bob");
    assertThat(explain(id).unexpected()).isEqualTo("it is paused");
  }

  @Test
  void aJobThatIsDueLaterStartsThenOrWhenTheWindowThatItMeetsEnds() {
    ask();
    long id = enqueue(NewJob.kind("greet").delay(HOUR).build());
    Instant due = Objects.requireNonNull(job(id).runAt());
    assertThat(codes(id)).containsExactly("due_later");
    assertThat(explain(id).expectedStart()).isEqualTo(due);

    Instant end = due.plus(HOUR);
    engine.windows().put(NewWindow.maintenance("m").once(due.minusSeconds(9), end).build(), "ada");

    assertThat(codes(id)).containsExactly("due_later", "window");
    assertThat(explain(id).blockers().getLast().message())
        .isEqualTo("window m keeps it from starting until " + end);
    assertThat(explain(id).expectedStart()).isEqualTo(end);
  }

  @Test
  void aJobThatFailedSaysWhenItIsTriedAgain() {
    long id = enqueue("greet");
    fail(claimOne());
    assertThat(explain(id).blockers().getFirst().message())
        .isEqualTo("it failed and is tried again at " + job(id).runAt());
  }

  @Test
  void aJobThatWaitsForItsKeyNamesWhoHasIt() {
    NewJob keyed = NewJob.kind("scrape").concurrency("example.com", 1).build();
    long first = enqueue(keyed);
    long second = enqueue(keyed);
    long third = enqueue(keyed);
    assertThat(claim(10)).hasSize(1);

    Blocker key = explain(second).blockers().getFirst();

    assertThat(key.code()).isEqualTo("key_held");
    assertThat(key.job()).isEqualTo(first);
    assertThat(key.worker()).isEqualTo("node-a");
    assertThat(key.message())
        .isEqualTo("its concurrency key example.com is held by job " + first + " on worker node-a");
    assertThat(codes(third)).containsExactly("key_held", "behind_others");
  }

  @Test
  void aQueueThatHasUsedUpItsRateSaysWhenTheNextMayStart() {
    engine.queues().put("default", QueueSettings.DEFAULTS.withRate(1, HOUR), "ada");
    enqueue("greet");
    assertThat(claim(10)).hasSize(1);
    Explanation explanation = explain(enqueue("greet"));
    Blocker rate = explanation.blockers().getFirst();
    assertThat(rate.code()).isEqualTo("rate_limit");
    assertThat(rate.until()).isAfter(clock.now().plus(HOUR).minusSeconds(60));
    assertThat(explanation.expectedStart()).isEqualTo(rate.until());
  }

  @Test
  void aQueueAtItsLimitSaysSo() {
    engine.queues().put("default", QueueSettings.DEFAULTS.withInCluster(1), "ada");
    enqueue("greet");
    Lease running = claimOne();
    long id = enqueue("greet");
    assertThat(codes(id)).containsExactly("concurrency_limit");
    assertThat(explain(id).unexpected()).contains("has ended in the last five minutes");
    complete(running);
    assertThat(codes(id)).isEmpty();
  }

  @Test
  void theExpectedStartComesFromHowFastItsQueueIs() {
    engine.jobs().enqueueAll(Collections.nCopies(100, NewJob.of("greet", "{}")).stream());
    claim(50).forEach(this::complete);
    clock.advance(Duration.ofSeconds(50));
    long id = enqueue("greet");

    Explanation explanation = explain(id);

    assertThat(explanation.ahead()).isEqualTo(50);
    assertThat(explanation.blockers())
        .singleElement()
        .satisfies(
            b -> assertThat(b.message()).isEqualTo("50 jobs are ahead of it in queue default"));
    assertThat(explanation.expectedStart())
        .as("one a second, and 50 to go")
        .isBetween(clock.now().plusSeconds(40), clock.now().plusSeconds(90));
  }

  @Test
  void theCountOfThoseAheadEnds() {
    ask();
    engine.jobs().enqueueAll(Collections.nCopies(10_050, NewJob.of("greet", "{}")).stream());
    Explanation explanation = explain(enqueue("greet"));
    assertThat(explanation.ahead()).isEqualTo(Explanation.MOST_AHEAD);
    assertThat(explanation.summary()).startsWith("at least 10000 jobs are ahead");
    assertThat(explanation.unexpected()).isEqualTo("at least 10000 jobs are ahead of it");
  }

  @Test
  void aRunningJobNamesItsWorkerAndAnEndedOneHowItEnded() {
    long id = enqueue("greet");
    Lease lease = claimOne();
    Explanation running = explain(id);
    assertThat(running.worker()).isEqualTo("node-a");
    assertThat(running.startedAt()).isEqualTo(lease.startedAt());
    assertThat(running.leaseUntil()).isAfter(clock.now());
    complete(lease);
    assertThat(explain(id).summary()).isEqualTo("it completed at " + job(id).finishedAt());
    long cancelled = enqueue("greet");
    engine.jobs().cancel(cancelled, "ada");
    assertThat(explain(cancelled).summary()).startsWith("it was cancelled at ").endsWith("by ada");
    assertThatThrownBy(() -> explain(7)).isInstanceOf(RotaException.class);
  }
}
