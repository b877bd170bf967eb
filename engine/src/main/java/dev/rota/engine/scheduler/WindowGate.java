package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.engine.windows.Closure;
import dev.rota.engine.windows.LetGo;
import dev.rota.engine.windows.WindowCalendar;
import dev.rota.engine.windows.WindowPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A WindowGate asks the windows about schedules. Each schedule that a window held goes on at a
 * place of its own within the spread, and its times share what is left of it.
 */
final class WindowGate implements Gate {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Supplier<WindowCalendar> calendar;

  WindowGate(Supplier<WindowCalendar> calendar) {
    this.calendar = calendar;
  }

  @Override
  public @Nullable Hold hold(Schedule schedule, Instant at) {
    NewJob job = schedule.definition().job();
    WindowCalendar windows = calendar.get();
    Optional<Closure> closure = windows.closure(job.queue(), job.kind(), job.tags(), at);
    if (closure.isPresent()) {
      return closure
          .filter(closed -> closed.policy() == WindowPolicy.HOLD)
          .map(closed -> hold(schedule, closed.until(), closed.spread(), closed.windows()))
          .orElse(null);
    }
    return windows
        .spreadAfter(job.queue(), job.kind(), job.tags(), at)
        .filter(freed -> wasHeld(schedule, freed))
        .map(freed -> hold(schedule, freed.end(), freed.spread(), List.of(freed.window())))
        .filter(hold -> at.isBefore(hold.until()))
        .orElse(null);
  }

  @Override
  public boolean skips(Schedule schedule, Instant plannedAt) {
    NewJob job = schedule.definition().job();
    return calendar.get().skips(job.queue(), job.kind(), job.tags(), plannedAt);
  }

  private boolean wasHeld(Schedule schedule, LetGo freed) {
    Instant next = schedule.nextRunAt();
    return next != null && next.isBefore(freed.end()) && !skips(schedule, next);
  }

  private static Hold hold(Schedule schedule, Instant end, Duration spread, List<String> windows) {
    Duration phase = Duration.ofMillis((long) (place(schedule) * spread.toMillis()));
    return new Hold(end.plus(phase), spread.minus(phase), windows);
  }

  /** From 0 to 1, the same for a schedule on every node. */
  private static double place(Schedule schedule) {
    return ((schedule.id() * MIX) >>> 11) * 0x1.0p-53;
  }
}
