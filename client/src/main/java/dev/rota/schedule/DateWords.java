package dev.rota.schedule;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** DateWords say in words on which dates a cron expression fires. */
final class DateWords {
  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");
  private static final long WEEKDAYS = Bits.range(1, 5);
  private static final long WEEKEND = Bits.of(0) | Bits.of(6);

  private final MonthDays monthDays;
  private final long months;
  private final WeekDays weekDays;

  private DateWords(DatePattern dates) {
    monthDays = dates.monthDays();
    months = dates.months();
    weekDays = dates.weekDays();
  }

  static String of(DatePattern dates) {
    return new DateWords(dates).words();
  }

  private String words() {
    if (monthDays.isAny() && weekDays.isAny()) {
      return "every day" + inMonths();
    }
    if (weekDays.isAny()) {
      return "on " + daysOfMonth();
    }
    if (monthDays.isAny()) {
      return "on " + daysOfWeek();
    }
    boolean both = monthDays.star() || weekDays.star();
    return "on " + daysOfMonth() + (both ? " that are " : " or on ") + daysOfWeek();
  }

  private String daysOfMonth() {
    if (isOneDate()) {
      return Bits.first(monthDays.days()) + " " + monthNames();
    }
    List<String> days = new ArrayList<>();
    if (monthDays.days() != 0) {
      boolean one = Long.bitCount(monthDays.days()) == 1;
      days.add((one ? "day " : "days ") + Phrases.numbers(monthDays.days()));
    }
    for (int n : numbers(monthDays.nearestWeekday())) {
      days.add("the weekday nearest to day " + n);
    }
    for (int n : numbers(monthDays.fromLast())) {
      days.add(n == 0 ? "the last day" : beforeLast(n));
    }
    for (int n : numbers(monthDays.weekdayFromLast())) {
      days.add(n == 0 ? "the last weekday" : "the weekday nearest to " + beforeLast(n));
    }
    return Phrases.and(days) + ofMonths();
  }

  private boolean isOneDate() {
    long others = monthDays.nearestWeekday() | monthDays.fromLast() | monthDays.weekdayFromLast();
    return others == 0 && Long.bitCount(monthDays.days()) == 1 && Long.bitCount(months) == 1;
  }

  private static String beforeLast(int days) {
    return "the day " + days + (days == 1 ? " day" : " days") + " before the last";
  }

  private String daysOfWeek() {
    List<String> days = new ArrayList<>(plainDays());
    for (int n = 1; n <= ORDINALS.size(); n++) {
      for (int day : numbers(weekDays.nth(n))) {
        days.add("the " + ORDINALS.get(n - 1) + " " + dayName(day));
      }
    }
    for (int day : numbers(weekDays.last())) {
      days.add("the last " + dayName(day));
    }
    return Phrases.and(days) + (weekDays.days() != 0 ? inMonths() : ofMonths());
  }

  private List<String> plainDays() {
    if (weekDays.days() == WEEKDAYS) {
      return List.of("weekdays");
    }
    if (weekDays.days() == WEEKEND) {
      return List.of("weekends");
    }
    return numbers(weekDays.days()).stream().map(day -> dayName(day) + "s").toList();
  }

  private String inMonths() {
    return months == CronField.MONTH.all() ? "" : " in " + monthNames();
  }

  private String ofMonths() {
    return months == CronField.MONTH.all() ? " of the month" : " of " + monthNames();
  }

  private String monthNames() {
    return Phrases.and(
        numbers(months).stream()
            .map(month -> Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH))
            .toList());
  }

  private static String dayName(int day) {
    return DayOfWeek.of(day == 0 ? 7 : day).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static List<Integer> numbers(long set) {
    List<Integer> numbers = new ArrayList<>();
    for (int n = Bits.first(set); n >= 0; n = Bits.next(set, n + 1)) {
      numbers.add(n);
    }
    return numbers;
  }
}
