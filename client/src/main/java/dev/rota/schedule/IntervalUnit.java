package dev.rota.schedule;

import dev.rota.InvalidInput;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An IntervalUnit is what the number of an interval counts: its {@code interval_type}. */
public enum IntervalUnit {
  MINUTES(Duration.ofMinutes(1)),
  HOURS(Duration.ofHours(1)),
  DAYS(Duration.ofDays(1));

  private final Duration length;

  IntervalUnit(Duration length) {
    this.length = length;
  }

  public Duration length() {
    return length;
  }

  /** The name used in the database, in JSON and in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The unit of that name; minutes, if none is given. */
  public static IntervalUnit of(@Nullable String word) {
    if (word == null) {
      return MINUTES;
    }
    for (IntervalUnit unit : values()) {
      if (unit.word().equals(word)) {
        return unit;
      }
    }
    throw new InvalidInput("interval_type", word, "must be minutes, hours or days");
  }
}
