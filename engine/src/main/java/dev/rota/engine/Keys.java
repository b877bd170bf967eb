package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keys are the slots of concurrency keys: a claim takes them and parks the jobs that get none;
 * whatever ends an execution gives its slot back and hands it to the next parked job. Slots are
 * always locked in the order of their keys.
 */
final class Keys {
  private static final Sql ACQUIRE = Statements.sql("acquire_keys");
  private static final Sql START = Statements.sql("start");
  private static final Sql PARK = Statements.sql("park");
  private static final Sql RELEASE = Statements.sql("release_keys");
  private static final Sql HAND_ON = Statements.sql("hand_on");

  private Keys() {}

  /**
   * Starts those of the taken jobs that get a slot of their key and parks the others; gives those
   * that started.
   */
  static List<Taken> startOrPark(
      Connection connection,
      List<Taken> taken,
      int worker,
      @Nullable Long leaseMillis,
      int[] slotRoutes)
      throws SQLException {
    Map<Long, Integer> granted = acquire(connection, taken);
    List<Taken> started = new ArrayList<>();
    List<Taken> parked = new ArrayList<>();
    for (Taken job : taken) {
      boolean won = granted.merge(keyOf(job), -1, Integer::sum) >= 0;
      (won ? started : parked).add(job);
    }
    if (!started.isEmpty()) {
      rows(START, connection, started)
          .set("fences", started.stream().mapToLong(t -> t.lease().fence()).toArray())
          .set("worker", worker)
          .set("lease_ms", leaseMillis)
          .set("slot_routes", slotRoutes)
          .update();
    }
    if (!parked.isEmpty()) {
      rows(PARK, connection, parked)
          .set("seqs", parked.stream().mapToLong(Taken::seq).toArray())
          .update();
    }
    return started;
  }

  /**
   * Gives back one slot for each of these keys and hands it on; gives the routes where jobs became
   * ready.
   */
  static List<Integer> release(Connection connection, Collection<Long> keys) throws SQLException {
    if (keys.isEmpty()) {
      return List.of();
    }
    Map<Long, Integer> freed = new TreeMap<>();
    keys.forEach(key -> freed.merge(key, 1, Integer::sum));
    giveBack(connection, freed);
    long[] parkable =
        freed.keySet().stream().filter(key -> key >= 0).mapToLong(Long::longValue).toArray();
    return parkable.length == 0 ? List.of() : handOn(connection, parkable);
  }

  /** Gives back slots without handing them on. */
  static void giveBack(Connection connection, Map<Long, Integer> freed) throws SQLException {
    if (freed.isEmpty()) {
      return;
    }
    Map<Long, Integer> sorted = new TreeMap<>(freed);
    RELEASE
        .on(connection)
        .set("keys", sorted.keySet().stream().mapToLong(Long::longValue).toArray())
        .set("freed", sorted.values().stream().mapToInt(Integer::intValue).toArray())
        .update();
  }

  /** Hands whatever is free of these keys to the jobs parked for them. */
  static List<Integer> handOn(Connection connection, long[] sortedKeys) throws SQLException {
    return HAND_ON.on(connection).set("keys", sortedKeys).list(row -> row.getInt("route"));
  }

  private static Map<Long, Integer> acquire(Connection connection, List<Taken> taken)
      throws SQLException {
    Map<Long, Integer> wanted = new TreeMap<>();
    Map<Long, Integer> caps = new TreeMap<>();
    for (Taken job : taken) {
      wanted.merge(keyOf(job), 1, Integer::sum);
      caps.put(keyOf(job), job.concurrencyLimit());
    }
    Map<Long, Integer> granted = new HashMap<>();
    ACQUIRE
        .on(connection)
        .set("keys", wanted.keySet().stream().mapToLong(Long::longValue).toArray())
        .set("wanted", wanted.values().stream().mapToInt(Integer::intValue).toArray())
        .set("caps", caps.values().stream().mapToInt(Integer::intValue).toArray())
        .list(row -> granted.put(row.getLong("key"), row.getInt("granted")));
    return granted;
  }

  private static dev.rota.engine.sql.Call rows(Sql sql, Connection connection, List<Taken> jobs)
      throws SQLException {
    return sql.on(connection)
        .set("jobs", jobs.stream().mapToLong(t -> t.lease().job()).toArray())
        .set("sinces", jobs.stream().map(Taken::since).toArray(String[]::new))
        .set("routes", jobs.stream().mapToInt(Taken::route).toArray())
        .set("attempts", jobs.stream().mapToInt(t -> t.lease().attempt() - 1).toArray())
        .set("lanes", jobs.stream().mapToInt(Taken::lane).toArray())
        .set("retries", jobs.stream().mapToInt(t -> t.lease().retries()).toArray())
        .set("keys", jobs.stream().mapToLong(Keys::keyOf).toArray())
        .set("uniqs", jobs.stream().map(Taken::uniq).toArray(String[]::new))
        .set("schedules", jobs.stream().map(Taken::schedule).toArray(Long[]::new));
  }

  private static long keyOf(Taken job) {
    Long key = job.key();
    if (key == null) {
      throw new IllegalStateException("job " + job.lease().job() + " has no key");
    }
    return key;
  }
}
