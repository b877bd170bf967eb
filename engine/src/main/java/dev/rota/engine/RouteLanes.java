package dev.rota.engine;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A RouteLanes is what this node knows of the lanes of one route: the floor of each, and its mark,
 * which is where its head was seen last.
 *
 * <p>Floors follow some seconds behind, and an old snapshot keeps every index entry of those
 * seconds in place: a look from the floor walks over all of them, a look from the mark over none. A
 * mark is a row that was there, so it never passes one that comes back when its claim is rolled
 * back. It does pass what a late writer brings in below; for that, looks go from the floor now and
 * then, and whenever a lane seems to be empty, unless that has become too dear.
 */
final class RouteLanes {
  /** Looks from the floor take at most one part in so many of the time. */
  private static final int SHARE = 20;

  private static final long CHEAP_NANOS = 2_000_000;
  private static final long LEAST_NANOS = 100_000;

  /** However dear they are, they are not put off for longer than this. */
  private static final long MOST_NANOS = 30_000_000_000L;

  private final ConcurrentSkipListMap<Short, Long> floors = new ConcurrentSkipListMap<>();
  private final Map<Short, Long> marks = new ConcurrentHashMap<>();
  private final AtomicLong lookedAt = new AtomicLong(System.nanoTime());
  private volatile long cost = LEAST_NANOS;

  /** Every known lane with its floor, in order. */
  Map<Short, Long> floors() {
    return floors;
  }

  long floor(short lane) {
    return floors.getOrDefault(lane, 0L);
  }

  /** Moves a floor; one that goes down has a row below the mark, so that is given up. */
  void floor(short lane, long floor) {
    Long before = floors.put(lane, floor);
    if (before != null && floor < before) {
      marks.remove(lane);
    }
  }

  /** Every known lane with the place to look from, in order. */
  Map<Short, Long> marks() {
    Map<Short, Long> from = new TreeMap<>(floors);
    from.replaceAll((lane, floor) -> Math.max(floor, marks.getOrDefault(lane, 0L)));
    return from;
  }

  /**
   * Whether the caller's look should go from the floors. Only one caller is told so at a time:
   * where that is dear, the others go on from the marks.
   */
  boolean takeLook(long now) {
    long last = lookedAt.get();
    return now - last >= Math.min(SHARE * cost, MOST_NANOS) && lookedAt.compareAndSet(last, now);
  }

  /** Takes in a head that was found. */
  void found(Head head) {
    floors.putIfAbsent(head.lane(), 0L);
    marks.put(head.lane(), head.seq());
  }

  /**
   * Whether a look from the marks that found so many lanes must be followed by one from the floors.
   */
  boolean isDoubtful(int found) {
    return found < marks.size() && cost < CHEAP_NANOS;
  }

  /**
   * A look from the floors has found these lanes and taken so long. One slow look alone tells more
   * of the machine than of the lanes.
   */
  void looked(Set<Short> found, long start, long end) {
    cost = Math.max(LEAST_NANOS, Math.min(end - start, 2 * cost));
    lookedAt.set(end);
    if (cost < CHEAP_NANOS) {
      marks.keySet().retainAll(found);
    }
  }

  /** Lets every lane be looked at from its start again; the lanes stay known. */
  void reset() {
    marks.clear();
    floors.replaceAll((lane, floor) -> 0L);
  }
}
