package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.engine.windows.WindowCalendar;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A WindowGate asks the windows that this node knows of. */
final class WindowGate implements Gate {
  private final Supplier<WindowCalendar> calendar;

  WindowGate(Supplier<WindowCalendar> calendar) {
    this.calendar = calendar;
  }

  @Override
  public @Nullable Hold hold(Schedule schedule, Instant at) {
    WindowCalendar windows = calendar.get();
    NewJob job = schedule.definition().job();
    return windows.isEmpty()
        ? null
        : windows
            .closure(job.queue(), job.kind(), job.tags(), at)
            .map(closure -> new Hold(closure.until(), closure.spread()))
            .orElse(null);
  }

  @Override
  public boolean skips(Schedule schedule, Instant plannedAt) {
    WindowCalendar windows = calendar.get();
    NewJob job = schedule.definition().job();
    return !windows.isEmpty() && windows.skips(job.queue(), job.kind(), job.tags(), plannedAt);
  }

  /** A calendar is replaced when windows change, and only then. */
  @Override
  public Object version() {
    return calendar.get();
  }
}
