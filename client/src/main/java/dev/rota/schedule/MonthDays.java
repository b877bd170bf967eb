package dev.rota.schedule;

/**
 * MonthDays are the days that the field "day of month" names, as sets of numbers.
 *
 * @param star whether it leaves the choice to the field "day of week"
 * @param days plain days
 * @param fromLast days before the last day of the month, 0 for the last itself
 * @param weekdayFromLast the same, moved to the nearest weekday
 * @param nearestWeekday plain days, moved to the nearest weekday
 */
record MonthDays(
    boolean star, long days, long fromLast, long weekdayFromLast, long nearestWeekday) {
  /** Whether it leaves the choice to the field "day of week" altogether. */
  boolean isAny() {
    return star && days == CronField.DAY_OF_MONTH.all();
  }

  /** The days of a month with that length, whose day 1 is that day of the week (Sunday is 0). */
  long in(int length, int firstWeekDay) {
    long month = Bits.range(1, length);
    long found = days & month;
    for (int n = Bits.first(fromLast); n >= 0; n = Bits.next(fromLast, n + 1)) {
      found |= n < length ? Bits.of(length - n) : 0;
    }
    for (int n = Bits.first(weekdayFromLast); n >= 0; n = Bits.next(weekdayFromLast, n + 1)) {
      found |= n < length ? nearest(length - n, length, firstWeekDay) : 0;
    }
    for (int n = Bits.first(nearestWeekday); n >= 0; n = Bits.next(nearestWeekday, n + 1)) {
      found |= n <= length ? nearest(n, length, firstWeekDay) : 0;
    }
    return found;
  }

  /** The day from Monday to Friday that is nearest to a day, within the month. */
  private static long nearest(int day, int length, int firstWeekDay) {
    return switch ((firstWeekDay + day - 1) % 7) {
      case 0 -> Bits.of(day < length ? day + 1 : day - 2);
      case 6 -> Bits.of(day > 1 ? day - 1 : day + 2);
      default -> Bits.of(day);
    };
  }
}
