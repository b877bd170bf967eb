package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lanes are what this node knows of the lanes of ready jobs: which ones were ever seen, and the
 * floor of each. A peek looks at the known ones from their floors, and at the gaps between them for
 * lanes that are new.
 */
final class Lanes implements Strips.Floors {
  private static final Sql PEEK = Statements.sql("peek");
  private static final short ABOVE_ALL = -1;
  private static final short BELOW_ALL = 1000;

  private final Map<Integer, ConcurrentSkipListMap<Short, Long>> floors = new ConcurrentHashMap<>();
  private final AtomicInteger generation = new AtomicInteger();

  /** The heads of the routes' lanes, and the newest route there is. */
  record Peeked(List<Head> heads, int newestRoute) {}

  Peeked peek(Connection connection, List<Integer> routes) throws SQLException {
    Probe probe = new Probe();
    routes.forEach(route -> probe.add(route, known(route)));
    List<Head> heads = new ArrayList<>();
    int newest = 0;
    for (Head head : probe.on(connection)) {
      if (head.lane() < 0) {
        newest = head.route();
      } else {
        heads.add(head);
        known(head.route()).putIfAbsent(head.lane(), 0L);
      }
    }
    return new Peeked(heads, newest);
  }

  @Override
  public long floor(int route, short lane) {
    return known(route).getOrDefault(lane, 0L);
  }

  /** Every known lane with its floor. */
  Map<Integer, Map<Short, Long>> all() {
    Map<Integer, Map<Short, Long>> copy = new TreeMap<>();
    floors.forEach((route, lanes) -> copy.put(route, new TreeMap<>(lanes)));
    return copy;
  }

  /** Sets a floor, unless all floors were reset since the caller looked. */
  void floor(int seenGeneration, int route, short lane, long floor) {
    if (seenGeneration == generation.get()) {
      known(route).put(lane, floor);
    }
  }

  /** Lets every lane be looked at from its start again; the lanes stay known. */
  void resetFloors() {
    generation.incrementAndGet();
    floors.values().forEach(lanes -> lanes.replaceAll((lane, floor) -> 0L));
  }

  int generation() {
    return generation.get();
  }

  private ConcurrentSkipListMap<Short, Long> known(int route) {
    return floors.computeIfAbsent(route, r -> new ConcurrentSkipListMap<>());
  }

  /** A Probe collects the lanes and gaps that one peek looks at. */
  private static final class Probe {
    private final List<Integer> routes = new ArrayList<>();
    private final List<Short> lanes = new ArrayList<>();
    private final List<Long> floors = new ArrayList<>();
    private final List<Integer> gapRoutes = new ArrayList<>();
    private final List<Short> gapAbove = new ArrayList<>();
    private final List<Short> gapBelow = new ArrayList<>();

    void add(int route, Map<Short, Long> known) {
      short above = ABOVE_ALL;
      for (Map.Entry<Short, Long> lane : known.entrySet()) {
        routes.add(route);
        lanes.add(lane.getKey());
        floors.add(lane.getValue());
        addGap(route, above, lane.getKey());
        above = lane.getKey();
      }
      addGap(route, above, BELOW_ALL);
    }

    private void addGap(int route, short above, short below) {
      if (below - above > 1) {
        gapRoutes.add(route);
        gapAbove.add(above);
        gapBelow.add(below);
      }
    }

    List<Head> on(Connection connection) throws SQLException {
      return PEEK.on(connection)
          .set("routes", ints(routes))
          .set("lanes", shorts(lanes))
          .set("floors", floors.stream().mapToLong(Long::longValue).toArray())
          .set("gap_routes", ints(gapRoutes))
          .set("gap_above", shorts(gapAbove))
          .set("gap_below", shorts(gapBelow))
          .list(row ->
              new Head(
                  row.getInt("route"),
                  row.getShort("lane"),
                  row.getLong("seq"),
                  row.getLong("waited_ms")));
    }

    private static int[] ints(List<Integer> values) {
      return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private static short[] shorts(List<Short> values) {
      short[] shorts = new short[values.size()];
      for (int i = 0; i < shorts.length; i++) {
        shorts[i] = values.get(i);
      }
      return shorts;
    }
  }
}
