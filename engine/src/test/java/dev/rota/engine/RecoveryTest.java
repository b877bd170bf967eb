package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Beat;
import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of jobs whose worker died. */
final class RecoveryTest extends EngineTest {
  private static final Duration PAST_LEASE = Duration.ofSeconds(25);

  private JobSource dying;

  @BeforeEach
  void openNodeThatDies() {
    dying = open("node-b").source();
  }

  @Test
  void aJobOfADeadNodeGoesBackToPending() {
    long id = enqueue("a");
    Lease lost = claim(dying, 1).get(0);
    dying.renew(List.of(new Beat(id, lost.fence(), 40, "nearly half")));
    assertThat(job(id).progress()).isEqualTo(40);

    clock.advance(PAST_LEASE);
    engine.tick();

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.progress()).isZero();
    assertThat(job.progressMessage()).isEqualTo("Recovered from stalled state");
    assertThat(job.error()).isEqualTo("Recovered from stalled state");
    assertThat(job.retries()).isEqualTo(1);
    assertThat(job.attempt()).isEqualTo(1);
    Lease again = claimOne();
    assertThat(again.job()).isEqualTo(id);
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.fence()).isGreaterThan(lost.fence());
  }

  @Test
  void theLostTryIsOnRecord() {
    long id = enqueue("a");
    Lease lost = claim(dying, 1).get(0);
    clock.advance(PAST_LEASE);
    engine.tick();

    Execution execution = engine.jobs().executions(id, 10, 0).get(0);
    assertThat(execution.id()).isEqualTo(lost.fence());
    assertThat(execution.status()).isEqualTo("failed");
    assertThat(execution.errorType()).isEqualTo("stalled");
    assertThat(execution.worker()).isEqualTo("node-b");
    assertThat(execution.metadata()).contains("node-b").contains("last_heartbeat");
    assertThat(texts("SELECT type || ' ' || actor FROM rota.event WHERE job = " + id))
        .containsExactly("job.recovered rota");
  }

  @Test
  void aLivingNodeKeepsItsJobs() {
    long id = enqueue("a");
    claim(dying, 1);
    clock.advance(Duration.ofSeconds(19));
    engine.tick();
    assertThat(state(id)).isEqualTo(JobState.RUNNING);

    text("UPDATE rota.worker SET lease_until = rota.clock() + interval '20 s' RETURNING 1");
    clock.advance(Duration.ofSeconds(19));
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aNodeThatWasDeclaredDeadComesBackAsANewWorker() {
    Engine other = open("node-c");
    clock.advance(PAST_LEASE);
    engine.tick();
    assertThat(text("SELECT count(*) FROM rota.worker WHERE stopped_at IS NULL")).isEqualTo("1");

    other.tick();

    assertThat(texts("SELECT name FROM rota.worker WHERE stopped_at IS NULL ORDER BY id"))
        .containsExactly("node-a", "node-c");
    enqueue("a");
    assertThat(claim(other.source(), 10)).hasSize(1);
  }

  @Test
  void allJobsOfADeadNodeAreRecoveredHoweverMany() {
    engine.jobs().enqueue(Collections.nCopies(2_500, NewJob.of("a", "{}")));
    assertThat(claim(dying, 2_500)).hasSize(2_500);

    clock.advance(PAST_LEASE);
    engine.tick();

    assertThat(count("run")).isZero();
    assertThat(count("ready")).isEqualTo(2_500);
  }

  @Test
  void aQueueMayRaiseThePriorityOfRecoveredJobs() {
    engine.queues().put("default", QueueSettings.DEFAULTS.withRecoveryBoost(30), "ada");
    long stalled = enqueue(NewJob.kind("a").priority(20).build());
    claim(dying, 1);
    long fresh = enqueue(NewJob.kind("a").priority(49).build());

    clock.advance(PAST_LEASE);
    engine.tick();

    assertThat(job(stalled).effectivePriority()).isEqualTo(50);
    assertThat(ids(claim(10))).containsExactly(stalled, fresh);
  }

  @Test
  void theRaisedPriorityEndsAtAHundred() {
    engine.queues().put("default", QueueSettings.DEFAULTS.withRecoveryBoost(100), "ada");
    long stalled = enqueue(NewJob.kind("a").priority(20).build());
    claim(dying, 1);
    clock.advance(PAST_LEASE);
    engine.tick();

    assertThat(job(stalled).effectivePriority()).isEqualTo(100);
    assertThat(job(stalled).priority()).isEqualTo(20);
  }

  @Test
  void aJobWithoutRetriesLeftFailsWithTheEvidence() {
    long id = enqueue(NewJob.kind("a").maxRetries(1).build());
    claim(dying, 1);
    clock.advance(PAST_LEASE);
    engine.tick();
    claim(open("node-c").source(), 1);
    clock.advance(PAST_LEASE);
    engine.tick();

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.FAILED);
    assertThat(job.error()).isEqualTo("Failed after maximum retry attempts");
    assertThat(job.progressMessage()).isEqualTo("Failed after maximum retry attempts");
    assertThat(job.finishedAt()).isNotNull();
    assertThat(
            texts(
                """
                SELECT (e ->> 'worker') || ' ' || (e ->> 'attempt') || ' ' || (e ? 'last_heartbeat')
                FROM rota.executions, jsonb_array_elements(metadata -> 'evidence') e
                WHERE error = 'Failed after maximum retry attempts'
                """))
        .containsExactly("node-b 1 true", "node-c 2 true");
    assertThat(engine.jobs().executions(id, 10, 0)).hasSize(2);
  }

  @Test
  void aCancelledJobWhoseWorkerDiedIsCancelled() {
    long id = enqueue("a");
    claim(dying, 1);
    engine.jobs().cancel(id, "ada");

    clock.advance(PAST_LEASE);
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void recoveryByHandTellsTheCounts() {
    long requeued = enqueue("a");
    long failed = enqueue(NewJob.kind("a").maxRetries(0).build());
    long cancelled = enqueue("a");
    claim(dying, 10);
    engine.jobs().cancel(cancelled, "ada");
    clock.advance(Duration.ofSeconds(10));
    long running = enqueue("a");
    claim(10);

    assertThat(engine.recover(Duration.ofSeconds(15))).isEqualTo(Recovered.NONE);
    assertThat(engine.recover(Duration.ofSeconds(8))).isEqualTo(new Recovered(1, 1, 0, 1));

    assertThat(state(requeued)).isEqualTo(JobState.PENDING);
    assertThat(state(failed)).isEqualTo(JobState.FAILED);
    assertThat(state(cancelled)).isEqualTo(JobState.CANCELLED);
    assertThat(state(running)).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aJobThatKeepsStoppingItsWorkersIsHeld() {
    Engine watch = open(EngineOptions.builder().name("watch").quarantineAfter(3));
    long id = enqueue(NewJob.kind("a").maxRetries(10).build());
    crash(watch, "node-1", 1);
    crash(watch, "node-2", 1);
    assertThat(state(id)).isEqualTo(JobState.PENDING);

    crash(watch, "node-3", 1);

    Job held = job(id);
    assertThat(held.state()).isEqualTo(JobState.PAUSED);
    assertThat(held.error()).startsWith("Quarantined").contains("3 workers");
    assertThat(held.retries()).isEqualTo(3);
    assertThat(text("SELECT reason FROM rota.paused")).startsWith("Quarantined");
    assertThat(claim(10)).isEmpty();
    assertThat(engine.jobs().resume(id, "ada").state()).isEqualTo(JobState.PENDING);
    complete(claimOne());
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aRetryByHandForgetsEarlierCrashes() {
    Engine watch = open(EngineOptions.builder().name("watch").quarantineAfter(3));
    long id = enqueue(NewJob.kind("a").maxRetries(1).build());
    crash(watch, "node-1", 1);
    crash(watch, "node-2", 1);
    assertThat(state(id)).isEqualTo(JobState.FAILED);

    engine.jobs().retry(id, "ada");
    crash(watch, "node-3", 1);

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    crash(watch, "node-4", 1);
    assertThat(
            text(
                "SELECT jsonb_array_length(metadata -> 'evidence') FROM rota.executions ORDER BY attempt DESC"))
        .isEqualTo("2");
  }

  @Test
  void aRecoveryWithoutWorkChangesNothing() {
    engine.tick();
    assertThat(engine.recover(Duration.ofSeconds(1))).isEqualTo(Recovered.NONE);
    assertThat(count("event")).isZero();
  }

  /** A node of that name claims so many jobs and is never heard of again. */
  private void crash(Engine watch, String name, int jobs) {
    assertThat(claim(open(name).source(), jobs)).hasSize(jobs);
    clock.advance(PAST_LEASE);
    watch.tick();
  }
}
