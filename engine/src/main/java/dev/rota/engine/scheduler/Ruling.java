package dev.rota.engine.scheduler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Ruling is the fate that one planned time gets.
 *
 * @param runAt when its job may start, if it gets one
 * @param deferrals how many ticks the cap puts it off
 */
public record Ruling(
    Instant plannedAt, Fate fate, @Nullable Instant runAt, int deferrals, @Nullable String reason) {

  static Ruling of(Instant plannedAt, Fate fate, @Nullable String reason) {
    return new Ruling(plannedAt, fate, null, 0, reason);
  }

  static Ruling enqueued(Instant plannedAt, Instant runAt) {
    return new Ruling(plannedAt, Fate.ENQUEUED, runAt, 0, null);
  }

  /** Whether a job comes with it. */
  boolean runs() {
    return runAt != null;
  }
}
