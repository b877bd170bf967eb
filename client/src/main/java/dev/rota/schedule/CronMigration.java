package dev.rota.schedule;

import dev.rota.InvalidInput;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A CronMigration turns cron expressions into intervals in minutes and back, where both plan the
 * same times. What has no interval stays as it is, with the reason.
 */
public final class CronMigration {
  private static final int HOUR = 60;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;

  private CronMigration() {}

  /** A Result is what became of one timetable. */
  public sealed interface Result {
    /** It has an interval; the timetable plans the same times as before, by that interval. */
    record Converted(int intervalMinutes, Timetable timetable) implements Result {}

    /** It has none: somebody has to look at it. */
    record Review(String reason) implements Result {}
  }

  /** The trigger of a job that may have both: the interval comes first, then the expression. */
  public static Trigger trigger(
      @Nullable Integer intervalMinutes,
      @Nullable String intervalType,
      @Nullable String scheduleTime) {
    if (intervalMinutes != null) {
      return Trigger.every(intervalMinutes, IntervalUnit.of(intervalType));
    }
    if (scheduleTime != null) {
      return Trigger.parse("schedule_time", scheduleTime, Interval.MINIMUM);
    }
    throw new InvalidInput("interval_minutes", "", "must be set, or schedule_time");
  }

  /** The same times by an interval that starts with the first time after now. */
  public static Result toInterval(Timetable before, Instant now) {
    return switch (before.trigger()) {
      case DayInterval days -> new Result.Review("has a time of day");
      case Interval interval -> ofInterval(before, interval);
      case Cron cron -> ofCron(before, cron.pattern(), now);
    };
  }

  /** The expression for an interval whose first time is the start, in UTC; empty, if none is. */
  public static Optional<String> toCron(int intervalMinutes, Instant start) {
    if (intervalMinutes < 1 || !start.equals(start.truncatedTo(ChronoUnit.MINUTES))) {
      return Optional.empty();
    }
    long minute = Math.floorDiv(start.getEpochSecond(), 60L);
    if (HOUR % intervalMinutes == 0) {
      return Optional.of(steps(minute, intervalMinutes, 59) + " * * * *");
    }
    String ofHour = String.valueOf(Math.floorMod(minute, HOUR));
    long hour = Math.floorDiv(minute, (long) HOUR);
    if (intervalMinutes % HOUR == 0 && DAY % intervalMinutes == 0) {
      return Optional.of(ofHour + " " + steps(hour, intervalMinutes / HOUR, 23) + " * * *");
    }
    // 1970-01-01 was a Thursday, which is day 4.
    long weekDay = Math.floorMod(Math.floorDiv(hour, 24L) + 4, 7L);
    return intervalMinutes == WEEK
        ? Optional.of(ofHour + " " + Math.floorMod(hour, 24) + " * * " + weekDay)
        : Optional.empty();
  }

  /** Whether two timetables plan the same next times, so many of them. */
  public static boolean planSameTimes(Timetable one, Timetable other, Instant after, int count) {
    return times(one, after, count).equals(times(other, after, count));
  }

  private static List<Instant> times(Timetable timetable, Instant after, int count) {
    return timetable.fires(after.plusNanos(1), Instant.MAX, count).stream()
        .filter(Fire::runs)
        .map(Fire::at)
        .toList();
  }

  private static Result ofInterval(Timetable before, Interval interval) {
    long minutes = interval.length().toMinutes();
    return interval.length().equals(Duration.ofMinutes(minutes))
        ? new Result.Converted((int) minutes, before)
        : new Result.Review("is not a whole number of minutes");
  }

  private static Result ofCron(Timetable before, CronPattern pattern, Instant now) {
    if (!before.zone().getRules().isFixedOffset()) {
      return new Result.Review("the clock of " + before.zone() + " changes, an interval does not");
    }
    if (pattern.times().seconds() != Bits.of(0)) {
      return new Result.Review("does not fire on whole minutes only");
    }
    int minutes = spacing(pattern);
    if (minutes == 0) {
      return new Result.Review("its times are not equally far apart");
    }
    Optional<Instant> first = before.next(now);
    if (first.isEmpty()) {
      return new Result.Review("does not fire any more");
    }
    Interval interval = new Interval(Duration.ofMinutes(minutes));
    return new Result.Converted(
        minutes, new Timetable(interval, before.zone(), first.get(), before.end(), before.dst()));
  }

  /** How many minutes its times are apart, always; 0, if that differs. */
  private static int spacing(CronPattern pattern) {
    TimesOfDay times = pattern.times();
    if (pattern.dates().isWeekly() && times.count() == 1) {
      return WEEK;
    }
    int step = DAY / times.count();
    if (!pattern.dates().isEveryDay() || DAY % times.count() != 0) {
      return 0;
    }
    int at = times.first();
    for (int i = 1; i < times.count(); i++) {
      int next = times.next(at + 1);
      if (next - at != step * 60) {
        return 0;
      }
      at = next;
    }
    return step;
  }

  /** Every so many units of 0 to most, so that the given one is among them. */
  private static String steps(long unit, int step, int most) {
    long first = Math.floorMod(unit, (long) step);
    if (step == most + 1) {
      return String.valueOf(first);
    }
    String every = first == 0 ? "*" : first + "-" + most;
    return step == 1 ? "*" : every + "/" + step;
  }
}
