package dev.rota.engine.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Gate is what windows say of a schedule: whether its jobs may start now, and its times count.
 */
public interface Gate {
  /** Always open. */
  Gate OPEN = new Gate() {};

  /** Until when nothing of the schedule may start at an instant; null if it may. */
  default @Nullable Hold hold(Schedule schedule, Instant at) {
    return null;
  }

  /** Whether a planned time is skipped for good. */
  default boolean skips(Schedule schedule, Instant plannedAt) {
    return false;
  }

  /**
   * A Hold is windows that hold back.
   *
   * @param spread over how long what they held back is spread when they end
   * @param windows their names
   */
  record Hold(Instant until, Duration spread, List<String> windows) {
    public Hold {
      windows = List.copyOf(windows);
    }

    String reason() {
      return (windows.size() == 1 ? "held by window " : "held by windows ")
          + String.join(", ", windows);
    }
  }
}
