package dev.rota.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A Demand is what a queue's jobs ask of workers.
 *
 * @param arrivals jobs per second
 * @param depth jobs that wait for a worker
 * @param busy jobs that run
 * @param run how long one takes; null if none has ended yet
 * @param limit how many may run at a time on all nodes together
 * @param rate how many may start per second
 * @param paused whether none may start
 */
public record Demand(
    double arrivals,
    long depth,
    int busy,
    @Nullable Duration run,
    @Nullable Integer limit,
    @Nullable Double rate,
    boolean paused) {

  /**
   * How many slots keep up with the arrivals and empty the queue within a time: by Little's law
   * jobs that arrive take arrivals × run slots, and those that wait take depth × run / drain. What
   * runs keeps its slot, and no more are wanted than limits let start.
   */
  public int slots(Duration drain) {
    if (paused || (depth == 0 && arrivals == 0)) {
      return busy;
    }
    if (run == null) {
      return Math.max(1, busy);
    }
    double seconds = Math.max(0.001, run.toMillis() / 1000.0);
    double most = limit == null ? Integer.MAX_VALUE : limit;
    if (rate != null) {
      most = Math.min(most, Math.ceil(rate * seconds));
    }
    double wanted = Math.max(busy, arrivals * seconds) + depth * seconds * 1000 / drain.toMillis();
    return (int) Math.max(Math.max(1, busy), Math.min(most, Math.ceil(wanted)));
  }
}
