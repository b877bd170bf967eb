package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTest {
  /** The next times after the first moment of 2026, a Thursday, in UTC. */
  private static List<String> next(String expression, int count) {
    Instant from = Instant.parse("2026-01-01T00:00:00Z");
    return Timetable.of(Trigger.parse(expression))
        .fires(from.plusNanos(1), Instant.MAX, count)
        .stream()
        .map(fire -> fire.at().toString().replace(":00Z", ""))
        .toList();
  }

  private static String after(String expression, String after) {
    Timetable timetable = Timetable.of(Trigger.parse(expression));
    return timetable.next(Instant.parse(after)).orElseThrow().toString();
  }

  private static void assertNext(String expression, String... times) {
    assertThat(next(expression, times.length)).as(expression).containsExactly(times);
  }

  @Test
  void readsListsRangesAndSteps() {
    assertNext("5,40 * * * *", "2026-01-01T00:05", "2026-01-01T00:40", "2026-01-01T01:05");
    assertNext("58-59 3 * * *", "2026-01-01T03:58", "2026-01-01T03:59", "2026-01-02T03:58");
    assertNext("*/25 4 * * *", "2026-01-01T04:00", "2026-01-01T04:25", "2026-01-01T04:50");
    assertNext("40/15 4 * * *", "2026-01-01T04:40", "2026-01-01T04:55", "2026-01-02T04:40");
    assertNext("10-30/15 4 * * *", "2026-01-01T04:10", "2026-01-01T04:25", "2026-01-02T04:10");
  }

  @Test
  void letsRangesGoRound() {
    assertNext("0 22-2/2 * * *", "2026-01-01T02:00", "2026-01-01T22:00", "2026-01-02T00:00");
    assertNext("0 0 30-1 * *", "2026-01-30T00:00", "2026-01-31T00:00", "2026-02-01T00:00");
    assertNext("0 0 1 NOV-JAN *", "2026-11-01T00:00", "2026-12-01T00:00", "2027-01-01T00:00");
    assertNext("0 0 * * SUN-TUE", "2026-01-04T00:00", "2026-01-05T00:00", "2026-01-06T00:00");
    assertNext("0 0 * * FRI-MON/3", "2026-01-02T00:00", "2026-01-05T00:00", "2026-01-09T00:00");
  }

  @Test
  void takesSundayAsZeroAndAsSeven() {
    for (String sunday : List.of("0", "7", "SUN", "sun", "Sun", "7-7", "0-0", "7-SUN")) {
      assertNext("0 0 * * " + sunday, "2026-01-04T00:00", "2026-01-11T00:00");
    }
    assertNext("0 0 * * 6-7", "2026-01-03T00:00", "2026-01-04T00:00", "2026-01-10T00:00");
    assertNext("0 0 * * 7-1", "2026-01-04T00:00", "2026-01-05T00:00", "2026-01-11T00:00");
    assertThat(next("0 0 * * 0-7", 7)).isEqualTo(next("0 0 * * *", 7));
  }

  @Test
  void readsSecondsFirst() {
    assertThat(next("15,45 30 2 * * *", 3))
        .containsExactly("2026-01-01T02:30:15Z", "2026-01-01T02:30:45Z", "2026-01-02T02:30:15Z");
  }

  @Test
  void findsTheEndOfAMonth() {
    assertNext("0 0 L * *", "2026-01-31T00:00", "2026-02-28T00:00", "2026-03-31T00:00");
    assertNext("0 0 L-3 * *", "2026-01-28T00:00", "2026-02-25T00:00", "2026-03-28T00:00");
    assertNext("0 0 L-29 * *", "2026-01-02T00:00", "2026-03-02T00:00", "2026-04-01T00:00");
    assertNext("0 0 15,L 2 ?", "2026-02-15T00:00", "2026-02-28T00:00", "2027-02-15T00:00");
  }

  @Test
  void findsTheWeekdayNearestToADay() {
    assertNext("0 0 LW 1,2,5 *", "2026-01-30T00:00", "2026-02-27T00:00", "2026-05-29T00:00");
    assertNext("0 0 15W 2,3,8 *", "2026-02-16T00:00", "2026-03-16T00:00", "2026-08-14T00:00");
    // Never into another month: the 1st of August 2026 is a Saturday, the 31st of May a Sunday.
    assertNext("0 0 1w 8 *", "2026-08-03T00:00");
    assertNext("0 0 31W * *", "2026-01-30T00:00", "2026-03-31T00:00", "2026-05-29T00:00");
    assertNext("0 0 L-1W 2 *", "2026-02-27T00:00");
  }

  @Test
  void findsAWeekdayOfAMonth() {
    assertNext("0 0 ? * MON#1", "2026-01-05T00:00", "2026-02-02T00:00", "2026-03-02T00:00");
    assertNext("0 0 ? * 4#5", "2026-01-29T00:00", "2026-04-30T00:00", "2026-07-30T00:00");
    assertNext("0 0 ? * 5L", "2026-01-30T00:00", "2026-02-27T00:00", "2026-03-27T00:00");
    assertNext("0 0 ? * friL", "2026-01-30T00:00");
    assertNext("0 0 * * 7#1,7L", "2026-01-04T00:00", "2026-01-25T00:00", "2026-02-01T00:00");
  }

  @Test
  void takesEitherFieldForDaysIfBothChoose() {
    assertNext("0 0 13 * FRI", "2026-01-02T00:00", "2026-01-09T00:00", "2026-01-13T00:00");
    assertNext("0 0 L * 3#1", "2026-01-07T00:00", "2026-01-31T00:00", "2026-02-04T00:00");
  }

  @Test
  void takesBothFieldsForDaysIfOneBeginsWithAStar() {
    assertNext("0 0 */12 * FRI", "2026-02-13T00:00", "2026-03-13T00:00", "2026-05-01T00:00");
    assertNext("0 0 29 2 */7", "2032-02-29T00:00", "2060-02-29T00:00", "2088-02-29T00:00");
    assertNext("0 0 13 * ?", "2026-01-13T00:00", "2026-02-13T00:00");
  }

  @Test
  void waitsForALeapDayOnAWeekday() {
    assertNext("0 0 29 2 *", "2028-02-29T00:00", "2032-02-29T00:00", "2036-02-29T00:00");
    assertNext("0 0 ? FEB MON#5", "2044-02-29T00:00", "2072-02-29T00:00", "2112-02-29T00:00");
    // 2100 is no leap year, so that the wait is twelve years at times, and forty at others.
    assertThat(after("0 0 ? 2 WED#5", "2096-02-29T00:00:00Z")).isEqualTo("2108-02-29T00:00:00Z");
    assertThat(after("0 0 ? 2 MON#5", "2072-02-29T00:00:00Z")).isEqualTo("2112-02-29T00:00:00Z");
  }

  @Test
  void goesOverTheEndOfAYear() {
    Timetable timetable = Timetable.of(Trigger.parse("59 59 23 31 12 ?"));
    Instant last = Instant.parse("2026-12-31T23:59:59Z");
    assertThat(timetable.next(last.minusNanos(1))).contains(last);
    assertThat(timetable.next(last)).contains(Instant.parse("2027-12-31T23:59:59Z"));
    assertThat(Timetable.of(Trigger.parse("* * * * *")).next(last))
        .contains(Instant.parse("2027-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "@yearly, 0 0 1 1 *",
    "@annually, 0 0 1 1 *",
    "@monthly, 0 0 1 * *",
    "@weekly, 0 0 * * SUN",
    "@daily, 0 0 * * *",
    "@Midnight, 0 0 * * *",
    "@hourly, 0 * * * *"
  })
  void knowsNames(String name, String meaning) {
    assertThat(next(name, 20)).isEqualTo(next(meaning, 20));
    assertThat(Trigger.parse(name).text()).isEqualToIgnoringCase(name);
  }

  @Test
  void isAsItIsWritten() {
    Trigger trigger = Trigger.parse("  0\t0 *  * mon ");
    assertThat(trigger.text()).isEqualTo("0 0 * * mon");
    assertThat(trigger).isEqualTo(Trigger.parse("0 0 * * MON")).hasSameHashCodeAs("0 0 * * mon");
    assertThat(trigger).isNotEqualTo(Trigger.parse("0 0 * * TUE")).hasToString("0 0 * * mon");
  }
}
