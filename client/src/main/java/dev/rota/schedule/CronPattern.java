package dev.rota.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** A CronPattern is what a cron expression means: times of the day on dates. */
record CronPattern(TimesOfDay times, DatePattern dates) implements LocalTimes {
  @Override
  public @Nullable LocalDateTime next(LocalDateTime from) {
    LocalDate date = dates.next(from.toLocalDate());
    if (date == null) {
      return null;
    }
    boolean sameDay = date.equals(from.toLocalDate());
    int second = times.next(sameDay ? from.toLocalTime().toSecondOfDay() : 0);
    if (second < 0) {
      date = dates.next(date.plusDays(1));
      second = times.first();
    }
    return date == null ? null : date.atTime(LocalTime.ofSecondOfDay(second));
  }

  @Override
  public boolean inEveryHour() {
    return times.inEveryHour();
  }

  String words() {
    String days = dates.isEveryDay() && inEveryHour() ? "" : " " + DateWords.of(dates);
    return TimeWords.of(times) + days;
  }
}
