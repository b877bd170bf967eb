package dev.rota.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A Roster is the executions that run, in no order. Coming and going take the same time however
 * many there are. It is guarded by the board's lock.
 */
final class Roster {
  private final ArrayList<Execution> running = new ArrayList<>();

  void add(Execution execution) {
    execution.place = running.size();
    running.add(execution);
  }

  void remove(Execution execution) {
    Execution last = running.removeLast();
    if (last != execution) {
      running.set(execution.place, last);
      last.place = execution.place;
    }
  }

  boolean isEmpty() {
    return running.isEmpty();
  }

  List<Execution> all() {
    return List.copyOf(running);
  }

  List<Execution> all(Predicate<Execution> test) {
    return running.stream().filter(test).toList();
  }

  /** Nanoseconds from now until the first of them times out, or this many if none does sooner. */
  long nanosToTimeout(long now, long atMost) {
    long least = atMost;
    for (Execution execution : running) {
      least = Math.min(least, execution.nanosLeft(now));
    }
    return Math.max(0, least);
  }
}
