package dev.rota.engine.scheduler;

import dev.rota.engine.windows.WhatIf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WindowEffect is what a window would do to schedules and jobs, if it were there.
 *
 * @param times how many planned times it would hold or skip, counted up to a limit
 * @param more whether there are more than were counted
 * @param first those of them that come first
 */
public record WindowEffect(WhatIf jobs, int times, boolean more, List<ClosedTime> first) {
  public WindowEffect {
    first = List.copyOf(first);
  }

  /**
   * A ClosedTime is a planned time that a window would close.
   *
   * @param until when it would run; null if it would be skipped
   */
  public record ClosedTime(String schedule, Instant plannedAt, @Nullable Instant until) {}
}
