package dev.rota.engine;

import dev.rota.Beat;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** A HistoryNode is one engine of a history and the executions that its handlers are at. */
final class HistoryNode {
  final Engine engine;
  final JobSource source;
  private final Map<Long, Lease> running = new ConcurrentHashMap<>();
  private final Set<Long> cancelled = ConcurrentHashMap.newKeySet();
  private final Map<Long, Lease> unconfirmed = new ConcurrentHashMap<>();

  HistoryNode(Engine engine) {
    this.engine = engine;
    this.source = engine.source();
  }

  void start(List<Lease> leases) {
    leases.forEach(lease -> running.put(lease.fence(), lease));
  }

  /** Takes up to so many executions out of the running ones: their handlers have ended. */
  List<Lease> end(RandomGenerator random, int most) {
    List<Lease> ended = new ArrayList<>();
    for (Lease lease : List.copyOf(running.values())) {
      if (ended.size() < most && random.nextBoolean() && running.remove(lease.fence(), lease)) {
        ended.add(lease);
      }
    }
    return ended;
  }

  /** Takes out all of the running executions. */
  List<Lease> endAll() {
    List<Lease> ended = new ArrayList<>();
    for (Lease lease : List.copyOf(running.values())) {
      if (running.remove(lease.fence(), lease)) {
        ended.add(lease);
      }
    }
    return ended;
  }

  Optional<Lease> endOne(RandomGenerator random) {
    return end(random, 1).stream().findFirst();
  }

  /** The end of this one is in a transaction of its handler's: the next renewals tell. */
  void confirmLater(Lease lease) {
    unconfirmed.put(lease.fence(), lease);
  }

  boolean wasCancelled(Lease lease) {
    return cancelled.contains(lease.fence());
  }

  /** Renews the leases and does as it is told; gives the executions that are lost. */
  List<Lease> renew(int progress) {
    List<Lease> alive = List.copyOf(running.values());
    List<Beat> beats = new ArrayList<>();
    alive.forEach(
        lease -> beats.add(new Beat(lease.job(), lease.fence(), progress, "at " + progress)));
    unconfirmed
        .values()
        .forEach(lease -> beats.add(new Beat(lease.job(), lease.fence(), null, null)));
    Set<Long> lost = new HashSet<>();
    for (Signal signal : source.renew(beats)) {
      switch (signal.kind()) {
        case CANCEL -> cancelled.add(signal.fence());
        case LOST -> lost.add(signal.fence());
      }
    }
    unconfirmed.keySet().removeAll(lost);
    return alive.stream()
        .filter(lease -> lost.contains(lease.fence()) && running.remove(lease.fence(), lease))
        .toList();
  }

  long running(String queue) {
    return running.values().stream().filter(lease -> lease.queue().equals(queue)).count();
  }
}
