package dev.rota.schedule;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A Cron is a trigger that fires whenever the clock and the calendar match an expression. */
public final class Cron implements Trigger {
  private final String text;
  private final CronPattern pattern;

  Cron(String text, CronPattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /** The same under a name such as {@code @daily}. */
  Cron named(String name) {
    return new Cron(name, pattern);
  }

  CronPattern pattern() {
    return pattern;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String explain() {
    return pattern.words();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron that && that.text.equalsIgnoreCase(text);
  }

  @Override
  public int hashCode() {
    return text.toLowerCase(Locale.ROOT).hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
