package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.windows.NewWindow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class JobPickerTest extends EngineTest {

  @Test
  void theNextJobIsTheOneThatAClaimTakes() {
    enqueue("a");
    enqueue(NewJob.kind("b").priority(30).build());
    enqueue(NewJob.kind("c").priority(30).requires("pdf").build());
    enqueue("a");
    for (int i = 0; i < 4; i++) {
      long next = next();
      assertThat(claim(sourceWith("pdf"), 1)).extracting(Lease::job).containsExactly(next);
    }
    assertThat(engine.picker().next("default")).isEmpty();
  }

  @Test
  void aJobThatWaitedLongComesNextAsItsPriorityHasGrown() {
    long old = enqueue("a");
    clock.advance(Duration.ofMinutes(80));
    enqueue(NewJob.kind("b").priority(20).build());
    assertThat(next()).isEqualTo(old);
  }

  @Test
  void nothingIsNextOnAPausedQueueNorOnOneThatNobodyKnows() {
    enqueue("a");
    engine.queues().pause("default", "test");
    assertThat(engine.picker().next("default")).isEmpty();
    assertThat(engine.picker().next("nowhere")).isEmpty();
  }

  @Test
  void aChosenJobIsClaimedAheadOfItsTurn() {
    enqueue("a");
    long chosen = enqueue("a");
    Lease lease = engine.picker().claim(remote("w"), chosen).orElseThrow();
    assertThat(lease.job()).isEqualTo(chosen);
    assertThat(lease.attempt()).isEqualTo(1);
    assertThat(state(chosen)).isEqualTo(JobState.RUNNING);
    assertThat(engine.picker().claim(remote("w"), chosen)).isEmpty();
    clock.advance(Duration.ofMinutes(11));
    engine.tick();
    assertThat(state(chosen)).isEqualTo(JobState.PENDING);
  }

  @Test
  void whatMayNotRunIsNotClaimedByNameEither() {
    long able = enqueue(NewJob.kind("a").requires("pdf").build());
    assertThat(engine.picker().claim(remote("w"), able)).isEmpty();
    assertThat(engine.picker().claim(remote("w", "pdf"), able)).isPresent();
    long later = enqueue(NewJob.kind("a").delay(Duration.ofHours(1)).build());
    assertThat(engine.picker().claim(remote("w"), later)).isEmpty();
    long held = enqueue(NewJob.kind("a").queue("held").build());
    engine.queues().pause("held", "test");
    assertThat(engine.picker().claim(remote("w"), held)).isEmpty();
    assertThat(engine.picker().claim(remote("w"), 1)).isEmpty();
  }

  @Test
  void limitsAndKeysHoldForChosenJobs() {
    engine.queues().put("narrow", QueueSettings.DEFAULTS.withInCluster(1), "test");
    long first = enqueue(NewJob.kind("a").queue("narrow").build());
    long second = enqueue(NewJob.kind("a").queue("narrow").build());
    assertThat(engine.picker().claim(remote("w"), first)).isPresent();
    assertThat(engine.picker().claim(remote("w"), second)).isEmpty();

    long one = enqueue(NewJob.kind("a").concurrency("key", 1).build());
    long two = enqueue(NewJob.kind("a").concurrency("key", 1).build());
    assertThat(engine.picker().claim(remote("w"), one)).isPresent();
    assertThat(engine.picker().claim(remote("w"), two)).isEmpty();
    assertThat(job(two).waitingOn()).isEqualTo("key");
  }

  @Test
  void windowsHoldForChosenJobsToo() {
    long byKind = enqueue("closed");
    long byTag = enqueue(NewJob.kind("a").tags("slow").build());
    for (NewWindow.Builder window :
        List.of(
            NewWindow.maintenance("k").kind("closed"), NewWindow.maintenance("t").tag("slow"))) {
      engine
          .windows()
          .put(window.once(clock.now(), clock.now().plus(Duration.ofHours(1))).build(), "ada");
    }
    assertThat(engine.picker().next("default")).isEmpty();
    assertThat(engine.picker().claim(remote("w"), byKind)).isEmpty();
    assertThat(engine.picker().claim(remote("w"), byTag)).isEmpty();
    long open = enqueue("a");
    assertThat(next()).isEqualTo(open);
    assertThat(engine.picker().claim(remote("w"), open)).isPresent();
    assertThat(state(byKind)).isNotEqualTo(JobState.RUNNING);
    assertThat(state(byTag)).isNotEqualTo(JobState.RUNNING);
  }

  @Test
  void ofManyThatChooseTheSameJobOneGetsIt() throws Exception {
    List<Long> jobs = java.util.stream.IntStream.range(0, 20).mapToObj(i -> enqueue("a")).toList();
    List<List<Long>> won =
        Together.run(
            8,
            n -> {
              Holder holder = remote("w" + n);
              return jobs.stream()
                  .flatMap(job -> engine.picker().claim(holder, job).stream())
                  .map(Lease::job)
                  .toList();
            });
    assertThat(won.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(jobs);
  }

  private long next() {
    Optional<Job> next = engine.picker().next("default");
    return next.orElseThrow().id();
  }

  private Holder remote(String name, String... capabilities) {
    return engine.workers().remote(name, null, null, Set.of(capabilities), Duration.ofMinutes(10));
  }
}
