package dev.rota.schedule;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A DayInterval is a trigger that fires every so many days of the calendar at a time of day. Its
 * days are counted from the first such time at or after the start; without one, from 1970-01-01.
 */
public record DayInterval(int days, LocalTime at) implements Trigger {
  public DayInterval {
    Rules.range("days", days, 1, (int) Rules.FURTHEST.toDays());
    if (!at.equals(at.truncatedTo(ChronoUnit.SECONDS))) {
      throw new InvalidInput("time_of_day", at, "must be a whole second");
    }
  }

  @Override
  public String text() {
    return "@every " + days + "d at " + at;
  }

  @Override
  public String explain() {
    return (days == 1 ? "every day at " : "every " + days + " days at ") + at;
  }

  /** Its local times, counted from a local start. */
  LocalTimes from(@Nullable LocalDateTime start) {
    LocalDate first = start == null ? LocalDate.EPOCH : onOrAfter(start);
    return new LocalTimes() {
      @Override
      public LocalDateTime next(LocalDateTime from) {
        LocalDate date = onOrAfter(from);
        long over = Math.floorMod(ChronoUnit.DAYS.between(first, date), (long) days);
        return date.plusDays(over == 0 ? 0 : days - over).atTime(at);
      }

      @Override
      public boolean inEveryHour() {
        return false;
      }
    };
  }

  private LocalDate onOrAfter(LocalDateTime from) {
    LocalDate date = from.toLocalDate();
    return from.toLocalTime().isAfter(at) ? date.plusDays(1) : date;
  }
}
