package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.DEFERRED;
import static dev.rota.engine.scheduler.Fate.DROPPED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.MISSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_OVERLAP;
import static dev.rota.engine.scheduler.Fate.SKIPPED_PAUSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.NewJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the judge makes of times, without a database. */
final class JudgeTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Known known = new Known();
  private @Nullable Instant notedTo;
  private SchedulerOptions options = SchedulerOptions.builder().build();
  private Gate gate = Gate.OPEN;
  private boolean live;
  private @Nullable Instant paused;
  private @Nullable Instant halted;

  private static Instant at(String time) {
    return Instant.parse("2030-05-01T" + time + "Z");
  }

  private static NewSchedule.Builder hourly() {
    return every(HOUR);
  }

  private static NewSchedule.Builder every(Duration length) {
    return NewSchedule.of("s", NewJob.of("work", "{}")).every(length);
  }

  private Judgement judge(NewSchedule.Builder definition, @Nullable String next, String now) {
    Schedule schedule =
        new Schedule(
            1,
            definition.build(),
            Instant.EPOCH,
            "test",
            paused,
            null,
            halted,
            null,
            next == null ? null : at(next),
            null,
            null,
            77L,
            0,
            0,
            0,
            0,
            null,
            null,
            Instant.EPOCH,
            notedTo);
    return new Judge(options, gate, new Random(1)).judge(schedule, at(now), live, known);
  }

  private static List<Fate> fates(Judgement judgement) {
    return judgement.rulings().stream().map(Ruling::fate).toList();
  }

  private static List<Duration> waits(Judgement judgement, String now) {
    return judgement.rulings().stream()
        .filter(Ruling::runs)
        .map(ruling -> Duration.between(at(now), ruling.runAt()))
        .toList();
  }

  @Test
  void decidesNothingBeforeTheTime() {
    Judgement judgement = judge(hourly(), "09:00:00", "08:59:59.999999");
    assertThat(judgement).isEqualTo(Judgement.none(at("09:00:00"), at("09:00:00")));
    assertThat(judge(hourly(), null, "12:00:00")).isEqualTo(Judgement.none(null, null));
  }

  @Test
  void runsATimeOnTheDot() {
    Judgement judgement = judge(hourly(), "09:00:00", "09:00:00");
    assertThat(judgement.rulings())
        .containsExactly(Ruling.enqueued(at("09:00:00"), at("09:00:00")));
    assertThat(judgement.nextRunAt()).isEqualTo(at("10:00:00"));
    assertThat(judgement.wakeAt()).isEqualTo(at("10:00:00"));
  }

  @Test
  void endsWithTheTimetable() {
    Judgement judgement = judge(hourly().end(at("10:00:00")), "09:00:00", "09:30:00");
    assertThat(fates(judgement)).containsExactly(ENQUEUED);
    assertThat(judgement.nextRunAt()).isNull();
    assertThat(judgement.wakeAt()).isNull();
  }

  @Test
  void spreadsWhatIsLateAndRunsTheNewestNowIfItIsOnTime() {
    Judgement judgement = judge(hourly(), "09:00:00", "12:00:10");
    assertThat(waits(judgement, "12:00:10"))
        .containsExactly(
            Duration.ZERO, Duration.ofMinutes(20), Duration.ofMinutes(40), Duration.ZERO);
  }

  @Test
  void spreadsTheNewestTooIfItIsLate() {
    Judgement judgement = judge(hourly(), "09:00:00", "12:01:01");
    assertThat(waits(judgement, "12:01:01"))
        .containsExactly(
            Duration.ZERO, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMinutes(45));
  }

  @Test
  void runsTimesThatAreOnlyJustLateAtOnce() {
    Judgement judgement = judge(every(Duration.ofSeconds(1)), "09:00:00", "09:00:03");
    assertThat(waits(judgement, "09:00:03")).hasSize(4).containsOnly(Duration.ZERO);
  }

  @Test
  void putsOffWhatIsBeyondTheCapAndRests() {
    Judgement judgement = judge(hourly().catchUpMax(2), "01:00:00", "06:30:00");
    assertThat(fates(judgement))
        .containsExactly(ENQUEUED, ENQUEUED, DEFERRED, DEFERRED, DEFERRED, DEFERRED);
    assertThat(judgement.rulings()).extracting(Ruling::deferrals).containsExactly(0, 0, 1, 1, 2, 2);
    assertThat(judgement.nextRunAt()).isEqualTo(at("03:00:00"));
    assertThat(judgement.wakeAt()).isEqualTo(at("06:31:00"));
  }

  @Test
  void restsShorterIfItCouldNotCatchUpOtherwise() {
    Judgement judgement = judge(every(Duration.ofSeconds(1)), "09:00:00", "10:00:00");
    assertThat(judgement.nextRunAt()).isEqualTo(at("09:00:10"));
    assertThat(judgement.wakeAt()).isEqualTo(at("10:00:05"));
  }

  @Test
  void notesTheFirstDeferredTimesItselfLeavesTheOthersInArrearsAndNotesNoneTwice() {
    Judgement first = judge(every(Duration.ofSeconds(1)), "09:00:00", "10:00:00");
    assertThat(first.rulings()).hasSize(10 + 2 * Judge.ROWS_AHEAD);
    assertThat(first.arrears())
        .containsExactly(new Arrear(at("09:33:30"), at("10:00:00"), DEFERRED, null));
    assertThat(first.notedTo()).isEqualTo(at("10:00:00"));
    notedTo = first.notedTo();
    Judgement second = judge(every(Duration.ofSeconds(1)), "09:00:10", "10:00:05");
    assertThat(second.rulings()).hasSize(10 + 5);
    assertThat(fates(second).subList(0, 10)).containsOnly(ENQUEUED);
    assertThat(second.rulings().get(10).plannedAt()).isEqualTo(at("10:00:01"));
    assertThat(second.arrears()).isEmpty();
  }

  @Test
  void leavesTimesAloneThatHaveAFate() {
    known.put(at("09:00:00"), ENQUEUED);
    known.put(at("10:00:00"), Fate.BACKFILLED);
    known.put(at("11:00:00"), DEFERRED);
    Judgement judgement = judge(hourly(), "09:00:00", "12:00:00");
    assertThat(judgement.rulings())
        .extracting(Ruling::plannedAt)
        .containsExactly(at("11:00:00"), at("12:00:00"));
  }

  @Test
  void dropsWhatIsTooOld() {
    Judgement judgement = judge(hourly().catchUpAge(HOUR), "09:00:00", "12:00:00");
    assertThat(fates(judgement)).containsExactly(DROPPED, DROPPED, ENQUEUED, ENQUEUED);
    assertThat(judgement.rulings().get(0).reason()).isEqualTo("older than PT1H");
    options = SchedulerOptions.builder().catchUpAge(Duration.ofMinutes(30)).build();
    assertThat(fates(judge(hourly(), "09:00:00", "12:00:00")))
        .containsExactly(DROPPED, DROPPED, DROPPED, ENQUEUED);
  }

  @Test
  void leavesMillionsOfTimesThatAreTooOldInArrearsAndDecidesTheFreshOnes() {
    NewSchedule.Builder often =
        every(Duration.ofSeconds(1)).start(Instant.parse("2020-01-01T00:00:00Z")).catchUpAge(HOUR);
    Instant start = at("12:00:00").minus(Duration.ofDays(60));
    Judgement judgement =
        new Judge(options, gate, new Random(1))
            .judge(
                new Schedule(
                    1,
                    often.build(),
                    start,
                    "test",
                    null,
                    null,
                    null,
                    null,
                    start,
                    start,
                    null,
                    null,
                    0,
                    0,
                    0,
                    0,
                    null,
                    null,
                    start,
                    null),
                at("12:00:00"),
                false,
                known);
    assertThat(judgement.arrears())
        .startsWith(new Arrear(start, at("10:59:59.999999"), DROPPED, "older than PT1H"));
    assertThat(fates(judgement)).doesNotContain(DROPPED);
    assertThat(judgement.rulings().stream().filter(Ruling::runs).findFirst().orElseThrow())
        .returns(at("11:00:00"), Ruling::plannedAt);
  }

  @Test
  void leavesWhatPassesInALongStopInArrears() {
    halted = at("01:00:00");
    paused = at("06:00:00");
    Judgement judgement = judge(every(Duration.ofSeconds(1)), "00:59:50", "12:00:00");
    assertThat(judgement.rulings()).hasSize(DueTimes.MOST);
    assertThat(fates(judgement).subList(0, 11)).startsWith(DEFERRED).endsWith(MISSED);
    assertThat(judgement.arrears())
        .containsExactly(
            new Arrear(at("03:46:30"), at("05:59:59.999999"), MISSED, "halted"),
            new Arrear(at("06:00:00"), at("12:00:00"), SKIPPED_PAUSED, null));
    assertThat(judgement.nextRunAt()).isEqualTo(at("12:00:01"));
  }

  @Test
  void leavesTimesAloneWhoseRowsAreOwed() {
    known.put(new Arrear(at("09:30:00"), at("11:30:00"), SKIPPED_PAUSED, null));
    assertThat(judge(hourly(), "09:00:00", "12:00:00").rulings())
        .extracting(Ruling::plannedAt)
        .containsExactly(at("09:00:00"), at("12:00:00"));
  }

  @Test
  void cancelsOnceForAllTimesOfALongOutage() {
    Judgement judgement =
        judge(every(Duration.ofSeconds(1)).overlap(Overlap.CANCEL), "00:00:00", "12:00:00");
    assertThat(fates(judgement)).hasSize(DueTimes.MOST).containsOnly(SKIPPED_OVERLAP);
  }

  @Test
  void looksAtABoundedNumberOfTimesAndGoesOnAtOnce() {
    NewSchedule.Builder often =
        NewSchedule.of("s", NewJob.of("work", "{}")).trigger("* * * * * *").catchUpMax(0);
    Judgement judgement = judge(often, "00:00:00", "12:00:00");
    assertThat(fates(judgement)).hasSize(DueTimes.MOST).containsOnly(MISSED);
    assertThat(judgement.nextRunAt()).isEqualTo(at("02:46:40"));
    assertThat(judgement.wakeAt()).isEqualTo(at("12:00:00"));
  }

  @Test
  void catchesUpNothingIfTheCapIsZero() {
    assertThat(fates(judge(hourly().catchUpMax(0), "09:00:00", "11:00:59")))
        .containsExactly(MISSED, MISSED, ENQUEUED);
    assertThat(fates(judge(hourly().catchUpMax(0), "09:00:00", "11:01:01")))
        .containsExactly(MISSED, MISSED, MISSED);
  }

  @Test
  void skipsWhileTheLastJobIsLive() {
    assertThat(fates(judge(hourly().overlap(Overlap.SKIP), "09:00:00", "11:00:00")))
        .containsExactly(ENQUEUED, SKIPPED_OVERLAP, SKIPPED_OVERLAP);
    live = true;
    Judgement judgement = judge(hourly().overlap(Overlap.SKIP), "09:00:00", "09:00:00");
    assertThat(judgement.rulings())
        .containsExactly(Ruling.of(at("09:00:00"), SKIPPED_OVERLAP, "job 77 has not ended"));
    assertThat(judgement.nextRunAt()).isEqualTo(at("10:00:00"));
  }

  @Test
  void letsTheNewestTakeThePlaceOfOthersThatItWouldCancel() {
    live = true;
    Judgement judgement = judge(hourly().overlap(Overlap.CANCEL), "09:00:00", "11:00:00");
    assertThat(fates(judgement)).containsExactly(SKIPPED_OVERLAP, SKIPPED_OVERLAP, ENQUEUED);
  }

  @Test
  void addsARandomDelayUpToTheJitter() {
    Judgement judgement = judge(hourly().jitter(MINUTE), "09:00:00", "15:00:00");
    assertThat(waits(judgement, "15:00:00"))
        .hasSize(7)
        .isNotEqualTo(waits(judge(hourly(), "09:00:00", "15:00:00"), "15:00:00"));
    assertThat(waits(judgement, "15:00:00").getLast()).isBetween(Duration.ZERO, MINUTE);
  }

  @Test
  void skipsTimesThatPassWhilePausedAndKeepsThoseBefore() {
    paused = at("09:30:00");
    Judgement judgement = judge(hourly(), "09:00:00", "11:00:00");
    assertThat(fates(judgement)).containsExactly(DEFERRED, SKIPPED_PAUSED, SKIPPED_PAUSED);
    assertThat(judgement.nextRunAt()).isEqualTo(at("12:00:00"));
    assertThat(judgement.wakeAt()).isEqualTo(at("12:00:00"));
  }

  @Test
  void missesTimesThatPassWhileHalted() {
    halted = at("09:30:00");
    Judgement judgement = judge(hourly(), "10:00:00", "11:00:00");
    assertThat(judgement.rulings())
        .extracting(Ruling::fate, Ruling::reason)
        .containsOnly(tuple(MISSED, "halted"));
    paused = at("10:30:00");
    assertThat(fates(judge(hourly(), "10:00:00", "11:00:00")))
        .containsExactly(MISSED, SKIPPED_PAUSED);
  }

  @Test
  void waitsForTheEndOfAWindowAndSpreadsAsItWants() {
    gate =
        new Gate() {
          @Override
          public @Nullable Hold hold(Schedule schedule, Instant when) {
            boolean inside = !when.isBefore(at("09:00:00")) && when.isBefore(at("12:00:00"));
            return inside ? new Hold(at("12:00:00"), Duration.ofMinutes(2), List.of("noon")) : null;
          }
        };
    Judgement held = judge(hourly(), "10:00:00", "11:30:00");
    assertThat(held.rulings())
        .extracting(Ruling::plannedAt, Ruling::fate, Ruling::reason)
        .containsExactly(
            tuple(at("10:00:00"), DEFERRED, "held by window noon"),
            tuple(at("11:00:00"), DEFERRED, "held by window noon"));
    assertThat(held.nextRunAt()).isEqualTo(at("10:00:00"));
    assertThat(held.wakeAt()).as("nothing comes before the end").isEqualTo(at("12:00:00"));
    assertThat(judge(hourly(), "10:00:00", "10:30:00").wakeAt())
        .as("the next time gets its row when it comes")
        .isEqualTo(at("11:00:00"));
    Judgement one = judge(hourly().fromCompletion(true), "10:00:00", "10:30:00");
    assertThat(fates(one)).containsExactly(DEFERRED);
    assertThat(one.wakeAt()).isEqualTo(at("12:00:00"));
    assertThat(waits(judge(hourly(), "10:00:00", "12:00:00"), "12:00:00"))
        .containsExactly(Duration.ZERO, MINUTE, Duration.ZERO);
    assertThat(waits(judge(hourly(), "08:00:00", "12:00:00"), "12:00:00"))
        .as("not only the window kept it waiting")
        .contains(Duration.ofMinutes(15));
  }

  @Test
  void skipsWhatAWindowSkips() {
    gate =
        new Gate() {
          @Override
          public boolean skips(Schedule schedule, Instant plannedAt) {
            return plannedAt.equals(at("10:00:00"));
          }
        };
    assertThat(fates(judge(hourly(), "09:00:00", "11:00:00")))
        .containsExactly(ENQUEUED, SKIPPED_WINDOW, ENQUEUED);
    Judgement judgement = judge(hourly().fromCompletion(true), "10:00:00", "10:10:00");
    assertThat(fates(judgement)).containsExactly(SKIPPED_WINDOW);
    assertThat(judgement.nextRunAt()).isEqualTo(at("11:00:00"));
  }

  @Test
  void runsOneTimeAndWaitsForItsEndIfItCountsFromThere() {
    NewSchedule.Builder crawl = hourly().fromCompletion(true);
    Judgement judgement = judge(crawl, "09:07:00", "15:00:00");
    assertThat(judgement.rulings())
        .containsExactly(Ruling.enqueued(at("09:07:00"), at("15:00:00")));
    assertThat(judgement.nextRunAt()).isNull();
    assertThat(judgement.wakeAt()).isNull();
    live = true;
    assertThat(fates(judge(crawl, "09:07:00", "15:00:00"))).containsExactly(SKIPPED_OVERLAP);
    paused = at("09:00:00");
    Judgement skipped = judge(crawl, "09:07:00", "15:00:00");
    assertThat(fates(skipped)).containsExactly(SKIPPED_PAUSED);
    assertThat(skipped.nextRunAt()).isEqualTo(at("15:07:00"));
  }
}
