package dev.rota.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A QueueLoad is how much a queue has to do, and who is there to do it.
 *
 * @param depth jobs that wait for a worker; those that wait for a key are not among them
 * @param exact whether all of them were counted; else there are at least so many
 * @param oldestWait how long the one that waits longest has been due; null if none waits
 * @param served jobs that ended, per second
 * @param workers how many live workers serve it
 * @param slots how many of its jobs these run at a time
 */
public record QueueLoad(
    String queue,
    long depth,
    boolean exact,
    @Nullable Duration oldestWait,
    double served,
    int workers,
    int slots,
    Demand demand) {

  public int idle() {
    return Math.max(0, slots - demand.busy());
  }

  /** How many slots each of its workers has, if any is there. */
  public @Nullable Double slotsPerWorker() {
    return workers == 0 || slots == 0 ? null : (double) slots / workers;
  }
}
