package dev.rota.engine.simulation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A QueueOutlook is what will become of a queue.
 *
 * @param arriving how many jobs come
 * @param started how many of them start in time
 * @param most the most that wait at once
 * @param mostAt when that is, or null if none waits
 * @param drainedAt when the last backlog is gone, or null if there is none or it stays
 * @param left how many wait at the end
 * @param minutesPerHour how long jobs run that come within an hour, on average
 * @param keepsUp whether its slots can do that much
 * @param waiting how many wait at the most in each step
 */
public record QueueOutlook(
    String queue,
    int slots,
    boolean isPaused,
    long arriving,
    long started,
    int most,
    @Nullable Instant mostAt,
    @Nullable Instant drainedAt,
    int left,
    double minutesPerHour,
    boolean keepsUp,
    List<Integer> waiting) {
  public QueueOutlook {
    waiting = List.copyOf(waiting);
  }
}
