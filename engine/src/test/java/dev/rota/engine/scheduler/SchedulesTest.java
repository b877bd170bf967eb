package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.BACKFILLED;
import static dev.rota.engine.scheduler.Fate.DEFERRED;
import static dev.rota.engine.scheduler.Fate.DROPPED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.MISSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_PAUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.Unique;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Fire;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people do to schedules. */
final class SchedulesTest extends SchedulerTest {
  @BeforeEach
  void begin() {
    moveTo("2030-05-01T08:30:00Z");
  }

  private static NewSchedule full() {
    NewJob job =
        NewJob.kind("crawl")
            .queue("crawl")
            .payload("{\"url\": \"https://example.com\"}")
            .priority(70)
            .maxRetries(5)
            .retry(new RetryPolicy(Duration.ofSeconds(3), 1.5, Duration.ofHours(2), 0.1))
            .timeout(Duration.ofMinutes(7))
            .concurrency("site", 3)
            .unique("site")
            .requires("javascript")
            .tags("a", "b")
            .metadata("{\"x\": 1}")
            .build();
    return NewSchedule.of("full", job)
        .trigger("30 2 * * MON-FRI")
        .timeZone("Europe/Amsterdam")
        .start(Instant.parse("2030-06-01T00:00:00Z"))
        .end(Instant.parse("2031-06-01T00:00:00Z"))
        .dst(new DstPolicy(DstPolicy.Gap.SKIP, DstPolicy.Overlap.TWICE))
        .overlap(Overlap.SKIP)
        .onFailure(OnFailure.HALT)
        .catchUpMax(4)
        .catchUpAge(Duration.ofDays(2))
        .catchUpSpread(Duration.ofMinutes(90))
        .jitter(Duration.ofSeconds(20))
        .build();
  }

  @Test
  void whatIsPutIsWhatIsThere() {
    Schedule stored = schedules.put(full(), "ada");
    assertThat(stored.definition()).usingRecursiveComparison().isEqualTo(full());
    assertThat(stored.createdBy()).isEqualTo("ada");
    assertThat(stored.nextRunAt()).isEqualTo("2030-06-03T00:30:00Z");
    assertThat(schedules.get(stored.id())).contains(stored);
    assertThat(
            text("SELECT type || ' ' || actor || ' ' || (details ->> 'schedule') FROM rota.event"))
        .isEqualTo("schedule.created ada full");
    assertThat(text("SELECT trigger || ' ' || time_zone FROM rota.schedules"))
        .isEqualTo("30 2 * * MON-FRI Europe/Amsterdam");
  }

  @Test
  void itsJobsAreLikeTheTemplate() {
    schedules.put(full(), "ada");
    tickAt("2030-06-03T00:30:00Z");
    Job job = job(Objects.requireNonNull(occurrences("full").get(0).job()));
    assertThat(job.kind()).isEqualTo("crawl");
    assertThat(job.queue()).isEqualTo("crawl");
    assertThat(job.payload()).isEqualTo("{\"url\": \"https://example.com\"}");
    assertThat(job.priority()).isEqualTo(70);
    assertThat(job.maxRetries()).isEqualTo(5);
    assertThat(job.timeout()).isEqualTo(Duration.ofMinutes(7));
    assertThat(job.concurrencyKey()).isEqualTo("site");
    assertThat(job.requires()).containsExactly("javascript");
    assertThat(job.tags()).containsExactly("a", "b");
    assertThat(job.metadata()).isEqualTo("{\"x\": 1}");
    assertThat(text("SELECT schedule FROM rota.job")).isEqualTo("" + get("full").id());
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    refused("trigger", () -> schedule("s").trigger("61 * * * *"));
    refused("trigger", () -> put(schedule("s").trigger("0 0 31 2 *")));
    refused("trigger", () -> put(schedule("s").every(Duration.ofMillis(500))));
    refused("time_zone", () -> put(schedule("s").trigger("@daily").timeZone("Mars/Olympus")));
    refused("trigger", () -> put(schedule("s")));
    refused("end", () -> put(schedule("s").trigger("@daily").start(at(10)).end(at(9))));
    refused("schedule", () -> put(schedule("s").trigger("@daily").end(at(9))));
    refused("name", () -> put(schedule(" ").trigger("@daily")));
    refused("catchup_max", () -> put(schedule("s").trigger("@daily").catchUpMax(-1)));
    NewJob.Builder job = NewJob.kind("work");
    refused("job.run_at", () -> of(job.runAt(at(9)).build()));
    refused("job.delay", () -> of(NewJob.kind("w").delay(Duration.ofSeconds(1)).build()));
    refused("job.unique", () -> of(NewJob.kind("w").unique(Unique.whilePending("k")).build()));
    refused("job.idempotency_key", () -> of(NewJob.kind("w").idempotencyKey("k").build()));
    refused("payload", () -> of(NewJob.of("w", "\"" + "x".repeat(2 << 20) + "\"")));
    assertThat(schedules.list(ScheduleFilter.first(10))).isEmpty();
  }

