package dev.rota.schedule;

import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * A DatePattern is which dates a cron expression names: days, months and days of the week. As in
 * Vixie cron either field for days may match if neither begins with a star; else both must.
 */
record DatePattern(MonthDays monthDays, long months, WeekDays weekDays) {
  /** Longer than any date that ever comes needs to come: a leap day takes up to 40 years. */
  private static final int YEARS = 100;

  /** The first date that is not before the given one; null, if none comes within a lifetime. */
  @Nullable LocalDate next(LocalDate from) {
    int day = from.getDayOfMonth();
    YearMonth month = YearMonth.from(from);
    YearMonth end = month.plusYears(YEARS);
    while (month.isBefore(end)) {
      if (Bits.has(months, month.getMonthValue())) {
        int found = Bits.next(in(month), day);
        if (found > 0) {
          return month.atDay(found);
        }
      }
      month = following(month);
      day = 1;
    }
    return null;
  }

  /** Whether any date matches: these years hold every kind of year there is. */
  boolean everMatches() {
    LocalDate found = next(LocalDate.of(2000, 1, 1));
    return found != null && found.getYear() < 2028;
  }

  /** Whether every date matches. */
  boolean isEveryDay() {
    return isAnyMonth() && monthDays.isAny() && weekDays.isAny();
  }

  /** Whether it is one day of every week. */
  boolean isWeekly() {
    return isAnyMonth() && monthDays.isAny() && weekDays.isOneDay();
  }

  private boolean isAnyMonth() {
    return months == CronField.MONTH.all();
  }

  private YearMonth following(YearMonth month) {
    int next = Bits.next(months, month.getMonthValue() + 1);
    return next > 0 ? month.withMonth(next) : YearMonth.of(month.getYear() + 1, Bits.first(months));
  }

  private long in(YearMonth month) {
    int length = month.lengthOfMonth();
    int first = month.atDay(1).getDayOfWeek().getValue() % 7;
    long ofMonth = monthDays.in(length, first);
    long ofWeek = weekDays.in(length, first);
    return monthDays.star() || weekDays.star() ? ofMonth & ofWeek : ofMonth | ofWeek;
  }
}
