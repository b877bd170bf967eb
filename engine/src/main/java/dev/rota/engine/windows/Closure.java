package dev.rota.engine.windows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A Closure is the time in which windows keep some work from starting.
 *
 * @param until when it ends; {@link #FOREVER} if it does not
 * @param windows the names of the windows that make it
 * @param policy what becomes of planned times in it
 * @param spread over how long what was held is let go after it
 */
public record Closure(Instant until, List<String> windows, WindowPolicy policy, Duration spread) {
  /** Nothing is due later than that. */
  public static final Instant FOREVER = Instant.parse("2200-01-01T00:00:00Z");

  public Closure {
    windows = List.copyOf(windows);
  }
}
