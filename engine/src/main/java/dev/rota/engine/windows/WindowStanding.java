package dev.rota.engine.windows;

import dev.rota.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A WindowStanding is how a window stands at an instant, whether it is enabled or not.
 *
 * @param activeUntil the end of the time of the window that the instant is in; null if it is in
 *     none
 * @param nextAt when the window is there again; null if never
 */
public record WindowStanding(
    Window window, @Nullable Instant activeUntil, @Nullable Instant nextAt) {

  static WindowStanding of(Window window, Instant at) {
    WindowTimes times = new WindowTimes(window.rule());
    return new WindowStanding(window, times.endAt(at, Duration.ZERO), times.nextStart(at));
  }

  /** When it is there, in words; null if it is there once. */
  public @Nullable String explained() {
    Timetable starts = window.rule().timetable();
    return starts == null ? null : starts.explain();
  }
}
