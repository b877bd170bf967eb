package dev.rota.worker;

import dev.rota.Claim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An Ask is one queue's part of a claim under way, and the slots that it speaks for. It is guarded
 * by the board's lock.
 *
 * @param calls how many slots the jobs would take
 * @param max how many jobs at the most, over all parts
 */
record Ask(Slots queue, int calls, int max, List<Part> parts) {
  /** A Part is how many jobs at the most for one lane. */
  record Part(Lane lane, int max) {}

  Claim.Want want() {
    Map<String, Integer> kinds = new LinkedHashMap<>();
    for (Part part : parts) {
      if (part.lane.kindName != null) {
        kinds.put(part.lane.kindName, part.max);
      }
    }
    return new Claim.Want(queue.name, max, kinds, queue.max);
  }

  void open() {
    queue.asked += calls;
    parts.forEach(part -> part.lane.ask(part.max));
  }

  void close() {
    queue.asked -= calls;
    parts.forEach(part -> part.lane.ask(-part.max));
  }

  void markDry() {
    for (Part part : parts) {
      part.lane.dry = true;
      part.lane.quiet = true;
    }
  }
}
