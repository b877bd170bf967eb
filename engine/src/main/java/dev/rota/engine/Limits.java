package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Limits hold back claims of queues that have a limit: per node by counting here, across nodes by
 * slots in the database, per period by a log of starts. A queue without limits costs nothing.
 */
final class Limits {
  private static final Sql LIMITED = Statements.sql("limited_queues");
  private static final Sql LOCK_RATE = Statements.sql("lock_rate");
  private static final Sql RATE_LEFT = Statements.sql("rate_left");
  private static final Sql GRANT_RATE = Statements.sql("grant_rate");
  private static final Sql ACQUIRE = Statements.sql("acquire_keys");

  private volatile Map<String, Limit> limits = Map.of();
  private final Map<String, AtomicInteger> active = new ConcurrentHashMap<>();

  /** A Limit is what one queue allows; null means as many as there are. */
  record Limit(
      String queue,
      @Nullable Integer perNode,
      @Nullable Integer inCluster,
      @Nullable Integer perPeriod,
      long slotKey) {
    static Limit read(ResultSet row) throws SQLException {
      return new Limit(
          row.getString("name"),
          nullableInt(row, "node_limit"),
          nullableInt(row, "cluster_limit"),
          nullableInt(row, "rate_count"),
          row.getLong("slot_key"));
    }

    private static @Nullable Integer nullableInt(ResultSet row, String column) throws SQLException {
      int value = row.getInt(column);
      return row.wasNull() ? null : value;
    }
  }

  void refresh(Connection connection) throws SQLException {
    Map<String, Limit> fresh = new HashMap<>();
    LIMITED.on(connection).list(Limit::read).forEach(limit -> fresh.put(limit.queue(), limit));
    limits = fresh;
  }

  @Nullable Limit of(String queue) {
    return limits.get(queue);
  }

  /** The routes, of these, whose executions hold a slot of their queue. */
  int[] slotRoutes(List<Route> routes) {
    return routes.stream().filter(r -> hasSlots(r.queue())).mapToInt(Route::id).toArray();
  }

  private boolean hasSlots(String queue) {
    Limit limit = limits.get(queue);
    return limit != null && limit.inCluster() != null;
  }

  /** Takes up to so many places of this node's share of a queue. */
  int reserve(String queue, int wanted) {
    AtomicInteger running = active.computeIfAbsent(queue, q -> new AtomicInteger());
    Limit limit = limits.get(queue);
    if (limit == null || limit.perNode() == null) {
      running.addAndGet(wanted);
      return wanted;
    }
    int most = limit.perNode();
    while (true) {
      int now = running.get();
      int got = Math.max(0, Math.min(wanted, most - now));
      if (running.compareAndSet(now, now + got)) {
        return got;
      }
    }
  }

  /** Gives back places of this node. */
  void giveBack(String queue, int places) {
    AtomicInteger running = active.get(queue);
    if (running != null && places > 0) {
      running.addAndGet(-places);
    }
  }

  /** How many jobs of a queue this node holds. */
  int active(String queue) {
    AtomicInteger running = active.get(queue);
    return running == null ? 0 : running.get();
  }

  /**
   * What the cluster lets this claim start of some queues, at most what is wanted of each; slots
   * stay locked until the claim's transaction ends.
   */
  Map<String, Integer> allow(Connection connection, Map<String, Integer> wanted)
      throws SQLException {
    Map<String, Integer> allowed = new TreeMap<>(wanted);
    for (String queue : List.copyOf(allowed.keySet())) {
      Limit limit = limits.get(queue);
      if (limit != null && limit.perPeriod() != null) {
        allowed.merge(queue, rateLeft(connection, queue), Math::min);
      }
    }
    allowed.values().removeIf(most -> most <= 0);
    acquireSlots(connection, allowed);
    return allowed;
  }

  /**
   * Says how many of the allowed jobs really started: slots of the others go back, starts go on
   * record.
   */
  void settle(Connection connection, Map<String, Integer> allowed, Map<String, Integer> started)
      throws SQLException {
    Map<Long, Integer> unused = new TreeMap<>();
    for (Map.Entry<String, Integer> entry : allowed.entrySet()) {
      Limit limit = limits.get(entry.getKey());
      int used = started.getOrDefault(entry.getKey(), 0);
      if (limit != null && limit.inCluster() != null && entry.getValue() > used) {
        unused.put(limit.slotKey(), entry.getValue() - used);
      }
      if (limit != null && limit.perPeriod() != null && used > 0) {
        GRANT_RATE.on(connection).set("queue", entry.getKey()).set("starts", used).update();
      }
    }
    Keys.giveBack(connection, unused);
  }

  private static int rateLeft(Connection connection, String queue) throws SQLException {
    LOCK_RATE.on(connection).set("queue", queue).list(row -> row.getString("name"));
    return RATE_LEFT
        .on(connection)
        .set("queue", queue)
        .first(row -> row.getInt("starts"))
        .orElse(Integer.MAX_VALUE);
  }

  private void acquireSlots(Connection connection, Map<String, Integer> allowed)
      throws SQLException {
    Map<Long, Limit> slots = new TreeMap<>();
    for (String queue : allowed.keySet()) {
      Limit limit = limits.get(queue);
      if (limit != null && limit.inCluster() != null) {
        slots.put(limit.slotKey(), limit);
      }
    }
    if (slots.isEmpty()) {
      return;
    }
    Map<Long, Integer> granted = new HashMap<>();
    ACQUIRE
        .on(connection)
        .set("keys", slots.keySet().stream().mapToLong(Long::longValue).toArray())
        .set(
            "wanted",
            slots.values().stream().mapToInt(l -> allowed.getOrDefault(l.queue(), 0)).toArray())
        .set(
            "caps",
            slots.values().stream()
                .mapToInt(l -> l.inCluster() == null ? 0 : l.inCluster())
                .toArray())
        .list(row -> granted.put(row.getLong("key"), row.getInt("granted")));
    slots.forEach((key, limit) -> allowed.put(limit.queue(), granted.getOrDefault(key, 0)));
  }
}
