package dev.rota.engine.scheduler;

import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A ScheduleFilter is which schedules to list; null means any.
 *
 * @param after the name after which to begin; empty for the first
 */
public record ScheduleFilter(
    @Nullable String queue,
    @Nullable String kind,
    @Nullable Long plan,
    @Nullable Long target,
    @Nullable Boolean paused,
    String after,
    int limit) {
  public ScheduleFilter {
    Rules.range("limit", limit, 1, 10_000);
  }

  /** The first so many. */
  public static ScheduleFilter first(int limit) {
    return new ScheduleFilter(null, null, null, null, null, "", limit);
  }

  public ScheduleFilter after(String name) {
    return new ScheduleFilter(queue, kind, plan, target, paused, name, limit);
  }

  public ScheduleFilter onQueue(@Nullable String name) {
    return new ScheduleFilter(name, kind, plan, target, paused, after, limit);
  }

  public ScheduleFilter ofKind(@Nullable String name) {
    return new ScheduleFilter(queue, name, plan, target, paused, after, limit);
  }

  public ScheduleFilter ofPlan(@Nullable Long id) {
    return new ScheduleFilter(queue, kind, id, target, paused, after, limit);
  }

  public ScheduleFilter ofTarget(@Nullable Long id) {
    return new ScheduleFilter(queue, kind, plan, id, paused, after, limit);
  }

  public ScheduleFilter paused(@Nullable Boolean value) {
    return new ScheduleFilter(queue, kind, plan, target, value, after, limit);
  }
}
