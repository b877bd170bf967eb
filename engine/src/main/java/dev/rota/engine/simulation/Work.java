package dev.rota.engine.simulation;

import dev.rota.engine.windows.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Work is a job that will come.
 *
 * @param at when it may start at the earliest
 * @param key what keeps it from running beside others, or null
 * @param beside how many of its key may run at once
 * @param run how long it will take
 * @param closed when it may not start
 */
public record Work(
    Instant at, String queue, @Nullable String key, int beside, Duration run, List<Span> closed) {
  public Work {
    closed = List.copyOf(closed);
  }

  /** One that nothing but its queue holds back. */
  public static Work of(Instant at, String queue, Duration run) {
    return new Work(at, queue, null, 1, run, List.of());
  }

  /** The same, one at a time with others of a key. */
  public Work under(String other) {
    return new Work(at, queue, other, 1, run, closed);
  }

  /** The same, not to start in these spans. */
  public Work outside(List<Span> spans) {
    return new Work(at, queue, key, beside, run, spans);
  }
}
