package dev.rota.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.function.Predicate;

/**
 * RandomDays are a field for days made by chance, with the plain meaning of it: also those that
 * depend on the month.
 */
record RandomDays(String text, Predicate<LocalDate> meaning) {
  boolean isStar() {
    return text.startsWith("*") || text.equals("?");
  }

  static RandomDays ofMonth(Dice dice, double starChance, boolean round) {
    int n = dice.number(1, 31);
    return switch (dice.number(1, 10)) {
      case 1 -> new RandomDays("?", date -> true);
      case 2 -> new RandomDays("L", date -> beforeLast(date) == 0);
      case 3 -> new RandomDays("L-" + Math.min(n, 30), date -> beforeLast(date) == Math.min(n, 30));
      case 4 -> new RandomDays("LW", date -> isNearest(date, date.lengthOfMonth()));
      case 5 -> new RandomDays(n + "W", date -> n <= date.lengthOfMonth() && isNearest(date, n));
      case 6 ->
          new RandomDays("l," + n, date -> beforeLast(date) == 0 || date.getDayOfMonth() == n);
      default -> {
        RandomField plain = RandomField.of(dice, 1, 31, starChance, round);
        yield new RandomDays(plain.text(), date -> plain.values().contains(date.getDayOfMonth()));
      }
    };
  }

  static RandomDays ofWeek(Dice dice, double starChance, boolean round) {
    int day = dice.number(0, 7);
    int n = dice.number(1, 5);
    return switch (dice.number(1, 10)) {
      case 1 -> new RandomDays("?", date -> true);
      case 2 -> new RandomDays(day + "L", date -> number(date) == day % 7 && beforeLast(date) < 7);
      case 3 -> nth(day, n);
      case 4 -> new RandomDays("7", date -> number(date) == 0);
      default -> {
        RandomField plain = RandomField.of(dice, 0, 6, starChance, round);
        yield new RandomDays(plain.text(), date -> plain.values().contains(number(date)));
      }
    };
  }

  /** The n-th of a day of the week in each month. */
  static RandomDays nth(int day, int n) {
    return new RandomDays(day + "#" + n, date -> isNth(date, n, day));
  }

  private static int number(LocalDate date) {
    return date.getDayOfWeek().getValue() % 7;
  }

  private static int beforeLast(LocalDate date) {
    return date.lengthOfMonth() - date.getDayOfMonth();
  }

  private static boolean isNth(LocalDate date, int n, int day) {
    DayOfWeek ofWeek = DayOfWeek.of(day % 7 == 0 ? 7 : day);
    return date.equals(date.with(TemporalAdjusters.dayOfWeekInMonth(n, ofWeek)));
  }

  /** Whether a date is the weekday of its month that is nearest to a day. */
  private static boolean isNearest(LocalDate date, int day) {
    int nearest = 0;
    for (int each = 1; each <= date.lengthOfMonth(); each++) {
      int ofWeek = number(date.withDayOfMonth(each));
      boolean closer = nearest == 0 || Math.abs(each - day) < Math.abs(nearest - day);
      if (ofWeek != 0 && ofWeek != 6 && closer) {
        nearest = each;
      }
    }
    return date.getDayOfMonth() == nearest;
  }
}
