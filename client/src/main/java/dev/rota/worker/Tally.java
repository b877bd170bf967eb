package dev.rota.worker;

import dev.rota.Outcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Tally is how many executions ended how. It is guarded by the board's lock. */
final class Tally {
  long claimed;
  long fenced;
  private long completed;
  private long failed;
  private long cancelled;
  private long released;
  private long lost;

  /** Counts an outcome; null stands for a lost lease. */
  void count(@Nullable Outcome outcome) {
    switch (outcome) {
      case null -> lost++;
      case Outcome.Completed c -> completed++;
      case Outcome.Failed f -> failed++;
      case Outcome.Cancelled c -> cancelled++;
      case Outcome.Released r -> released++;
    }
  }

  WorkerStats stats(Map<String, WorkerStats.Queue> queues) {
    return new WorkerStats(queues, claimed, completed, failed, cancelled, released, fenced, lost);
  }
}
