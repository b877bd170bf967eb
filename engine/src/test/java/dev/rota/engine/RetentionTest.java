package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionTest extends EngineTest {
  private static final Duration LONG = Duration.ofDays(45);

  @Test
  void partitionsReachAWeekAhead() {
    engine.prune();

    assertThat(
            text(
                "SELECT count(*) FROM (SELECT parent FROM rota.partition GROUP BY parent"
                    + " HAVING max(to_id) > rota.id_at(rota.clock() + interval '7 days')) p"))
        .isEqualTo("3");
  }

  @Test
  void finishedJobsGoWithTheirPartitionAndYoungerOnesStay() {
    long old = enqueue("old");
    complete(claimOne());
    clock.advance(LONG);
    engine.tick();
    engine.prune();
    long young = enqueue("young");
    complete(claimOne());
    assertThat(engine.prune()).isZero();

    assertThat(engine.jobs().get(old)).isEmpty();
    assertThat(count("execution")).isEqualTo(1);
    assertThat(state(young)).isEqualTo(JobState.COMPLETED);
    assertThat(
            text(
                "SELECT count(*) FROM rota.partition WHERE to_id < rota.id_at(rota.clock() - interval '31 days')"))
        .isEqualTo("0");
  }

  @Test
  void liveJobsOutliveTheirPartitionInEveryState() {
    long pending = enqueue(NewJob.kind("pending").payload("\"kept\"").build());
    long scheduled = enqueue(NewJob.kind("later").delay(Duration.ofDays(100)).build());
    long paused = enqueue(NewJob.kind("held").queue("other").build());
    engine.jobs().pause(paused, "ada");
    long gone = enqueue(NewJob.kind("gone").queue("other").build());
    engine.jobs().cancel(gone, "ada");
    clock.advance(LONG);
    engine.tick();

    assertThat(engine.prune()).isPositive();

    assertThat(state(scheduled)).isEqualTo(JobState.SCHEDULED);
    assertThat(state(paused)).isEqualTo(JobState.PAUSED);
    assertThat(engine.jobs().get(gone)).isEmpty();
    Lease lease = claimOne();
    assertThat(lease.job()).isEqualTo(pending);
    assertThat(lease.payload()).isEqualTo("\"kept\"");
    complete(lease);
    assertThat(state(pending)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aJobThatEndedLatelyIsKeptHoweverOldItIs() {
    long id = enqueue("slow");
    clock.advance(LONG);
    engine.tick();
    complete(claimOne());

    engine.prune();

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    clock.advance(LONG);
    engine.tick();
    engine.prune();
    assertThat(engine.jobs().get(id)).isEmpty();
    assertThat(count("job")).isZero();
  }

  @Test
  void theNewestExecutionsOfAScheduleAreKeptHoweverOldTheyAre() {
    List<Long> ids = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      ids.add(enqueue("run-" + n));
      database.execute("UPDATE rota.ready SET schedule = 7");
      database.execute("UPDATE rota.job SET schedule = 7");
      complete(claimOne());
    }
    clock.advance(LONG);
    try (Engine keepsThree = open(EngineOptions.builder().name("pruner").keptPerSchedule(3))) {
      assertThat(keepsThree.prune()).isPositive();
    }

    assertThat(count("execution")).isEqualTo(3);
    assertThat(engine.jobs().get(ids.get(1))).isEmpty();
    assertThat(ids.subList(2, 5))
        .allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.COMPLETED));
  }

  @Test
  void aClockThatJumpsAheadAndBackLosesNothing() {
    clock.advance(Duration.ofDays(20));
    engine.tick();
    long ahead = enqueue("ahead");
    clock.back(Duration.ofDays(20));
    engine.tick();
    long now = enqueue("now");
    engine.prune();
    assertThat(ids(claim(10))).containsExactlyInAnyOrder(ahead, now);

    clock.advance(Duration.ofDays(20));
    engine.prune();

    assertThat(state(ahead)).isEqualTo(JobState.RUNNING);
    assertThat(count("job_default")).isZero();
  }

  @Test
  void shorterRetentionDropsEarlier() {
    enqueue("short");
    complete(claimOne());
    clock.advance(Duration.ofDays(16));
    try (Engine brief = open(EngineOptions.builder().name("brief").retention(Duration.ofDays(2)))) {
      assertThat(brief.prune()).isPositive();
    }

    assertThat(count("job") + count("execution")).isZero();
  }
}
