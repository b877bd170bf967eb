package dev.rota.schedule;

/**
 * WeekDays are the days that the field "day of week" names, as sets of numbers; Sunday is 0.
 *
 * @param star whether it leaves the choice to the field "day of month"
 * @param days every one of these
 * @param last the last of these in a month
 * @param nth 7 n + d for the n-th of day d in a month
 */
record WeekDays(boolean star, long days, long last, long nth) {
  private static final long WEEKS =
      Bits.of(1) | Bits.of(8) | Bits.of(15) | Bits.of(22) | Bits.of(29);

  /** Whether it leaves the choice to the field "day of month" altogether. */
  boolean isAny() {
    return star && days == CronField.DAY_OF_WEEK.all();
  }

  boolean isOneDay() {
    return Long.bitCount(days) == 1 && last == 0 && nth == 0;
  }

  /** The days of the week whose n-th in a month is meant. */
  long nth(int n) {
    return nth >>> (7 * n) & CronField.DAY_OF_WEEK.all();
  }

  /** The days of a month with that length, whose day 1 is that day of the week. */
  long in(int length, int firstWeekDay) {
    long found = 0;
    for (int day = 0; day < 7; day++) {
      int first = (day - firstWeekDay + 7) % 7;
      long all = WEEKS << first & Bits.range(1, length);
      if (Bits.has(days, day)) {
        found |= all;
      }
      if (Bits.has(last, day)) {
        found |= Long.highestOneBit(all);
      }
      for (int n = 1; nth != 0 && n <= 5; n++) {
        found |= Bits.has(nth, 7 * n + day) ? all & Bits.of(1 + first + 7 * (n - 1)) : 0;
      }
    }
    return found;
  }
}
