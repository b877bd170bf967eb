package dev.rota.engine;

import static dev.rota.JobState.CANCELLED;
import static dev.rota.JobState.COMPLETED;
import static dev.rota.JobState.FAILED;
import static dev.rota.JobState.PAUSED;
import static dev.rota.JobState.PENDING;
import static dev.rota.JobState.RUNNING;
import static dev.rota.JobState.SCHEDULED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CensusTest extends EngineTest {

  @Test
  void everyStateIsCountedAndOtherQueuesAreNot() {
    enqueue(NewJob.kind("a").queue("other").build());
    enqueue("a");
    clock.advance(Duration.ofSeconds(10));
    Lease completed = claimOne();
    clock.advance(Duration.ofSeconds(30));
    complete(completed);
    enqueue("a");
    report(claimOne(), failure(new Outcome.Retry.Never()));
    enqueue("a");
    claimOne();
    engine.jobs().cancel(enqueue("a"), "test");
    engine.jobs().pause(enqueue("a"), "test");
    enqueue(NewJob.kind("a").delay(Duration.ofHours(1)).build());
    enqueue("b");
    enqueue("b");

    Figures figures = engine.census().figures("default");
    assertThat(figures.jobs())
        .isEqualTo(
            Map.of(
                PENDING, 2L, SCHEDULED, 1L, RUNNING, 1L, PAUSED, 1L, COMPLETED, 1L, FAILED, 1L,
                CANCELLED, 1L));
    assertThat(figures.jobs(PENDING, SCHEDULED, PAUSED)).isEqualTo(4);
    assertThat(figures.completedLately()).isEqualTo(1);
    assertThat(figures.averageWait()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    assertThat(figures.averageRun()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(16));
    assertThat(figures.busy()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
    assertThat(engine.census().currentJobs("default")).hasSize(1);

    clock.advance(Duration.ofHours(2));
    Figures later = engine.census().figures("default");
    assertThat(later.completedLately()).isZero();
    assertThat(later.averageWait()).isNull();
    assertThat(later.jobs(COMPLETED)).isEqualTo(1);
  }

  @Test
  void aQueueThatDoesNotExistHasNoJobs() {
    assertThat(engine.census().figures("nowhere").jobs().values()).containsOnly(0L);
  }

  @Test
  void whatAFilterMatchesIsCountedAndPagedFromAnyPlace() {
    List<Long> red =
        java.util.stream.IntStream.range(0, 5)
            .mapToObj(i -> enqueue(NewJob.kind("a").tags("red").build()))
            .toList();
    enqueue("a");
    engine.jobs().pause(red.get(4), "test");
    engine.jobs().cancel(red.get(0), "test");
    JobFilter waiting = new JobFilter(Set.of(PENDING, PAUSED), "default", null, "red", null);
    assertThat(engine.census().count(waiting)).isEqualTo(4);
    assertThat(engine.jobs().list(waiting, 2, 1))
        .extracting(Job::id)
        .containsExactly(red.get(3), red.get(2));
    JobFilter all = new JobFilter(Set.of(), "default", null, "red", null);
    assertThat(engine.census().count(all)).isEqualTo(5);
    assertThat(engine.jobs().list(all, 10, 3))
        .extracting(Job::id)
        .containsExactly(red.get(1), red.get(0));
    JobFilter ended = new JobFilter(Set.of(CANCELLED, FAILED), null, null, null, null);
    assertThat(engine.jobs().list(ended, 10, 0)).extracting(Job::id).containsExactly(red.get(0));
    assertThat(engine.jobs().list(ended, 10, 1)).isEmpty();
    JobFilter mixed = new JobFilter(Set.of(PENDING, FAILED), null, null, null, null);
    assertThatThrownBy(() -> engine.jobs().list(mixed, 10, 0)).isInstanceOf(InvalidInput.class);
  }
}
