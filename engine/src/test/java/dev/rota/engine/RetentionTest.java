package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Beat;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
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
  void anExecutionThatTookLongerThanTheRetentionIsKeptFromItsEnd() {
    long id = enqueue("endless");
    Lease lease = claimOne();
    update("UPDATE rota.worker SET lease_until = 'infinity'");
    clock.advance(LONG);
    complete(lease);

    assertThat(engine.prune()).isPositive();

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(engine.jobs().executions(id, 10, 0)).hasSize(1);
  }

  @Test
  void aJobThatWasCancelledLatelyIsKeptHoweverOldItIs() {
    long id = enqueue("late");
    clock.advance(LONG);
    engine.jobs().cancel(id, "ada");

    engine.prune();

    assertThat(state(id)).isEqualTo(JobState.CANCELLED);
    assertThat(engine.jobs().retry(id, "ada").state()).isEqualTo(JobState.PENDING);
  }

  @Test
  void whatIsYoungerThanTheRetentionIsNeverLost() {
    List<Long> young = new ArrayList<>();
    for (int day = 0; day < 60; day += 3) {
      long id = enqueue("day-" + day);
      complete(claimOne());
      if (day >= 60 - 30) {
        young.add(id);
      }
      clock.advance(Duration.ofDays(3));
      engine.tick();
      engine.prune();
    }

    assertThat(young).hasSize(10).allSatisfy(id -> assertThat(engine.jobs().get(id)).isPresent());
    assertThat(count("job_default")).isZero();
    assertThat(count("execution_default")).isZero();
  }

  @Test
  void partitionsAreMadeWithoutGapsOrOverlapsWhateverTheClockDid() {
    clock.advance(Duration.ofDays(60));
    engine.prune();
    clock.reset();
    long before = enqueue("before");
    engine.prune();
    for (int day = 0; day < 80; day += 5) {
      clock.advance(Duration.ofDays(5));
      engine.tick();
      engine.prune();
      enqueue("later");
    }

    assertThat(engine.jobs().get(before)).isPresent();
    assertThat(
            text(
                """
                SELECT count(*) FROM rota.partition a JOIN rota.partition b
                ON a.parent = b.parent AND a.name < b.name AND a.from_id < b.to_id AND b.from_id < a.to_id
                """))
        .isEqualTo("0");
    assertThat(claim(100)).hasSize(17);
  }

  @Test
  void smallThingsOfJobsThatAreGoneGoToo() {
    Engine gone = open("gone");
    JobSource there = gone.source();
    enqueue("a");
    Lease lease = claim(there, 1).get(0);
    there.renew(List.of(new Beat(lease.job(), lease.fence(), 5, "x")));
    report(there, lease, new Outcome.Completed(null));
    engine.queues().pause("other", "ada");
    gone.close();
    clock.advance(LONG);
    engine.tick();
    engine.prune();

    assertThat(count("progress") + count("event") + count("execution")).isZero();
    assertThat(texts("SELECT name FROM rota.worker")).containsExactly("node-a");
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
