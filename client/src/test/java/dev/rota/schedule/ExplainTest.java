package dev.rota.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "* * * * *                  | every minute",
        "*/5 * * * *                | every 5 minutes",
        "*/7 * * * *                | at minutes 0 to 56 in steps of 7",
        "3-58/5 * * * *             | at minutes 3 to 58 in steps of 5",
        "0,10-12,40 * * * *         | at minutes 0, 10 to 12 and 40",
        "0 * * * *                  | every hour",
        "15 * * * *                 | every hour at minute 15",
        "0 */6 * * *                | at 00:00, 06:00, 12:00 and 18:00 every day",
        "10 */2 * * *               | every 2 hours from 00:10 to 22:10 every day",
        "0 9-17 * * *               | every hour from 09:00 to 17:00 every day",
        "0 1,2,5,7,11 * * *         | at minute 0 of the hours 1, 2, 5, 7 and 11 every day",
        "*/5 9-17 * * MON-FRI       | every 5 minutes from 09:00 to 17:59 on weekdays",
        "*/5 22-2 * * *             | every 5 minutes from 22:00 to 02:59 every day",
        "5,10,25 1,2,9 * * 0,6      | at minutes 5, 10 and 25 of the hours 1, 2 and 9 on weekends",
        "0 1,13 * * *               | at 01:00 and 13:00 every day",
        "30 2 * * MON               | at 02:30 on Mondays",
        "30 2 * * 1,3,5             | at 02:30 on Mondays, Wednesdays and Fridays",
        "30 2 * 1 1                 | at 02:30 on Mondays in January",
        "0 0 * 7,8 *                | at 00:00 every day in July and August",
        "* * * 7 *                  | every minute every day in July",
        "0 0 1 1 *                  | at 00:00 on 1 January",
        "0 0 1 1,7 *                | at 00:00 on day 1 of January and July",
        "0 0 1-7,15 * *             | at 00:00 on days 1 to 7 and 15 of the month",
        "0 0 L * *                  | at 00:00 on the last day of the month",
        "0 0 LW * *                 | at 00:00 on the last weekday of the month",
        "0 0 L-3 * *                | at 00:00 on the day 3 days before the last of the month",
        "0 0 L-1W * *               | at 00:00 on the weekday nearest to the day 1 day before the last of the month",
        "0 0 15W * *                | at 00:00 on the weekday nearest to day 15 of the month",
        "0 0 1,15W,L 2 *            | at 00:00 on day 1, the weekday nearest to day 15 and the last day of February",
        "0 0 ? * MON#1              | at 00:00 on the first Monday of the month",
        "0 0 ? 2 5L                 | at 00:00 on the last Friday of February",
        "0 0 13 * FRI               | at 00:00 on day 13 of the month or on Fridays",
        "0 0 */2 * MON              | at 00:00 on days 1 to 31 in steps of 2 of the month that are Mondays",
        "* * * * * *                | every second",
        "*/10 * * * * *             | every 10 seconds",
        "30 * * * * *               | at second 30 of every minute",
        "30 */5 * * * *             | at second 30 of the minutes 0 to 55 in steps of 5",
        "*/20 15 9-17 * * *         | every 20 seconds of minute 15 from 09:00 to 17:59 every day",
        "15 30 2 * * *              | at 02:30:15 every day",
        "@every 1s                  | every second",
        "@every 1h                  | every hour",
        "@every 1d                  | every 24 hours",
        "@every 7d                  | every 7 days",
        "@every 1h30m               | every 1 hour and 30 minutes",
        "@every 1d2h1s              | every 1 day, 2 hours and 1 second",
        "@every 1d at 09:30         | every day at 09:30",
        "@every 3d at 09:30:15      | every 3 days at 09:30:15"
      })
  void saysItInWords(String expression, String words) {
    assertThat(Trigger.parse(expression).explain()).isEqualTo(words);
  }
}
