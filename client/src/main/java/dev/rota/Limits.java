package dev.rota;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits are how much one execution of a job may take; its wall time is bounded by its timeout.
 *
 * @param cpu CPU time; null for any
 * @param memoryMb megabytes; null for any
 */
public record Limits(@Nullable Duration cpu, @Nullable Integer memoryMb) {
  /** Bounds nothing. */
  public static final Limits NONE = new Limits(null, null);

  private static final int MEMORY_MAX = 1 << 20;

  public Limits {
    if (cpu != null) {
      Rules.range("limits.cpu", cpu, Duration.ofMillis(1), Rules.FURTHEST);
    }
    if (memoryMb != null) {
      Rules.range("limits.memory_mb", memoryMb, 1, MEMORY_MAX);
    }
  }

  public boolean isNone() {
    return cpu == null && memoryMb == null;
  }
}
