package dev.rota.schedule;

import static dev.rota.schedule.DstPolicy.Gap.RUN_AFTER;
import static dev.rota.schedule.DstPolicy.Gap.SKIP;
import static dev.rota.schedule.DstPolicy.Overlap.FIRST;
import static dev.rota.schedule.DstPolicy.Overlap.SECOND;
import static dev.rota.schedule.DstPolicy.Overlap.TWICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of planned times when clocks change. */
class DstTest {
  private static final DstPolicy SKIPS = new DstPolicy(SKIP, FIRST);

  /** The times of some local days: date, time and offset, and a mark if it is not normal. */
  private static List<String> times(
      String expression, String zone, DstPolicy policy, String date, int days) {
    ZonedDateTime from = LocalDate.parse(date).atStartOfDay(ZoneId.of(zone));
    Instant to = from.toLocalDate().plusDays(days).atStartOfDay(ZoneId.of(zone)).toInstant();
    Timetable timetable = Timetable.of(Trigger.parse(expression)).in(zone).with(policy);
    return timetable.fires(from.toInstant(), to, 1000).stream()
        .map(fire -> shown(fire, from.getZone()))
        .toList();
  }

  private static String shown(Fire fire, ZoneId zone) {
    String at = fire.at().atZone(zone).toOffsetDateTime().toString().substring(5);
    return switch (fire.mark()) {
      case NORMAL -> at;
      case MOVED -> at + " moved from " + fire.local().toLocalTime();
      case SKIPPED -> at + " skips " + fire.local().toLocalTime();
      case FIRST -> at + " first";
      case SECOND -> at + " second";
    };
  }

