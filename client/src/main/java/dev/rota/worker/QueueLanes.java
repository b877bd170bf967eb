package dev.rota.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A QueueLanes is one queue as a worker serves it: its slots, and a lane for each kind. It is
 * guarded by the board's lock, but for the finding of lanes.
 */
final class QueueLanes {
  final Slots slots;
  private final Map<String, Lane> byKind = new LinkedHashMap<>();
  private final @Nullable Lane any;
  private final List<Lane> singles = new ArrayList<>();
  private final List<Lane> batches = new ArrayList<>();
  private boolean batchesFirst;

  QueueLanes(Slots slots, Settings settings, Map<String, Slots> kindSlots) {
    this.slots = slots;
    settings
        .targets()
        .forEach((kind, target) -> add(kind, new Lane(slots, kind, kindSlots.get(kind), target)));
    Target other = settings.any();
    this.any = other == null ? null : new Lane(slots, null, null, other);
  }

  private void add(String kind, Lane lane) {
    byKind.put(kind, lane);
    (lane.target.width() == 1 ? singles : batches).add(lane);
  }

  /** The lane for jobs of this kind; null if no handler takes them. */
  @Nullable Lane lane(String kind) {
    return byKind.getOrDefault(kind, any);
  }

  List<Lane> lanes() {
    List<Lane> lanes = new ArrayList<>(byKind.values());
    if (any != null) {
      lanes.add(any);
    }
    return lanes;
  }

  int waiting() {
    return lanes().stream().mapToInt(Lane::size).sum();
  }

  /**
   * What to ask of this queue now; null if nothing. Jobs for batches and others take turns, because
   * a slot takes one of these or many of those, and a claim cannot say so.
   */
  @Nullable Ask ask(double exchangeNanos, int batch) {
    if (any != null) {
      return ask(List.of(any), exchangeNanos, batch);
    }
    batchesFirst = !batchesFirst;
    Ask ask = ask(batchesFirst ? batches : singles, exchangeNanos, batch);
    return ask != null ? ask : ask(batchesFirst ? singles : batches, exchangeNanos, batch);
  }

  private @Nullable Ask ask(List<Lane> lanes, double exchangeNanos, int batch) {
    int widest = 1;
    for (Lane lane : lanes) {
      widest = Math.max(widest, lane.target.width());
    }
    int calls = slots.claimable(exchangeNanos, Math.max(1, 2 * batch / widest));
    List<Ask.Part> parts = new ArrayList<>();
    long jobs = 0;
    for (Lane lane : lanes) {
      int most = lane.claimable(calls, exchangeNanos, batch);
      if (most > 0) {
        parts.add(new Ask.Part(lane, most));
        jobs += most;
      }
    }
    int max = (int) Math.min(batch, Math.min(jobs, (long) calls * widest));
    return parts.isEmpty() ? null : new Ask(slots, (max + widest - 1) / widest, max, parts);
  }
}
