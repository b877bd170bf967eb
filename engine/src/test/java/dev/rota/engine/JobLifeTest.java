package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class JobLifeTest extends EngineTest {
  @Test
  void aJobIsEnqueuedClaimedAndCompleted() {
    long id =
        enqueue(
            NewJob.kind("greet")
                .payload("{\"name\": \"Ada\",  \"n\": 1.10}")
                .tags("a", "b \"c\"")
                .metadata("{\"k\":1}")
                .trace("00-1-2-01")
                .timeout(Duration.ofSeconds(90))
                .build());
    assertThat(state(id)).isEqualTo(JobState.PENDING);

    Lease lease = claimOne();

    assertThat(lease.job()).isEqualTo(id);
    assertThat(lease.payload()).isEqualTo("{\"name\": \"Ada\",  \"n\": 1.10}");
    assertThat(lease.tags()).containsExactly("a", "b \"c\"");
    assertThat(lease.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(lease.trace()).isEqualTo("00-1-2-01");
    assertThat(lease.attempt()).isEqualTo(1);
    assertThat(state(id)).isEqualTo(JobState.RUNNING);
    assertThat(claim(10)).isEmpty();

    assertThat(report(lease, new Outcome.Completed("{\"ok\":true}"))).isEqualTo(Verdict.ACCEPTED);

    Job done = job(id);
    assertThat(done.state()).isEqualTo(JobState.COMPLETED);
    assertThat(done.result()).isEqualTo("{\"ok\":true}");
    Execution execution = engine.jobs().executions(id, 10, 0).get(0);
    assertThat(execution.id()).isEqualTo(lease.fence());
    assertThat(execution.status()).isEqualTo("completed");
    assertThat(execution.worker()).isEqualTo("node-a");
    assertThat(count("ready") + count("run") + count("delayed")).isZero();
  }

  @Test
  void aFailedJobWaitsByItsPolicyAndEndsWhenItsRetriesAreUsedUp() {
    long id = enqueue(NewJob.kind("flaky").maxRetries(1).build());

    fail(claimOne());
    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    assertThat(job(id).error()).isEqualTo("connection timeout");
    Duration wait = Duration.between(clock.now(), job(id).runAt());
    assertThat(wait).isBetween(Duration.ofSeconds(46), Duration.ofSeconds(73));
    assertThat(claim(10)).isEmpty();

    clock.advance(Duration.ofSeconds(80));
    engine.tick();
    Lease second = claimOne();
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.retries()).isEqualTo(1);
    fail(second);

    assertThat(state(id)).isEqualTo(JobState.FAILED);
    assertThat(engine.jobs().executions(id, 10, 0))
        .extracting(Execution::attempt)
        .containsExactly(2, 1);
  }
}
