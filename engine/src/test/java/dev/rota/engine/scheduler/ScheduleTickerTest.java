package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.DEFERRED;
import static dev.rota.engine.scheduler.Fate.DROPPED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.MISSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_OVERLAP;
import static dev.rota.engine.scheduler.Fate.SKIPPED_PAUSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a tick makes of times that have come. */
final class ScheduleTickerTest extends SchedulerTest {
  @BeforeEach
  void begin() {
    moveTo("2030-05-01T08:30:00Z");
  }

  private static NewSchedule.Builder hourly(String name) {
    return schedule(name).trigger("0 * * * *");
  }

  @Test
  void aTimeThatHasComeGetsOneJobAndTheScheduleMovesOn() {
    Schedule before = put(hourly("report"));
    assertThat(before.nextRunAt()).isEqualTo("2030-05-01T09:00:00Z");
    assertThat(scheduler.tick().total()).isZero();

    assertThat(tickAt("2030-05-01T09:00:00Z").of(ENQUEUED)).isEqualTo(1);
    assertThat(scheduler.tick().total()).isZero();

    Schedule after = get("report");
    Occurrence occurrence = occurrences("report").get(0);
    assertThat(after.nextRunAt()).isEqualTo("2030-05-01T10:00:00Z");
    assertThat(after.runs()).isEqualTo(1);
    assertThat(after.lastJob()).isEqualTo(occurrence.job());
    assertThat(after.lastRunAt()).isEqualTo(occurrence.decidedAt());
    assertThat(occurrence.plannedAt()).isEqualTo("2030-05-01T09:00:00Z");
    assertThat(occurrence.lateBy()).isBetween(Duration.ZERO, Duration.ofSeconds(30));
    Job job = job(Objects.requireNonNull(occurrence.job()));
    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.createdBy()).isEqualTo("schedule");
    assertThat(job.concurrencyKey()).isEqualTo("schedule:" + after.id());
  }

  @Test
  void anOutageIsCaughtUpOldestFirstUpToTheCapAndSpread() {
    put(hourly("report").catchUpMax(3).catchUpSpread(Duration.ofMinutes(30)));
    assertThat(tickAt("2030-05-01T13:30:00Z").of(ENQUEUED)).isEqualTo(3);
    List<Occurrence> all = occurrences("report");
    assertThat(all)
        .extracting(Occurrence::fate)
        .containsExactly(ENQUEUED, ENQUEUED, ENQUEUED, DEFERRED, DEFERRED);
    assertThat(all)
        .filteredOn(o -> o.fate() == ENQUEUED)
        .extracting(o -> Duration.between(o.decidedAt(), o.runAt()))
        .containsExactly(Duration.ZERO, Duration.ofMinutes(10), Duration.ofMinutes(20));
    assertThat(get("report").nextRunAt()).isEqualTo("2030-05-01T12:00:00Z");
    assertThat(scheduler.tick().total()).as("the cap rests").isZero();

    clock.advance(Duration.ofSeconds(61));
    assertThat(scheduler.tick().of(ENQUEUED)).isEqualTo(2);
    assertThat(fates("report")).containsOnly(ENQUEUED).hasSize(5);
    assertThat(get("report").nextRunAt()).isEqualTo("2030-05-01T14:00:00Z");
    assertThat(count("job")).isEqualTo(5);
  }

  @Test
  void whatIsOlderThanTheAgeLimitIsDropped() {
    put(hourly("report").catchUpAge(Duration.ofHours(2)));
    tickAt("2030-05-01T13:30:00Z");
    assertThat(fates("report")).containsExactly(DROPPED, DROPPED, DROPPED, ENQUEUED, ENQUEUED);
  }

  @Test
  void withoutCatchingUpOnlyTheTimeThatHasJustComeRuns() {
    put(hourly("report").catchUpMax(0));
    tickAt("2030-05-01T11:00:00Z");
    assertThat(fates("report")).containsExactly(MISSED, MISSED, ENQUEUED);
    tickAt("2030-05-01T12:30:00Z");
    assertThat(fates("report")).endsWith(MISSED);
  }

  @Test
  void jobsLineUpUnlessTheOverlapIsSkipped() {
    put(hourly("queued"));
    put(hourly("skipped").overlap(Overlap.SKIP));
    tickAt("2030-05-01T09:00:00Z");
    tickAt("2030-05-01T10:00:00Z");
    assertThat(fates("queued")).containsExactly(ENQUEUED, ENQUEUED);
    assertThat(fates("skipped")).containsExactly(ENQUEUED, SKIPPED_OVERLAP);
    assertThat(claimPastParked(10)).hasSize(2);

    runAll();
    clock.advance(Duration.ofHours(1));
    scheduler.tick();
    assertThat(fates("skipped")).containsExactly(ENQUEUED, SKIPPED_OVERLAP, SKIPPED_OVERLAP);
  }

  @Test
  void aRunThatOverlapsIsCancelledIfTheScheduleSaysSo() {
    put(hourly("report").overlap(Overlap.CANCEL));
    tickAt("2030-05-01T09:00:00Z");
    Lease running = claimOne();
    tickAt("2030-05-01T10:00:00Z");
    assertThat(job(running.job()).cancel()).isTrue();
    assertThat(claimPastParked(10)).as("the next waits for its end").isEmpty();
    report(running, new Outcome.Cancelled());
    assertThat(claimPastParked(10)).hasSize(1);
    assertThat(fates("report")).containsExactly(ENQUEUED, ENQUEUED);

    tickAt("2030-05-01T14:30:00Z");
    assertThat(fates("report").subList(2, 6))
        .containsExactly(SKIPPED_OVERLAP, SKIPPED_OVERLAP, SKIPPED_OVERLAP, ENQUEUED);
  }

  @Test
  void timesThatPassWhileItIsPausedAreSkippedAndWhatWaitedBeforeIsCaughtUp() {
    put(hourly("report").catchUpMax(1));
    tickAt("2030-05-01T11:30:00Z");
    assertThat(fates("report")).containsExactly(ENQUEUED, DEFERRED, DEFERRED);
    schedules.pause("report", "ada");
    tickAt("2030-05-01T13:30:00Z");
    assertThat(fates("report"))
        .containsExactly(ENQUEUED, DEFERRED, DEFERRED, SKIPPED_PAUSED, SKIPPED_PAUSED);
    Schedule resumed = schedules.resume("report", "ada");
    assertThat(resumed.isPaused()).isFalse();
    assertThat(resumed.nextRunAt()).isEqualTo("2030-05-01T10:00:00Z");
    for (int i = 0; i < 3; i++) {
      scheduler.tick();
      clock.advance(Duration.ofMinutes(2));
    }
    assertThat(fates("report"))
        .containsExactly(ENQUEUED, ENQUEUED, ENQUEUED, SKIPPED_PAUSED, SKIPPED_PAUSED);
    assertThat(get("report").nextRunAt()).isEqualTo("2030-05-01T14:00:00Z");
    assertThat(count("job")).isEqualTo(3);
  }

  @Test
  void aScheduleThatHaltsGoesOnWhenItsFailedJobWasRetriedAndCompleted() {
    put(
        NewSchedule.of("report", dev.rota.NewJob.kind("work").maxRetries(0).build())
            .trigger("0 * * * *")
            .onFailure(OnFailure.HALT));
    tickAt("2030-05-01T09:00:00Z");
    Lease first = claimOne();
    fail(first);
    tickAt("2030-05-01T10:00:00Z");
    Schedule halted = get("report");
    assertThat(halted.isHalted()).isTrue();
    assertThat(halted.haltedJob()).isEqualTo(first.job());
    assertThat(halted.failed()).isEqualTo(1);
    assertThat(occurrences("report").get(1))
        .returns(MISSED, Occurrence::fate)
        .returns("halted", Occurrence::reason);

    schedules.retry("report", "ada");
    complete(claimOne());
    tickAt("2030-05-01T11:00:00Z");
    assertThat(get("report").isHalted()).isFalse();
    assertThat(get("report").completed()).isEqualTo(1);
    assertThat(fates("report")).containsExactly(ENQUEUED, MISSED, ENQUEUED);
  }

  @Test
  void fromCompletionCountsFromTheEndOfItsJob() {
    put(schedule("crawl").every(Duration.ofMinutes(30)).fromCompletion(true));
    assertThat(get("crawl").nextRunAt()).isBetween(at("08:59:59"), at("09:00:10"));
    tickAt("2030-05-01T09:00:10Z");
    assertThat(get("crawl").nextRunAt()).isNull();
    assertThat(get("crawl").wakeAt()).isNull();
    Lease lease = claimOne();
    tickAt("2030-05-01T12:00:00Z");
    assertThat(fates("crawl")).containsExactly(ENQUEUED);
    complete(lease);
    scheduler.tick();
    assertThat(get("crawl").nextRunAt()).isBetween(at("12:30:00"), at("12:30:10"));
    tickAt("2030-05-01T12:30:10Z");
    assertThat(fates("crawl")).containsExactly(ENQUEUED, ENQUEUED);
  }

  @Test
  void anEndThatGotLostIsFoundBySweeping() {
    put(schedule("crawl").every(Duration.ofMinutes(30)).fromCompletion(true));
    tickAt("2030-05-01T09:00:10Z");
    complete(claimOne());
    update("DELETE FROM rota.schedule_end");
    scheduler.tick();
    assertThat(get("crawl").wakeAt()).isNull();
    scheduler.sweep();
    assertThat(get("crawl").nextRunAt()).isBetween(at("09:30:10"), at("09:31:00"));
  }

  private static Instant at(String time) {
    return Instant.parse("2030-05-01T" + time + "Z");
  }
}