  @Test
  void runsAfterAGapInAmsterdam() {
    assertThat(times("30 2 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT, "2026-03-28", 3))
        .containsExactly(
            "03-28T02:30+01:00", "03-29T03:00+02:00 moved from 02:30", "03-30T02:30+02:00");
  }

  @Test
  void skipsAGapInAmsterdam() {
    assertThat(times("30 2 * * *", "Europe/Amsterdam", SKIPS, "2026-03-28", 3))
        .containsExactly("03-28T02:30+01:00", "03-29T03:00+02:00 skips 02:30", "03-30T02:30+02:00");
    Timetable timetable =
        Timetable.of(Trigger.parse("30 2 * * *")).in("Europe/Amsterdam").with(SKIPS);
    assertThat(timetable.next(Instant.parse("2026-03-28T12:00:00Z")))
        .contains(Instant.parse("2026-03-30T00:30:00Z"));
  }

  @Test
  void runsOnceOrTwiceInAnOverlapInNewYork() {
    String zone = "America/New_York";
    assertThat(times("30 1 * * *", zone, new DstPolicy(RUN_AFTER, FIRST), "2026-11-01", 2))
        .containsExactly("11-01T01:30-04:00 first", "11-02T01:30-05:00");
    assertThat(times("30 1 * * *", zone, new DstPolicy(RUN_AFTER, SECOND), "2026-11-01", 2))
        .containsExactly("11-01T01:30-05:00 second", "11-02T01:30-05:00");
    assertThat(times("30 1 * * *", zone, new DstPolicy(RUN_AFTER, TWICE), "2026-11-01", 2))
        .containsExactly(
            "11-01T01:30-04:00 first", "11-01T01:30-05:00 second", "11-02T01:30-05:00");
  }

  @Test
  void keepsTheOrderOfRealTimeInAnOverlap() {
    DstPolicy twice = new DstPolicy(RUN_AFTER, TWICE);
    assertThat(times("0,30 1-2 * * *", "America/New_York", twice, "2026-11-01", 1))
        .containsExactly(
            "11-01T01:00-04:00 first",
            "11-01T01:30-04:00 first",
            "11-01T01:00-05:00 second",
            "11-01T01:30-05:00 second",
            "11-01T02:00-05:00",
            "11-01T02:30-05:00");
  }

  @Test
  void knowsTheHalfHourOfLordHowe() {
    String zone = "Australia/Lord_Howe";
    assertThat(times("0,15,45 2 * * *", zone, DstPolicy.DEFAULT, "2026-10-04", 1))
        .containsExactly("10-04T02:30+11:00 moved from 02:00", "10-04T02:45+11:00");
    assertThat(times("15,45 2 * * *", zone, SKIPS, "2026-10-04", 1))
        .containsExactly("10-04T02:30+11:00 skips 02:15", "10-04T02:45+11:00");
    DstPolicy twice = new DstPolicy(SKIP, TWICE);
    assertThat(times("15,45 1 * * *", zone, twice, "2026-04-05", 1))
        .containsExactly(
            "04-05T01:15+11:00", "04-05T01:45+11:00 first", "04-05T01:45+10:30 second");
  }

  @Test
  void drawsTimesOfOneGapTogether() {
    assertThat(times("*/20 2 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT, "2026-03-29", 1))
        .containsExactly("03-29T03:00+02:00 moved from 02:00");
    assertThat(times("30 2,3 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT, "2026-03-29", 1))
        .containsExactly("03-29T03:00+02:00 moved from 02:30", "03-29T03:30+02:00");
    assertThat(times("0 2,3 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT, "2026-03-29", 1))
        .containsExactly("03-29T03:00+02:00 moved from 02:00");
    assertThat(times("*/20 2 * * *", "Europe/Amsterdam", SKIPS, "2026-03-29", 1))
        .containsExactly(
            "03-29T03:00+02:00 skips 02:00",
            "03-29T03:00+02:00 skips 02:20",
            "03-29T03:00+02:00 skips 02:40");
  }

  @Test
  void followsRealTimeIfNoHourIsLeftOut() {
    for (String zone : List.of("Europe/Amsterdam", "America/New_York", "Antarctica/Troll")) {
      for (DstPolicy.Overlap overlap : DstPolicy.Overlap.values()) {
        for (String expression : List.of("*/5 * * * *", "0 * * * *", "@hourly", "7 0-23 * * *")) {
          Timetable timetable =
              Timetable.of(Trigger.parse(expression)).in(zone).with(new DstPolicy(SKIP, overlap));
          Instant at = timetable.next(Instant.parse("2026-01-01T00:00:00Z")).orElseThrow();
          Instant second = timetable.next(at).orElseThrow();
          Duration step = Duration.between(at, second);
          List<Fire> fires = timetable.fires(at, at.plus(Duration.ofDays(365)), 10_000);
          for (int i = 0; i < fires.size(); i++) {
            assertThat(fires.get(i).at()).isEqualTo(at.plus(step.multipliedBy(i)));
          }
        }
      }
    }
  }

  @Test
  void marksWhatFollowsRealTimeThroughAnOverlap() {
    assertThat(
            times("0 * * * *", "Europe/Amsterdam", DstPolicy.DEFAULT, "2026-10-25", 1)
                .subList(1, 5))
        .containsExactly(
            "10-25T01:00+02:00",
            "10-25T02:00+02:00 first",
            "10-25T02:00+01:00 second",
            "10-25T03:00+01:00");
  }

  @Test
  void movesMidnightOutOfAGapAtMidnight() {
    assertThat(times("@daily", "Asia/Beirut", DstPolicy.DEFAULT, "2026-03-28", 3))
        .containsExactly(
            "03-28T00:00+02:00", "03-29T01:00+03:00 moved from 00:00", "03-30T00:00+03:00");
  }

  @Test
  void knowsADayThatNeverWas() {
    assertThat(times("0 12 * * *", "Pacific/Apia", DstPolicy.DEFAULT, "2011-12-29", 3))
        .containsExactly(
            "12-29T12:00-10:00", "12-31T00:00+14:00 moved from 12:00", "12-31T12:00+14:00");
    assertThat(times("0 12 * * *", "Pacific/Apia", SKIPS, "2011-12-29", 3))
        .containsExactly("12-29T12:00-10:00", "12-31T00:00+14:00 skips 12:00", "12-31T12:00+14:00");
  }

  @Test
  void leavesIntervalsAlone() {
    Instant start = Instant.parse("2026-03-28T01:30:00Z");
    Timetable timetable =
        Timetable.of(Trigger.every(1, IntervalUnit.DAYS)).in("Europe/Amsterdam").from(start);
    assertThat(timetable.fires(start, start.plus(Duration.ofDays(3)), 9))
        .extracting(fire -> fire.local().toLocalTime() + " " + fire.mark().word())
        .containsExactly("02:30 normal", "03:30 normal", "03:30 normal");
  }

  @Test
  void holdsDaysAtATimeToThePolicy() {
    Timetable timetable =
        Timetable.of(Trigger.everyDays(2, LocalTime.of(2, 30)))
            .in("Europe/Amsterdam")
            .from(Instant.parse("2026-03-27T00:00:00Z"));
    assertThat(timetable.fires(Instant.EPOCH, Instant.MAX, 3))
        .extracting(fire -> shown(fire, timetable.zone()))
        .containsExactly(
            "03-27T02:30+01:00", "03-29T03:00+02:00 moved from 02:30", "03-31T02:30+02:00");
  }

  @Test
  void doesNotLookForeverForWhatIsAlwaysSkipped() {
    Timetable timetable =
        Timetable.of(Trigger.parse("30 2 ? 3 7L")).in("Europe/Amsterdam").with(SKIPS);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(timetable.next(now)).isEmpty();
    assertThatThrownBy(() -> timetable.firingAfter(now))
        .hasMessageContaining("would not fire after 2026-01-01T00:00:00Z");
    assertThat(timetable.with(DstPolicy.DEFAULT).next(now))
        .contains(Instant.parse("2026-03-29T01:00:00Z"));
  }

  @Test
  void isChosenByWord() {
    for (DstPolicy.Gap gap : DstPolicy.Gap.values()) {
      assertThat(DstPolicy.Gap.of(gap.word())).isEqualTo(gap);
    }
    for (DstPolicy.Overlap overlap : DstPolicy.Overlap.values()) {
      assertThat(DstPolicy.Overlap.of(overlap.word())).isEqualTo(overlap);
    }
    assertThatThrownBy(() -> DstPolicy.Gap.of("move"))
        .hasMessage("dst_gap \"move\": must be run_after or skip");
    assertThatThrownBy(() -> DstPolicy.Overlap.of("both"))
        .hasMessage("dst_overlap \"both\": must be first, second or twice");
  }
}
