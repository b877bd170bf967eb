package dev.rota.worker;

import dev.rota.Lease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Lanes is every queue and kind that a worker serves, what waits there and what may be asked for.
 * It is guarded by the board's lock, but for the finding of lanes.
 */
final class Lanes {
  private final Map<String, QueueLanes> queues = new LinkedHashMap<>();
  private final List<QueueLanes> turns;
  private final List<Lane> all = new ArrayList<>();
  private final Set<Lane> occupied = new LinkedHashSet<>();
  private int waiting;
  private long arrivals;
  private int turn;

  Lanes(Settings settings) {
    Map<String, Slots> kinds = new HashMap<>();
    settings
        .targets()
        .forEach((kind, target) -> {
          if (target instanceof Target.Single single && single.concurrency() > 0) {
            kinds.put(kind, new Slots(kind, single.concurrency()));
          }
        });
    settings
        .queues()
        .forEach(
            (name, max) -> queues.put(name, new QueueLanes(new Slots(name, max), settings, kinds)));
    turns = List.copyOf(queues.values());
    turns.forEach(queue -> all.addAll(queue.lanes()));
  }

  /** Where a lease belongs; null if nothing here takes it. */
  @Nullable Lane of(Lease lease) {
    return of(lease.queue(), lease.kind());
  }

  @Nullable Lane of(String queue, String kind) {
    QueueLanes served = queues.get(queue);
    return served == null ? null : served.lane(kind);
  }

  int waiting() {
    return waiting;
  }

  void add(Execution execution) {
    execution.arrival = arrivals++;
    execution.lane.add(execution);
    waiting++;
    if (execution.lane.size() == 1) {
      occupied.add(execution.lane);
    }
  }

  /** Starts whatever can start, the oldest leases first. */
  void begin(BiConsumer<Lane, List<Execution>> call) {
    if (occupied.isEmpty()) {
      return;
    }
    // Slots are only taken here: a lane that cannot start now cannot start at the end either.
    PriorityQueue<Lane> startable =
        new PriorityQueue<>(occupied.size(), Comparator.comparingLong(Lane::headArrival));
    startable.addAll(occupied);
    for (Lane lane; (lane = startable.poll()) != null; ) {
      if (lane.canStart()) {
        call.accept(lane, begin(lane));
        if (lane.size() > 0) {
          startable.add(lane);
        }
      }
    }
  }

  private List<Execution> begin(Lane lane) {
    List<Execution> taken = lane.begin();
    waiting -= taken.size();
    if (lane.size() == 0) {
      occupied.remove(lane);
    }
    return taken;
  }

  /** Takes out of every lane what the test is true of, from the oldest on until it is not. */
  List<Execution> removeWhile(Predicate<Execution> test) {
    List<Execution> removed = new ArrayList<>();
    occupied.forEach(lane -> removed.addAll(lane.removeWhile(test)));
    occupied.removeIf(lane -> lane.size() == 0);
    waiting -= removed.size();
    return removed;
  }

  /** What to ask for now. Queues take turns in being first. */
  List<Ask> asks(double exchangeNanos, int batch) {
    List<Ask> asks = new ArrayList<>();
    turn = (turn + 1) % turns.size();
    for (int i = 0; i < turns.size(); i++) {
      Ask ask = turns.get((turn + i) % turns.size()).ask(exchangeNanos, batch);
      if (ask != null) {
        asks.add(ask);
      }
    }
    return asks;
  }

  boolean anyDry() {
    return all.stream().anyMatch(lane -> lane.dry);
  }

  /** Asks for everything again, because the source has hinted of something or time has passed. */
  void wet(boolean hinted) {
    for (Lane lane : all) {
      lane.dry = false;
      lane.quiet &= !hinted;
    }
  }

  Map<String, WorkerStats.Queue> stats() {
    Map<String, WorkerStats.Queue> stats = new LinkedHashMap<>();
    queues.forEach((name, queue) -> {
      int running = queue.slots.running;
      int free = Math.max(0, queue.slots.max - running);
      stats.put(name, new WorkerStats.Queue(running, queue.waiting(), free));
    });
    return stats;
  }
}
