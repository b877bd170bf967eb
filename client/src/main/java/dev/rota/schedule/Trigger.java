package dev.rota.schedule;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Duration;
import java.time.LocalTime;

/**
 * A Trigger is the rule by which the planned times of a schedule follow each other: a cron
 * expression, a fixed interval, or some days apart at a time of day. A {@link Timetable} puts it on
 * the clock of a zone.
 */
public sealed interface Trigger permits Cron, Interval, DayInterval {
  /** The text that {@link #parse(String)} reads as this trigger. */
  String text();

  /** The trigger in words, as in "at 02:30 on weekdays". */
  String explain();

  /**
   * Reads a cron expression of five fields, or of six with seconds first; one of {@code @yearly},
   * {@code @annually}, {@code @monthly}, {@code @weekly}, {@code @daily}, {@code @midnight}, {@code
   * @hourly}; {@code @every 1h30m}; or {@code @every 2d at 09:30}.
   */
  static Trigger parse(String text) {
    return parse("cron_expression", text, Interval.MINIMUM);
  }

  /**
   * The same for the value of another field, and with another minimum for fixed intervals.
   *
   * @throws InvalidInput naming the part that is wrong, its position and the rule
   */
  static Trigger parse(String field, String text, Duration minimum) {
    return new TriggerReader(new Expression(field, text), minimum).read();
  }

  /** A fixed interval. */
  static Interval every(Duration length) {
    return new Interval(length).atLeast("interval", Interval.MINIMUM);
  }

  /** A fixed interval, as {@code interval_minutes} and {@code interval_type} give it. */
  static Interval every(int count, IntervalUnit unit) {
    long most = Rules.FURTHEST.dividedBy(unit.length());
    Rules.range("interval_minutes", count, 1, (int) most);
    return new Interval(unit.length().multipliedBy(count));
  }

  /**
   * A rate: the fixed interval of {@code 3600 / rate} seconds, rounded to whole seconds, because
   * that is the interval which jobs are told.
   */
  static Interval perHour(double rate) {
    if (!(rate > 0 && rate <= 3600)) {
      throw new InvalidInput("per_hour", rate, "must be more than 0 and at most 3600");
    }
    double seconds = 3600 / rate;
    if (seconds > Rules.FURTHEST.toSeconds()) {
      throw new InvalidInput("per_hour", rate, "must be at least once in " + Rules.FURTHEST);
    }
    return new Interval(Duration.ofSeconds(Math.round(seconds)));
  }

  /** Every so many days of the calendar, at a time of day. */
  static DayInterval everyDays(int days, LocalTime at) {
    return new DayInterval(days, at);
  }

  /** This trigger, unless it is a fixed interval shorter than the minimum: that is refused. */
  default Trigger atLeast(String field, Duration minimum) {
    return this;
  }
}
