package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rota.InvalidInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TriggerErrorsTest {
  private static InvalidInput refusal(String expression) {
    InvalidInput refusal =
        catchThrowableOfType(InvalidInput.class, () -> Trigger.parse(expression));
    assertThat(refusal).as("the refusal of " + expression).isNotNull();
    assertThat(refusal.field()).isEqualTo("cron_expression");
    return refusal;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "61 * * * *       | minute \"61\" at position 0 must be from 0 to 59",
        "0 25 * * *       | hour \"25\" at position 2 must be from 0 to 23",
        "0 0 0 * *        | day of month \"0\" at position 4 must be from 1 to 31",
        "0 0 32 * *       | day of month \"32\" at position 4 must be from 1 to 31",
        "0 0 * 13 *       | month \"13\" at position 6 must be from 1 to 12 or JAN to DEC",
        "0 0 * JAM *      | month \"JAM\" at position 6 must be from 1 to 12 or JAN to DEC",
        "0 0 * * 8        | day of week \"8\" at position 8 must be from 0 to 7 or SUN to SAT",
        "0 0 * * MONDAY   | day of week \"MONDAY\" at position 8 must be from 0 to 7 or SUN to SAT",
        "60 0 0 * * *     | second \"60\" at position 0 must be from 0 to 59",
        "0 60 0 * * *     | minute \"60\" at position 2 must be from 0 to 59",
        "1-70 * * * *     | minute \"70\" at position 2 must be from 0 to 59",
        "5,10,x * * * *   | minute \"x\" at position 5 must be from 0 to 59",
        "1,,2 * * * *     | minute at position 2 must be from 0 to 59",
        "-5 * * * *       | minute \"-5\" at position 0 must be from 0 to 59",
        "0 1- * * *       | hour at position 4 must be from 0 to 23",
        "*/0 * * * *      | minute \"0\" at position 2 must be from 1 to 60 after /",
        "*/90 * * * *     | minute \"90\" at position 2 must be from 1 to 60 after /",
        "0 */25 * * *     | hour \"25\" at position 4 must be from 1 to 24 after /",
        "0 */ * * *       | hour at position 4 must be from 1 to 24 after /",
        "*5 * * * *       | minute \"5\" at position 1 is not expected here",
        "5x * * * *       | minute \"5x\" at position 0 must be a value, a range or a step, with commas between them",
        "0 0 ?,3 * *      | day of month \"?,3\" at position 4 must not be ?, which stands alone for any day",
        "? * * * *        | minute \"?\" at position 0 must not be ?, which stands alone for any day",
        "0 0 L-31 * *     | day of month \"31\" at position 6 must be from 1 to 30 days before the last",
        "0 0 1-5W * *     | day of month \"W\" at position 7 is not expected here",
        "0 0 W * *        | day of month \"W\" at position 4 must be from 1 to 31",
        "0 0 * * L        | day of week \"L\" at position 8 must be from 0 to 7 or SUN to SAT",
        "0 0 * * 5#6      | day of week \"6\" at position 10 must be from 1 to 5 after #",
        "0 0 * * MON-     | day of week at position 12 must be from 0 to 7 or SUN to SAT",
        "0 99999999999 * * * | hour \"99999999999\" at position 2 must be from 0 to 23",
        "@every 1x        | unit \"x\" at position 8 must be one of ns, us, µs, ms, s, m, h, d",
        "@every 30        | unit at position 9 must be one of ns, us, µs, ms, s, m, h, d",
        "@every -1h       | duration \"-1h\" at position 7 must begin with a number, as in 1h30m",
        "@every 1.2.3h    | duration \"1.2.3\" at position 7 must begin with a number, as in 1h30m",
        "@every 900ms     | duration \"900ms\" at position 7 must not be shorter than 1s",
        "@every 1s1ns     | duration \"1s1ns\" at position 7 must be a whole number of microseconds",
        "@every 1.0000000001s | duration \"1.0000000001s\" at position 7 must be a whole number of nanoseconds",
        "@every 4000d     | duration \"4000d\" at position 7 must not be longer than 3650d",
        "@every 999999999999d | duration \"999999999999d\" at position 7 is too long",
        "@every 36h at 09:30  | duration \"36h\" at position 7 must be whole days if there is a time of day",
        "@every 2d at 25:00   | time of day \"25:00\" at position 13 must be as in 09:30 or 09:30:15",
        "@every 2d at 9:30    | time of day \"9:30\" at position 13 must be as in 09:30 or 09:30:15",
        "@every 1h 30m    | must be as in @every 1h30m or @every 2d at 09:30",
        "@every           | must be as in @every 1h30m or @every 2d at 09:30",
        "TZ=UTC 0 0 * * * | must not hold a time zone: a schedule has a field of its own for it"
      })
  void nameThePartThePositionAndTheRule(String expression, String rule) {
    assertThat(refusal(expression).rule()).isEqualTo(rule);
    assertThat(refusal(expression)).hasMessage("cron_expression \"" + expression + "\": " + rule);
  }

  @Test
  void countPositionsInTheTextAsItWasGiven() {
    assertThat(refusal("  0\t 25 * * *").rule())
        .isEqualTo("hour \"25\" at position 5 must be from 0 to 23");
    assertThat(refusal("İİ 25 * * *").rule())
        .isEqualTo("minute \"İİ\" at position 0 must be from 0 to 59");
    assertThat(refusal("  @every  İ1h").rule())
        .isEqualTo("duration \"İ1h\" at position 10 must begin with a number, as in 1h30m");
  }

  @ParameterizedTest
  @CsvSource({
    "'', must not be empty",
    "' ', must not be empty",
    "'* * * *', '; has 4'",
    "'* * * * * * *', '; has 7'",
    "@reboot, 'must be one of @yearly, @annually, @monthly, @weekly'",
    "@fortnightly, 'or @every and a duration'"
  })
  void tellWhatAnExpressionIs(String expression, String rule) {
    assertThat(refusal(expression).rule()).contains(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "0 0 31 2 *, 'day of month \"31\" at position 4 never comes in month \"2\"'",
    "0 0 30 FEB *, 'day of month \"30\" at position 4 never comes in month \"FEB\"'",
    "0 0 0 30-31 2 ?, 'day of month \"30-31\" at position 6 never comes in month \"2\"'",
    "'0 0 31 4,6,9,11 *', 'day of month \"31\" at position 4 never comes in month \"4,6,9,11\"'",
    "0 0 L-29 2 *, 'day of month \"L-29\" at position 4 never comes in month \"2\"'",
    "0 0 31W 4 *, 'day of month \"31W\" at position 4 never comes in month \"4\"'",
    "0 0 */31 4 MON#2, 'day of month \"*/31\" at position 4 never comes in month \"4\" on day of week \"MON#2\"'"
  })
  void refuseWhatNeverFires(String expression, String rule) {
    assertThat(refusal(expression).rule()).isEqualTo(rule + ", so this would never fire");
  }

  @Test
  void acceptWhatFiresOnceInALongTime() {
    assertThat(Trigger.parse("0 0 29 2 *").text()).isEqualTo("0 0 29 2 *");
    assertThat(Trigger.parse("0 0 ? 2 SAT#5").text()).isEqualTo("0 0 ? 2 SAT#5");
    assertThat(Trigger.parse("0 0 31 2 MON").text()).isEqualTo("0 0 31 2 MON");
  }

  @Test
  void doNotRepeatWhatCannotBeShown() {
    assertThat(refusal("0\u0000 * * * *").getMessage()).doesNotContain("\u0000");
    assertThat(refusal("1".repeat(400) + " * * * *").rule()).contains("1".repeat(40) + "…\"");
    assertThat(refusal("1,".repeat(300)).rule())
        .isEqualTo("must be at most 500 characters, is 600");
  }

  @Test
  void nameTheFieldTheyWereGiven() {
    InvalidInput refusal =
        catchThrowableOfType(
            InvalidInput.class,
            () -> Trigger.parse("schedule_time", "0 24 * * *", Interval.MINIMUM));
    assertThat(refusal.field()).isEqualTo("schedule_time");
    assertThat(refusal).hasMessageStartingWith("schedule_time \"0 24 * * *\": hour \"24\"");
  }
}
