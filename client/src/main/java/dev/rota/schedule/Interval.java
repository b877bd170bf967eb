package dev.rota.schedule;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * An Interval is a trigger whose times are exactly as far apart as its length: {@code start + k ×
 * length}. It knows no zone; a day in it is 24 hours.
 */
public record Interval(Duration length) implements Trigger {
  /** The shortest interval, unless somebody sets another. */
  public static final Duration MINIMUM = Duration.ofSeconds(1);

  static final Duration SHORTEST = Duration.ofMillis(1);

  public Interval {
    Rules.range("interval", length, SHORTEST, Rules.FURTHEST);
    // What is stored has microseconds: a finer time would be met again after it was rounded down.
    if (length.toNanos() % 1000 != 0) {
      throw new InvalidInput("interval", length, "must be a whole number of microseconds");
    }
  }

  @Override
  public String text() {
    return "@every " + DurationText.of(length);
  }

  @Override
  public String explain() {
    return "every " + DurationText.words(length);
  }

  @Override
  public Interval atLeast(String field, Duration minimum) {
    if (length.compareTo(minimum) < 0) {
      throw new InvalidInput(field, text(), "must not be shorter than " + DurationText.of(minimum));
    }
    return this;
  }

  /** The first time after an instant, counted from the start; without one, from 1970. */
  Instant next(Instant after, @Nullable Instant start) {
    if (start != null && after.isBefore(start)) {
      return start;
    }
    long base = start == null ? 0 : micros(start);
    long step = length.toNanos() / 1000;
    long passed = Math.floorDiv(micros(after) - base, step);
    return Instant.EPOCH.plus(base + (passed + 1) * step, ChronoUnit.MICROS);
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant.truncatedTo(ChronoUnit.MICROS));
  }
}
