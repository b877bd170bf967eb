package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.schedule.CronMigration.Result;
import dev.rota.schedule.CronMigration.Result.Converted;
import dev.rota.schedule.CronMigration.Result.Review;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronMigrationTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:34:56Z");

  private static Result convert(String expression) {
    return CronMigration.toInterval(Timetable.of(Trigger.parse(expression)), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "0 * * * *, 60",
    "0 0 * * *, 1440",
    "0 */6 * * *, 360",
    "* * * * *, 1",
    "*/15 * * * *, 15",
    "'0,30 * * * *', 30",
    "15 * * * *, 60",
    "5-59/20 * * * *, 20",
    "15 2-23/6 * * *, 360",
    "30 2 * * *, 1440",
    "'0 9,21 * * *', 720",
    "30 2 * * MON, 10080",
    "@hourly, 60",
    "@daily, 1440",
    "@weekly, 10080"
  })
  void turnsEvenTimesIntoAnInterval(String expression, int minutes) {
    Timetable before = Timetable.of(Trigger.parse(expression));
    assertThat(CronMigration.toInterval(before, NOW))
        .isInstanceOfSatisfying(
            Converted.class,
            converted -> {
              assertThat(converted.intervalMinutes()).isEqualTo(minutes);
              Timetable after = converted.timetable();
              assertThat(after.trigger()).isEqualTo(Trigger.every(minutes, IntervalUnit.MINUTES));
              assertThat(CronMigration.planSameTimes(before, after, NOW, 3000)).isTrue();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "*/7 * * * *, its times are not equally far apart",
    "0 */5 * * *, its times are not equally far apart",
    "0 9-17 * * *, its times are not equally far apart",
    "0 0 * * 1-5, its times are not equally far apart",
    "'0 0,12 * * MON', its times are not equally far apart",
    "@monthly, its times are not equally far apart",
    "0 0 ? * MON#1, its times are not equally far apart",
    "30 * * * * *, does not fire on whole minutes only",
    "@every 90s, is not a whole number of minutes",
    "@every 1d at 02:30, has a time of day"
  })
  void leavesTheRestForReview(String expression, String reason) {
    assertThat(convert(expression)).isEqualTo(new Review(reason));
  }

  @Test
  void leavesTimesOfAChangingClockForReview() {
    Timetable daily = Timetable.of(Trigger.parse("@daily"));
    assertThat(CronMigration.toInterval(daily.in("Europe/Amsterdam"), NOW))
        .isEqualTo(new Review("the clock of Europe/Amsterdam changes, an interval does not"));
    assertThat(CronMigration.toInterval(daily.in("+01:00"), NOW)).isInstanceOf(Converted.class);
    assertThat(CronMigration.toInterval(daily.until(NOW), NOW))
        .isEqualTo(new Review("does not fire any more"));
  }

  @Test
  void leavesAnIntervalAsItIs() {
    Timetable timetable = Timetable.of(Trigger.parse("@every 45m")).from(NOW);
    assertThat(CronMigration.toInterval(timetable, NOW)).isEqualTo(new Converted(45, timetable));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2026-06-01T12:34:00Z, * * * * *",
    "15, 2026-06-01T12:30:00Z, */15 * * * *",
    "15, 2026-06-01T12:34:00Z, 4-59/15 * * * *",
    "60, 2026-06-01T12:00:00Z, 0 * * * *",
    "60, 2026-06-01T12:34:00Z, 34 * * * *",
    "360, 2026-06-01T12:00:00Z, 0 */6 * * *",
    "360, 2026-06-01T14:34:00Z, 34 2-23/6 * * *",
    "1440, 2026-06-01T00:00:00Z, 0 0 * * *",
    "1440, 2026-06-01T12:34:00Z, 34 12 * * *",
    "10080, 2026-06-01T12:34:00Z, 34 12 * * 1",
    "10080, 1969-12-28T23:00:00Z, 0 23 * * 0"
  })
  void turnsAnIntervalIntoCron(int minutes, Instant start, String expression) {
    assertThat(CronMigration.toCron(minutes, start)).contains(expression);
    Timetable cron = Timetable.of(Trigger.parse(expression));
    Timetable interval = Timetable.of(Trigger.every(minutes, IntervalUnit.MINUTES)).from(start);
    assertThat(CronMigration.planSameTimes(cron, interval, start.minusNanos(1), 3000)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"7", "45", "90", "300", "2880", "0", "-60"})
  void knowsIntervalsWithoutCron(int minutes) {
    assertThat(CronMigration.toCron(minutes, Instant.EPOCH)).isEmpty();
  }

  @Test
  void knowsStartsWithoutCron() {
    assertThat(CronMigration.toCron(60, NOW)).isEmpty();
    assertThat(CronMigration.toCron(60, Instant.EPOCH.plusNanos(1))).isEmpty();
  }

  @Test
  void goesBothWaysByChance() {
    Dice.roll(
        300,
        dice -> {
          Instant now = Instant.ofEpochSecond(dice.number(0L, 4_000_000_000L));
          RandomCron cron = RandomCron.of(dice, true);
          Timetable before = Timetable.of(Trigger.parse(cron.minute().text() + " * * * *"));
          if (CronMigration.toInterval(before, now) instanceof Converted converted) {
            Instant start = before.next(now).orElseThrow();
            Timetable back =
                Timetable.of(
                    Trigger.parse(
                        CronMigration.toCron(converted.intervalMinutes(), start).orElseThrow()));
            assertThat(CronMigration.planSameTimes(before, converted.timetable(), now, 500))
                .isTrue();
            assertThat(CronMigration.planSameTimes(before, back, now, 500)).isTrue();
          }
        });
  }

  @Test
  void tellsDifferentTimesApart() {
    Timetable hourly = Timetable.of(Trigger.parse("@hourly"));
    Timetable late = Timetable.of(Trigger.every(Duration.ofHours(1))).from(NOW);
    assertThat(CronMigration.planSameTimes(hourly, late, NOW, 1)).isFalse();
  }

  @Test
  void followsTheIntervalOfAJobThatHasBoth() {
    assertThat(CronMigration.trigger(6, "hours", "0 0 * * *"))
        .isEqualTo(Trigger.parse("@every 6h"));
    assertThat(CronMigration.trigger(30, null, null)).isEqualTo(Trigger.parse("@every 30m"));
    assertThat(CronMigration.trigger(null, "hours", "0 0 * * *"))
        .isEqualTo(Trigger.parse("0 0 * * *"));
    assertThatThrownBy(() -> CronMigration.trigger(null, null, "0 24 * * *"))
        .hasMessageStartingWith("schedule_time \"0 24 * * *\": hour \"24\" at position 2");
    assertThatThrownBy(() -> CronMigration.trigger(null, null, null))
        .hasMessage("interval_minutes \"\": must be set, or schedule_time");
  }
}
