package dev.rota.server.http;

import dev.rota.InvalidInput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Seconds are how the API tells durations: numbers, to the millisecond. */
public final class Seconds {
  private static final double MOST = 1e9;

  private Seconds() {}

  public static Duration read(String field, double seconds) {
    if (!(Math.abs(seconds) <= MOST)) {
      throw new InvalidInput(field, seconds, "must be a number of seconds up to " + (long) MOST);
    }
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  public static @Nullable Duration readOrNull(String field, @Nullable Double seconds) {
    return seconds == null ? null : read(field, seconds);
  }

  public static double show(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  public static @Nullable Double showOrNull(@Nullable Duration duration) {
    return duration == null ? null : show(duration);
  }
}
