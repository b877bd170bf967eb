package dev.rota.schedule;

import dev.rota.InvalidInput;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * TriggerFields are the ways to say when something runs, as files and requests have them: exactly
 * one of them. Only {@code schedule_time}, the expression of older definitions, may stand beside an
 * interval, which comes first.
 *
 * @param intervalMinutes how many of {@code intervalType} apart
 * @param intervalType minutes, hours or days; null for minutes
 * @param timeOfDay with an interval in days: when on these days
 * @param every a duration, as in {@code 1h30m}
 * @param perHour how often an hour
 * @param cronExpression a cron expression, or one that begins with {@code @}
 * @param scheduleTime the same, which an interval overrules
 */
public record TriggerFields(
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String every,
    @Nullable Double perHour,
    @Nullable String cronExpression,
    @Nullable String scheduleTime) {
  /** The names of the fields. */
  public static final List<String> NAMES =
      List.of(
          "interval_minutes",
          "interval_type",
          "time_of_day",
          "every",
          "per_hour",
          "cron_expression",
          "schedule_time");

  /** Reads the fields from their texts by name; null is for those that are not there. */
  public static TriggerFields of(Function<String, @Nullable String> text) {
    BigDecimal minutes = number("interval_minutes", text);
    BigDecimal rate = number("per_hour", text);
    return new TriggerFields(
        minutes == null ? null : whole(minutes),
        text.apply("interval_type"),
        text.apply("time_of_day"),
        text.apply("every"),
        rate == null ? null : rate.doubleValue(),
        text.apply("cron_expression"),
        text.apply("schedule_time"));
  }

  /** The trigger; none if no field says when. */
  public Optional<Trigger> trigger(Duration minimum) {
    refuseSeveral();
    refuseAlone("interval_type", intervalType);
    refuseAlone("time_of_day", timeOfDay);
    return Optional.ofNullable(found(minimum));
  }

  private @Nullable Trigger found(Duration minimum) {
    if (intervalMinutes != null) {
      return interval(intervalMinutes).atLeast("interval_minutes", minimum);
    }
    if (every != null) {
      return new Interval(DurationText.parse("every", every)).atLeast("every", minimum);
    }
    if (perHour != null) {
      return Trigger.perHour(perHour).atLeast("per_hour", minimum);
    }
    if (cronExpression != null) {
      return Trigger.parse("cron_expression", cronExpression, minimum);
    }
    return scheduleTime == null ? null : Trigger.parse("schedule_time", scheduleTime, minimum);
  }

  private Trigger interval(int count) {
    IntervalUnit unit = IntervalUnit.of(intervalType);
    if (timeOfDay == null) {
      return Trigger.every(count, unit);
    }
    if (unit != IntervalUnit.DAYS) {
      throw new InvalidInput("time_of_day", timeOfDay, "needs interval_type days");
    }
    return Trigger.everyDays(count, time(timeOfDay));
  }

  private void refuseSeveral() {
    List<String> given =
        Stream.of(
                intervalMinutes == null ? "" : "interval_minutes",
                every == null ? "" : "every",
                perHour == null ? "" : "per_hour",
                cronExpression == null ? "" : "cron_expression",
                scheduleTime == null || intervalMinutes != null ? "" : "schedule_time")
            .filter(name -> !name.isEmpty())
            .toList();
    if (given.size() > 1) {
      throw new InvalidInput(
          given.get(1), String.join(", ", given), "must be the only one that says when");
    }
  }

  private void refuseAlone(String field, @Nullable String value) {
    if (value != null && intervalMinutes == null) {
      throw new InvalidInput(field, value, "goes with interval_minutes and only with it");
    }
  }

  private static LocalTime time(String text) {
    try {
      return LocalTime.parse(text);
    } catch (DateTimeParseException e) {
      throw new InvalidInput("time_of_day", text, "must be as in 09:30 or 09:30:15");
    }
  }

  private static @Nullable BigDecimal number(
      String field, Function<String, @Nullable String> text) {
    String value = text.apply(field);
    try {
      return value == null ? null : new BigDecimal(value.strip());
    } catch (NumberFormatException e) {
      throw new InvalidInput(field, String.valueOf(value), "must be a number");
    }
  }

  private static int whole(BigDecimal number) {
    try {
      return number.intValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidInput("interval_minutes", number, "must be a whole number");
    }
  }
}
