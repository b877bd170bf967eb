package dev.rota.worker;

import dev.rota.Claim;
import java.util.List;

/**
 * An Ask is one queue's part of a claim under way, and the slots that it speaks for. It is guarded
 * by the board's lock.
 */
record Ask(Claim.Want want, Slots queue, int calls, List<Lane> lanes, List<OfKind> kinds) {
  /** An OfKind is how many jobs were asked of a kind that has slots of its own. */
  record OfKind(Slots slots, int calls) {}

  void open() {
    queue.asked += calls;
    kinds.forEach(kind -> kind.slots.asked += kind.calls);
  }

  void close() {
    queue.asked -= calls;
    kinds.forEach(kind -> kind.slots.asked -= kind.calls);
  }
}
