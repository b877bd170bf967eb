package dev.rota.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Lane is the leases of one queue and kind that wait for a slot, oldest first. It is guarded by
 * the board's lock.
 */
final class Lane {
  /** The kind of its jobs; null for those of any kind that has no lane of its own. */
  final @Nullable String kindName;

  final Target target;

  /** Whether the source had nothing for it when last asked, and gave no hint since. */
  boolean dry;

  /** The same, however long ago that was: it is asked again from time to time. */
  boolean quiet;

  private final Slots queue;
  private final @Nullable Slots kind;
  private final ArrayDeque<Execution> waiting = new ArrayDeque<>();

  Lane(Slots queue, @Nullable String kindName, @Nullable Slots kind, Target target) {
    this.queue = queue;
    this.kindName = kindName;
    this.kind = kind;
    this.target = target;
  }

  /** How many jobs to ask for at the most, if its queue takes so many calls more. */
  int claimable(int calls, double exchangeNanos, int batch) {
    if (dry) {
      return 0;
    }
    long jobs = Math.min(batch, (long) calls * target.width());
    return (int) (kind == null ? jobs : Math.min(jobs, kind.claimable(exchangeNanos, 2 * batch)));
  }

  /** How many jobs could start now that nobody has asked for. */
  int free() {
    int calls = kind == null ? queue.free() : Math.min(queue.free(), kind.free());
    return quiet && target.width() == 1 ? calls : 0;
  }

  /** Counts the places that are kept for such jobs, or are no more. */
  void keep(int jobs) {
    queue.kept += jobs;
    if (kind != null) {
      kind.kept += jobs;
    }
  }

  /** Counts the jobs that were asked for, or are no more. */
  void ask(int jobs) {
    if (kind != null) {
      kind.asked += jobs;
    }
  }

  int size() {
    return waiting.size();
  }

  void add(Execution execution) {
    int before = calls();
    waiting.addLast(execution);
    waits(calls() - before);
  }

  boolean canStart() {
    return !waiting.isEmpty() && queue.hasRoom() && (kind == null || kind.hasRoom());
  }

  /** When the oldest waiting lease came, as a number in the order of arrival. */
  long headArrival() {
    return waiting.getFirst().arrival;
  }

  /** Takes the slots and the leases of the next call. */
  List<Execution> begin() {
    int before = calls();
    List<Execution> taken = takeFirst();
    waits(calls() - before);
    queue.begin();
    if (kind != null) {
      kind.begin();
    }
    return taken;
  }

  void end(long nanos) {
    queue.end(nanos);
    if (kind != null) {
      kind.end(nanos);
    }
  }

  /** Takes out what the test is true of, from the oldest on until it is not. */
  List<Execution> removeWhile(Predicate<Execution> test) {
    List<Execution> removed = new ArrayList<>();
    int before = calls();
    while (!waiting.isEmpty() && test.test(waiting.getFirst())) {
      removed.add(waiting.removeFirst());
    }
    waits(calls() - before);
    return removed;
  }

  void stalled(long nanos) {
    queue.stalled(nanos);
    if (kind != null) {
      kind.stalled(nanos);
    }
  }

  private List<Execution> takeFirst() {
    if (target.width() == 1) {
      return List.of(waiting.removeFirst());
    }
    List<Execution> taken = new ArrayList<>();
    while (taken.size() < target.width() && !waiting.isEmpty()) {
      taken.add(waiting.removeFirst());
    }
    return taken;
  }

  private int calls() {
    return (waiting.size() + target.width() - 1) / target.width();
  }

  private void waits(int more) {
    queue.waiting += more;
    if (kind != null) {
      kind.waiting += more;
    }
  }
}
