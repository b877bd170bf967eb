package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Beat;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.Signal;
import dev.rota.Unique;
import dev.rota.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people change about a job, how they clear its lock, and how they delete it. */
final class ChangeTest extends EngineTest {

  @Test
  void whatIsNotSaidStaysAsItWas() {
    long id = enqueue(NewJob.kind("k").payload("[1]").metadata("{\"a\": 1}").maxRetries(1).build());
    Job changed = engine.jobs().update(id, changes(5, Duration.ofMinutes(2)), "ada");
    assertThat(changed.maxRetries()).isEqualTo(5);
    assertThat(changed.payload()).isEqualTo("[1]");
    assertThat(changed.metadata()).isEqualTo("{\"a\": 1}");
    assertThat(engine.notes().holdings(List.of(id)).values())
        .extracting(Holding::retryBase)
        .containsExactly(Duration.ofMinutes(2));
    assertThat(events(id)).containsExactly("job.changed ada");
  }

  @Test
  void theWaitBeforeTheNextTryIsThatOfTheChange() {
    long id = enqueue("k");
    Lease lease = claimOne();
    engine.jobs().update(id, changes(5, Duration.ofMinutes(2)), "ada");
    fail(lease);
    assertThat(Duration.between(clock.now(), job(id).runAt()))
        .isBetween(Duration.ofSeconds(110), Duration.ofMinutes(2));
  }

  @Test
  void theInputOfARunningJobStays() {
    long id = enqueue("k");
    JobChanges payload = new JobChanges(null, null, null, 7, "[2]", "{\"b\": 2}");
    engine.jobs().update(id, payload, "ada");
    Lease lease = claimOne();
    assertThat(lease.payload()).isEqualTo("[2]");
    assertThat(lease.metadata()).isEqualTo("{\"b\": 2}");
    assertThat(lease.priority()).isEqualTo(7);
    assertThatThrownBy(() -> engine.jobs().update(id, payload, "ada"))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("is running");
    complete(lease);
    JobChanges input = new JobChanges(null, null, null, null, "[3]", null);
    assertThat(engine.jobs().update(id, input, "ada").payload()).isEqualTo("[3]");
    assertThatThrownBy(() -> engine.jobs().update(id, payload, "ada"))
        .hasMessageContaining("completed");
    assertThatThrownBy(() -> engine.jobs().update(12345, input, "ada"))
        .hasMessageContaining("there is no job");
  }

  @Test
  void aLockThatIsClearedByHandFencesItsWorkerAndPutsTheJobBack() {
    long id = enqueue(NewJob.kind("k").maxRetries(0).concurrency("one", 1).build());
    Lease lease = claimOne();
    Job released = engine.jobs().release(id, "ada");
    assertThat(released.state()).isEqualTo(JobState.PENDING);
    assertThat(source.renew(List.of(new Beat(id, lease.fence(), null, null))))
        .extracting(Signal::kind)
        .containsExactly(Signal.Kind.LOST);
    assertThat(complete(lease)).isEqualTo(Verdict.FENCED);
    assertThat(engine.jobs().executions(id, 10, 0))
        .singleElement()
        .satisfies(e -> assertThat(e.error()).isEqualTo("Released by hand"));
    assertThat(events(id)).containsExactly("job.released ada", "report.fenced node-a");
    Lease again = claimPastParked(1).getFirst();
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(complete(again)).isEqualTo(Verdict.ACCEPTED);
    assertThatThrownBy(() -> engine.jobs().release(id, "ada")).hasMessageContaining("completed");
  }

  @Test
  void clearingALockOfAJobThatWasCancelledEndsIt() {
    long id = enqueue("k");
    claimOne();
    engine.jobs().cancel(id, "ada");
    assertThat(engine.jobs().release(id, "ada").state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aDeletedJobIsGoneWithItsExecutionsAndKeys() {
    NewJob wish =
        NewJob.kind("k").unique(Unique.forPeriod("u", Duration.ofHours(1))).maxRetries(3).build();
    long id = enqueue(wish);
    Lease lease = claimOne();
    assertThatThrownBy(() -> engine.jobs().delete(id, "ada")).hasMessageContaining("is running");
    fail(lease);
    engine.jobs().delete(id, "ada");
    assertThat(engine.jobs().get(id)).isEmpty();
    assertThat(count("execution")).isZero();
    assertThat(count("live")).isZero();
    assertThat(enqueue(wish)).isNotEqualTo(id);
    assertThat(events(id)).contains("job.deleted ada");
    assertThatThrownBy(() -> engine.jobs().delete(id, "ada")).hasMessageContaining("no job");
  }

  private List<String> events(long id) {
    return texts("SELECT type || ' ' || actor FROM rota.event WHERE job = " + id + " ORDER BY id");
  }

  private static JobChanges changes(int maxRetries, Duration base) {
    return new JobChanges(maxRetries, base, null, null, null, null);
  }
}
