package dev.rota.engine.simulation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A QueueModel is what holds a queue back.
 *
 * @param slots how many of its jobs run at once
 * @param rate how many may start in a period, or null
 */
public record QueueModel(
    String name, int slots, boolean paused, @Nullable Integer rate, @Nullable Duration period) {

  /** One with nothing but so many slots. */
  public static QueueModel of(String name, int slots) {
    return new QueueModel(name, slots, false, null, null);
  }
}
