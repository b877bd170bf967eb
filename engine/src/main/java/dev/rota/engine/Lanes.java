package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lanes are what this node knows of the lanes of ready jobs: which ones were ever seen, the floor
 * of each, and where its head was last. A peek looks at the known ones, and at the gaps between
 * them for lanes that are new. Claims of many jobs that come one upon the other share a look.
 */
final class Lanes {
  private static final Sql PEEK = Statements.sql("peek");
  private static final Sql PEEK_ALONE = PEEK.pinned();
  private static final short ABOVE_ALL = -1;
  private static final short BELOW_ALL = 1000;
  private static final int MANY_JOBS = 100;

  private final Map<Integer, RouteLanes> routes = new ConcurrentHashMap<>();
  private final AtomicInteger generation = new AtomicInteger();
  private volatile @Nullable Survey survey;

  /**
   * The heads of the routes' lanes, the newest route there is, and the database's time.
   *
   * @param fresh whether it was looked for them now, and not a moment ago
   */
  record Peeked(List<Head> heads, int newestRoute, Instant now, boolean fresh) {}

  /** Finds the heads for a claim of so many jobs, in a transaction that pins its plans. */
  Peeked peek(Connection connection, List<Integer> ids, int jobs) throws SQLException {
    return peek(PEEK, connection, ids, jobs);
  }

  /** Finds the heads by statements that are transactions by themselves. */
  Peeked peekAlone(Connection connection, List<Integer> ids, int jobs) throws SQLException {
    return peek(PEEK_ALONE, connection, ids, jobs);
  }

  /** Finds the heads by a look, whatever was seen a moment ago. */
  Peeked look(Connection connection, List<Integer> ids) throws SQLException {
    return look(PEEK, connection, ids);
  }

  /** Lets the next claim look for itself: there may be more, or less, than was seen. */
  void lookAgain() {
    survey = null;
  }

  /** Takes in that a job was taken. */
  void took(int route, short lane, long seq) {
    Survey current = survey;
    if (current != null) {
      current.took(route, lane, seq);
    }
  }

  private Peeked peek(Sql peek, Connection connection, List<Integer> ids, int jobs)
      throws SQLException {
    if (jobs < MANY_JOBS) {
      return look(peek, connection, ids);
    }
    Survey current = survey;
    if (current != null && current.isGoodFor(ids, System.nanoTime())) {
      return current.peeked();
    }
    long start = System.nanoTime();
    Peeked found = look(peek, connection, ids);
    // Where nothing was found, whoever is told of a job must look.
    survey = found.heads().isEmpty() ? null : new Survey(ids, found, start, System.nanoTime());
    return found;
  }

  /** Finds the heads from where they were last, or from the floors where it is time to. */
  private Peeked look(Sql peek, Connection connection, List<Integer> ids) throws SQLException {
    long now = System.nanoTime();
    List<Integer> due = new ArrayList<>();
    List<Integer> marked = new ArrayList<>();
    ids.forEach(id -> (route(id).takeLook(now) ? due : marked).add(id));
    Peeked first = look(peek, connection, due, marked);
    List<Integer> doubtful = doubtful(marked, first.heads());
    if (doubtful.isEmpty()) {
      return first;
    }
    Peeked second = look(peek, connection, doubtful, List.of());
    List<Head> heads = new ArrayList<>(second.heads());
    first.heads().stream().filter(h -> !doubtful.contains(h.route())).forEach(heads::add);
    return new Peeked(heads, second.newestRoute(), second.now(), true);
  }

  long floor(int route, short lane) {
    return route(route).floor(lane);
  }

  /** Every known lane with its floor. */
  Map<Integer, Map<Short, Long>> all() {
    Map<Integer, Map<Short, Long>> copy = new TreeMap<>();
    routes.forEach((route, lanes) -> copy.put(route, new TreeMap<>(lanes.floors())));
    return copy;
  }

  /** Sets a floor, unless all floors were reset since the caller looked. */
  void floor(int seenGeneration, int route, short lane, long floor) {
    if (seenGeneration == generation.get()) {
      route(route).floor(lane, floor);
    }
  }

  /** Lets every lane be looked at from its start again; the lanes stay known. */
  void resetFloors() {
    generation.incrementAndGet();
    routes.values().forEach(RouteLanes::reset);
    lookAgain();
  }

  int generation() {
    return generation.get();
  }

  private RouteLanes route(int id) {
    return routes.computeIfAbsent(id, r -> new RouteLanes());
  }

  private Peeked look(
      Sql peek,
      Connection connection,
      Collection<Integer> fromFloors,
      Collection<Integer> fromMarks)
      throws SQLException {
    long start = System.nanoTime();
    Probe probe = new Probe();
    fromFloors.forEach(id -> probe.add(id, route(id).floors()));
    fromMarks.forEach(id -> probe.add(id, route(id).marks()));
    List<Head> heads = probe.on(connection, peek);
    long end = System.nanoTime();
    int newest = 0;
    Instant now = Instant.EPOCH;
    Map<Integer, Set<Short>> found = new HashMap<>();
    for (Head head : heads) {
      if (head.lane() < 0) {
        newest = head.route();
        now = Instant.EPOCH.plus(head.seq(), ChronoUnit.MICROS);
      } else {
        found.computeIfAbsent(head.route(), r -> new HashSet<>()).add(head.lane());
        route(head.route()).found(head);
      }
    }
    fromFloors.forEach(id -> route(id).looked(found.getOrDefault(id, Set.of()), start, end));
    return new Peeked(heads.stream().filter(head -> head.lane() >= 0).toList(), newest, now, true);
  }

  /** The routes that seem to have less than they had, looked at from their marks. */
  private List<Integer> doubtful(List<Integer> ids, List<Head> heads) {
    Map<Integer, Integer> found = new HashMap<>();
    heads.forEach(head -> found.merge(head.route(), 1, Integer::sum));
    return ids.stream().filter(id -> route(id).isDoubtful(found.getOrDefault(id, 0))).toList();
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
      known.forEach((lane, floor) -> {
        routes.add(route);
        lanes.add(lane);
        floors.add(floor);
      });
      short above = ABOVE_ALL;
      for (short lane : known.keySet()) {
        addGap(route, above, lane);
        above = lane;
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

    List<Head> on(Connection connection, Sql peek) throws SQLException {
      return peek.on(connection)
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