  private void of(NewJob job) {
    put(NewSchedule.of("s", job).trigger("@daily"));
  }

  private static Instant at(int hour) {
    return Instant.parse("2030-05-01T00:00:00Z").plus(Duration.ofHours(hour));
  }

  private static void refused(
      String field, org.assertj.core.api.ThrowableAssert.ThrowingCallable c) {
    assertThatThrownBy(c)
        .isInstanceOfSatisfying(
            InvalidInput.class, e -> assertThat(e.field()).as(e.getMessage()).isEqualTo(field));
  }

  @Test
  void aScheduleIsCreatedOnce() {
    schedules.create(schedule("s").trigger("@daily").build(), "ada");
    assertThatThrownBy(() -> schedules.create(schedule("s").trigger("@daily").build(), "ada"))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("already-exists"));
  }

  @Test
  void schedulesAreListedByNameInPages() {
    for (String name : List.of("c", "a", "b")) {
      put(schedule(name).trigger("@daily"));
    }
    put(NewSchedule.of("d", NewJob.kind("other").queue("q").build()).trigger("@daily"));
    schedules.pause("b", "ada");
    assertThat(names(ScheduleFilter.first(2))).containsExactly("a", "b");
    assertThat(names(ScheduleFilter.first(2).after("b"))).containsExactly("c", "d");
    assertThat(names(ScheduleFilter.first(9).paused(true))).containsExactly("b");
    assertThat(names(ScheduleFilter.first(9).onQueue("q").ofKind("other"))).containsExactly("d");
    assertThat(names(ScheduleFilter.first(9).ofPlan(1L))).isEmpty();
    assertThat(names(ScheduleFilter.first(9).ofTarget(1L))).isEmpty();
  }

  private List<String> names(ScheduleFilter filter) {
    return schedules.list(filter).stream().map(Schedule::name).toList();
  }

  @Test
  void aDeletedScheduleLeavesItsHistory() {
    long id = put(schedule("s").trigger("0 * * * *")).id();
    tickAt("2030-05-01T09:00:00Z");
    schedules.delete("s", "ada");
    assertThat(schedules.get("s")).isEmpty();
    assertThat(scheduler.occurrences().list(id, 10)).hasSize(1);
    complete(claimOne());
    assertThat(tickAt("2030-05-01T10:00:00Z").total()).isZero();
    assertThatThrownBy(() -> schedules.delete("s", "ada"))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("not-found"));
  }

  @Test
  void aScheduleEditedWhileDueDecidesItsOldTimesAndStartsAnew() {
    put(schedule("s").trigger("0 * * * *").catchUpMax(1));
    moveTo("2030-05-01T11:10:00Z");
    Schedule changed = put(schedule("s").trigger("*/15 * * * *").catchUpMax(1));
    assertThat(changed.nextRunAt()).isEqualTo("2030-05-01T11:15:00Z");
    assertThat(fates("s")).containsExactly(ENQUEUED, MISSED, MISSED);
    assertThat(occurrences("s").get(1).reason()).isEqualTo("the schedule was changed");
    assertThat(scheduler.tick().total()).isZero();
    tickAt("2030-05-01T11:15:00Z");
    assertThat(fates("s")).containsExactly(ENQUEUED, MISSED, MISSED, ENQUEUED);
  }

  @Test
  void anEditThatLeavesItsTimesAloneKeepsWhatIsDue() {
    put(schedule("s").trigger("0 * * * *"));
    moveTo("2030-05-01T11:10:00Z");
    Schedule changed = put(NewSchedule.of("s", NewJob.of("other", "{}")).trigger("0 * * * *"));
    assertThat(changed.nextRunAt()).isEqualTo("2030-05-01T09:00:00Z");
    scheduler.tick();
    assertThat(fates("s")).containsExactly(ENQUEUED, ENQUEUED, ENQUEUED);
    assertThat(job(Objects.requireNonNull(get("s").lastJob())).kind()).isEqualTo("other");
  }

  @Test
  void anEditWhilePausedGivesUpWhatWaited() {
    put(schedule("s").trigger("0 * * * *").catchUpMax(1));
    tickAt("2030-05-01T11:10:00Z");
    schedules.pause("s", "ada");
    put(schedule("s").trigger("*/10 * * * *").catchUpMax(1));
    assertThat(fates("s")).containsExactly(ENQUEUED, MISSED, MISSED);
    tickAt("2030-05-01T11:30:00Z");
    schedules.resume("s", "ada");
    tickAt("2030-05-01T11:40:00Z");
    assertThat(fates("s"))
        .containsExactly(ENQUEUED, MISSED, MISSED, SKIPPED_PAUSED, SKIPPED_PAUSED, ENQUEUED);
  }

  @Test
  void aRunByHandIsAnExtraOne() {
    put(schedule("s").trigger("0 * * * *"));
    Schedule after = schedules.trigger("s", "ada");
    assertThat(after.nextRunAt()).isEqualTo("2030-05-01T09:00:00Z");
    assertThat(after.runs()).isEqualTo(1);
    assertThat(occurrences("s").get(0))
        .returns(ENQUEUED, Occurrence::fate)
        .returns("by hand", Occurrence::reason)
        .returns(claimOne().job(), Occurrence::job);
  }

  @Test
  void aPausedScheduleSkipsAndResumesWithItsNextTime() {
    put(schedule("s").trigger("0 * * * *"));
    assertThat(schedules.pause("s", "ada").pausedBy()).isEqualTo("ada");
    moveTo("2030-05-01T10:30:00Z");
    Schedule resumed = schedules.resume("s", "ada");
    assertThat(fates("s")).containsExactly(SKIPPED_PAUSED, SKIPPED_PAUSED);
    assertThat(resumed.nextRunAt()).isEqualTo("2030-05-01T11:00:00Z");
    assertThat(resumed.isPaused()).isFalse();
  }

  @Test
  void resumingLiftsAHalt() {
    put(
        NewSchedule.of("s", NewJob.kind("work").maxRetries(0).build())
            .every(Duration.ofMinutes(30))
            .fromCompletion(true)
            .onFailure(OnFailure.HALT));
    tickAt("2030-05-01T09:10:00Z");
    fail(claimOne());
    scheduler.tick();
    assertThat(get("s").isHalted()).isTrue();
    assertThat(get("s").nextRunAt()).isNull();
    scheduler.sweep();
    assertThat(get("s").nextRunAt()).as("halted, not stranded").isNull();
    moveTo("2030-05-01T12:00:00Z");
    Schedule resumed = schedules.resume("s", "ada");
    assertThat(resumed.isHalted()).isFalse();
    assertThat(resumed.nextRunAt())
        .isBetween(Instant.parse("2030-05-01T12:30:00Z"), Instant.parse("2030-05-01T12:30:10Z"));
    assertThatThrownBy(() -> schedules.retry("s", "ada"))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("not-halted"));
  }

  @Test
  void aBackfillRunsWhatDidNotRunAndNothingElse() {
    put(schedule("s").trigger("0 * * * *").catchUpAge(Duration.ofHours(1)));
    tickAt("2030-05-01T12:30:00Z");
    assertThat(fates("s")).containsExactly(DROPPED, DROPPED, DROPPED, ENQUEUED);
    Backfilled answer =
        schedules.backfill(
            "s",
            Instant.parse("2030-05-01T06:00:00Z"),
            Instant.parse("2030-05-01T20:00:00Z"),
            "ada");
    assertThat(answer).isEqualTo(new Backfilled(6, 1, false));
    assertThat(fates("s"))
        .containsExactly(
            BACKFILLED, BACKFILLED, BACKFILLED, BACKFILLED, BACKFILLED, BACKFILLED, ENQUEUED);
    assertThat(occurrences("s"))
        .filteredOn(o -> o.fate() == BACKFILLED)
        .extracting(o -> Duration.between(o.decidedAt(), o.runAt()).toMinutes())
        .containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
    assertThat(occurrences("s"))
        .extracting(Occurrence::job)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    assertThat(get("s").runs()).isEqualTo(7);
    assertThat(get("s").lastJob()).isEqualTo(occurrences("s").get(6).job());
    assertThat(
            schedules.backfill(
                "s",
                Instant.parse("2030-05-01T06:00:00Z"),
                Instant.parse("2030-05-01T20:00:00Z"),
                "ada"))
        .isEqualTo(new Backfilled(0, 7, false));
  }

  @Test
  void aBackfillLeavesTimesAloneWhoseTurnComesByItself() {
    put(schedule("s").trigger("0 * * * *").catchUpMax(1));
    tickAt("2030-05-01T11:30:00Z");
    assertThat(fates("s")).containsExactly(ENQUEUED, DEFERRED, DEFERRED);
    Instant from = Instant.parse("2030-05-01T09:00:00Z");
    assertThat(schedules.backfill("s", from, from.plus(Duration.ofDays(1)), "ada").enqueued())
        .isZero();
    refused("from", () -> schedules.backfill("s", from, from, "ada"));
  }

  @Test
  void aPreviewMarksWhatTheClockDoes() {
    put(
        schedule("s")
            .trigger("30 2 * * *")
            .timeZone("Europe/Amsterdam")
            .start(Instant.parse("2031-03-29T12:00:00Z")));
    assertThat(schedules.preview("s", 2))
        .extracting(Fire::at, Fire::mark)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                Instant.parse("2031-03-30T01:00:00Z"), Fire.Mark.MOVED),
            org.assertj.core.groups.Tuple.tuple(
                Instant.parse("2031-03-31T00:30:00Z"), Fire.Mark.NORMAL));
    assertThat(schedules.preview(schedule("t").trigger("0 * * * *").build(), 3))
        .extracting(Fire::at)
        .containsExactly(
            Instant.parse("2030-05-01T09:00:00Z"),
            Instant.parse("2030-05-01T10:00:00Z"),
            Instant.parse("2030-05-01T11:00:00Z"));
  }

  @Test
  void aDryRunSaysWhatTheTickThenDoes() {
    put(
        schedule("s")
            .trigger("0 * * * *")
            .catchUpMax(2)
            .catchUpAge(Duration.ofHours(4))
            .catchUpSpread(Duration.ofMinutes(10)));
    put(schedule("t").trigger("@daily"));
    moveTo("2030-05-01T15:30:00Z");
    Judgement forecast = schedules.dryRun("s").judgement();
    assertThat(count("occurrence")).isZero();
    assertThat(schedules.dryRun(ScheduleFilter.first(10)))
        .extracting(Forecast::schedule)
        .containsExactly("s");
    scheduler.tick();
    List<Occurrence> decided = occurrences("s");
    assertThat(decided)
        .extracting(Occurrence::plannedAt)
        .isEqualTo(forecast.rulings().stream().map(Ruling::plannedAt).toList());
    assertThat(decided)
        .extracting(Occurrence::fate)
        .isEqualTo(forecast.rulings().stream().map(Ruling::fate).toList())
        .contains(DROPPED, ENQUEUED, DEFERRED);
    assertThat(decided)
        .extracting(Occurrence::deferrals)
        .isEqualTo(forecast.rulings().stream().map(Ruling::deferrals).toList());
    assertThat(get("s").nextRunAt()).isEqualTo(forecast.nextRunAt());
  }

  @Test
  void aDryRunOfAPausedScheduleSaysWhatResumingWouldDo() {
    put(schedule("s").trigger("0 * * * *").catchUpMax(1));
    tickAt("2030-05-01T11:10:00Z");
    schedules.pause("s", "ada");
    moveTo("2030-05-01T12:10:00Z");
    Judgement forecast = schedules.dryRun("s").judgement();
    assertThat(forecast.rulings())
        .extracting(Ruling::plannedAt, Ruling::fate)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(at(12), SKIPPED_PAUSED),
            org.assertj.core.groups.Tuple.tuple(at(10), ENQUEUED));
    schedules.resume("s", "ada");
    scheduler.tick();
    assertThat(fates("s")).containsExactly(ENQUEUED, ENQUEUED, DEFERRED, SKIPPED_PAUSED);
  }

  @Test
  void aTimeIsSkippedWhileAnotherJobWithItsUniqueKeyIsLive() {
    NewJob job = NewJob.kind("work").unique("target:java").build();
    long byHand = engine.jobs().enqueue(job).job();
    schedules.put(NewSchedule.of("hourly", job).trigger("0 * * * *").build(), "test");
    assertThat(tickAt("2030-05-01T09:00:00Z").of(Fate.SKIPPED_OVERLAP)).isEqualTo(1);
    assertThat(occurrences("hourly").getFirst().reason()).isEqualTo("job " + byHand + " was live");
    assertThat(get("hourly").runs()).isZero();
    runAll();
    tickAt("2030-05-01T10:00:00Z");
    assertThat(fates("hourly")).containsExactly(Fate.SKIPPED_OVERLAP, ENQUEUED);
    assertThat(engine.jobs().enqueue(job).duplicate()).isTrue();
  }
}
