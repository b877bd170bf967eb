package dev.rota.worker;

import dev.rota.Claim;
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
  private final Map<Lane, String> kinds = new LinkedHashMap<>();
  private boolean batchesNext;

  QueueLanes(Slots slots, Settings settings, Map<String, Slots> kindSlots) {
    this.slots = slots;
    settings
        .targets()
        .forEach((kind, target) -> add(kind, new Lane(slots, kindSlots.get(kind), target)));
    Target other = settings.any();
    this.any = other == null ? null : new Lane(slots, null, other);
  }

  private void add(String kind, Lane lane) {
    byKind.put(kind, lane);
    kinds.put(lane, kind);
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
      return any.dry ? null : askAny(any, claimable(1, exchangeNanos, batch), batch);
    }
    batchesNext = !batchesNext;
    Ask ask = askFor(batchesNext ? batches : singles, exchangeNanos, batch);
    return ask != null ? ask : askFor(batchesNext ? singles : batches, exchangeNanos, batch);
  }

  private @Nullable Ask askAny(Lane lane, int calls, int batch) {
    int max = Math.min(calls, batch);
    return max <= 0
        ? null
        : new Ask(new Claim.Want(slots.name, max, Map.of()), slots, max, List.of(lane), List.of());
  }

  private @Nullable Ask askFor(List<Lane> lanes, double exchangeNanos, int batch) {
    int widest = lanes.stream().mapToInt(lane -> lane.target.width()).max().orElse(1);
    int calls = claimable(widest, exchangeNanos, batch);
    if (calls <= 0) {
      return null;
    }
    Map<String, Integer> wanted = new LinkedHashMap<>();
    List<Lane> asked = new ArrayList<>();
    List<Ask.OfKind> limited = new ArrayList<>();
    long jobs = 0;
    for (Lane lane : lanes) {
      long n = Math.min(batch, (long) calls * lane.target.width());
      if (lane.kind != null) {
        n = Math.min(n, lane.kind.claimable(exchangeNanos, 2 * batch));
      }
      if (n <= 0 || lane.dry) {
        continue;
      }
      wanted.put(kinds.getOrDefault(lane, ""), (int) n);
      asked.add(lane);
      if (lane.kind != null) {
        limited.add(new Ask.OfKind(lane.kind, (int) n));
      }
      jobs += n;
    }
    int max = (int) Math.min(Math.min(batch, jobs), (long) calls * widest);
    return max == 0
        ? null
        : new Ask(
            new Claim.Want(slots.name, max, wanted),
            slots,
            (max + widest - 1) / widest,
            asked,
            limited);
  }

  private int claimable(int width, double exchangeNanos, int batch) {
    return slots.claimable(exchangeNanos, Math.max(1, 2 * batch / width));
  }
}
