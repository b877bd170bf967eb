package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An Unconfirmed is the executions whose end was recorded in their handlers' own transactions,
 * until the source says that their leases are gone: only a commit does that. Without it a
 * transaction rolled back in silence would leave its job running for ever.
 */
final class Unconfirmed {
  private final ConcurrentLinkedQueue<Execution> added = new ConcurrentLinkedQueue<>();
  private final List<Execution> waiting = new ArrayList<>();

  void add(Execution execution) {
    added.add(execution);
  }

  /** What to ask the source; called by the heart alone, as is all that follows. */
  List<Beat> beats() {
    for (Execution next = added.poll(); next != null; next = added.poll()) {
      waiting.add(next);
    }
    return waiting.stream()
        .map(Execution::lease)
        .map(lease -> new Beat(lease.job(), lease.fence(), null, null))
        .toList();
  }

  /** Takes out what the source has answered for, and what it did not for too long. */
  List<Execution> overdue(List<Signal> signals, long now, long patienceNanos) {
    Set<Long> gone = new HashSet<>();
    for (Signal signal : signals) {
      if (signal.kind() == Signal.Kind.LOST) {
        gone.add(signal.fence());
      }
    }
    List<Execution> overdue = new ArrayList<>();
    for (Iterator<Execution> left = waiting.iterator(); left.hasNext(); ) {
      Execution execution = left.next();
      if (gone.contains(execution.lease().fence())) {
        left.remove();
      } else if (now - execution.recordedAt() > patienceNanos) {
        left.remove();
        overdue.add(execution);
      }
    }
    return overdue;
  }
}
