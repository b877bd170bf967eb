package dev.rota.engine.scheduler;

import java.util.EnumMap;
import java.util.Map;

/** A Tally counts the fates that took effect, to be told when they are committed. */
public final class Tally {
  private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);

  /** How many planned times met this fate. */
  public int of(Fate fate) {
    return fates.getOrDefault(fate, 0);
  }

  /** How many planned times met a fate. */
  public int total() {
    return fates.values().stream().mapToInt(Integer::intValue).sum();
  }

  void add(Fate fate) {
    fates.merge(fate, 1, Integer::sum);
  }

  int add(Fate fate, int times) {
    return fates.merge(fate, times, Integer::sum);
  }

  /** One that was counted met another fate after all. */
  void change(Fate from, Fate to) {
    fates.computeIfPresent(from, (fate, count) -> count == 1 ? null : count - 1);
    add(to);
  }

  void add(Tally other) {
    other.fates.forEach((fate, count) -> fates.merge(fate, count, Integer::sum));
  }

  void tell(SchedulerEvents events) {
    fates.forEach(events::fated);
  }

  @Override
  public String toString() {
    return fates.toString();
  }
}
