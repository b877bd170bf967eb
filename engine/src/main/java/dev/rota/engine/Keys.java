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

/**
 * Keys are the slots of concurrency keys: a claim takes them and parks the jobs that get none;
 * whatever ends an execution gives its slot back and hands it to the next parked job. Slots are
 * always locked in the order of their keys.
 */
final class Keys {
  private static final Sql ACQUIRE = Statements.sql("acquire_keys");
  private static final Sql PARK = Statements.sql("park");
  private static final Sql LOCK = Statements.sql("lock_keys");
  private static final Sql RELEASE = Statements.sql("release_keys");
  private static final Sql HAND_ON = Statements.sql("hand_on");

  private Keys() {}

  /**
   * Parks those of the taken jobs that need a slot of their key and get none; gives the others.
   *
   * @param yielding jobs that hold a slot and give it back, because they do not start after all
   */
  static List<Taken> parkOthers(
      Connection connection, List<Taken> taken, Collection<Taken> yielding) throws SQLException {
    Map<Long, Integer> granted = acquire(connection, taken, yielding);
    List<Taken> starting = new ArrayList<>();
    List<Taken> parked = new ArrayList<>();
    for (Taken job : taken) {
      boolean won = !job.needsKey() || granted.merge(keyOf(job), -1, Integer::sum) >= 0;
      (won ? starting : parked).add(job);
    }
    if (!parked.isEmpty()) {
      Taken.rows(PARK, connection, parked)
          .set("sinces_us", parked.stream().mapToLong(Taken::sinceMicros).toArray())
          .set("seqs", parked.stream().mapToLong(Taken::seq).toArray())
          .update();
    }
    release(connection, yielding.stream().map(Keys::keyOf).toList());
    return starting;
  }

  /**
   * Gives back one slot for each of these keys and hands it on; gives the routes where jobs became
   * ready.
   */
  static List<Integer> release(Connection connection, Collection<Long> keys) throws SQLException {
    long[] sorted = keys.stream().mapToLong(Long::longValue).distinct().sorted().toArray();
    if (sorted.length > 1) {
      LOCK.on(connection).set("keys", sorted).list(row -> row.getLong("key"));
    }
    return releasePinned(connection, keys);
  }

  /** The same in a transaction that pins its plans, where nothing has to be locked beforehand. */
  static List<Integer> releasePinned(Connection connection, Collection<Long> keys)
      throws SQLException {
    Map<Long, Integer> freed = new TreeMap<>();
    keys.forEach(key -> freed.merge(key, 1, Integer::sum));
    boolean parked = giveBack(connection, freed);
    long[] parkable =
        freed.keySet().stream().filter(key -> key >= 0).mapToLong(Long::longValue).toArray();
    return parked && parkable.length > 0 ? handOn(connection, parkable) : List.of();
  }

  /** Gives back slots without handing them on; says whether any job may be parked. */
  static boolean giveBack(Connection connection, Map<Long, Integer> freed) throws SQLException {
    if (freed.isEmpty()) {
      return false;
    }
    Map<Long, Integer> sorted = new TreeMap<>(freed);
    return RELEASE
        .on(connection)
        .set("keys", sorted.keySet().stream().mapToLong(Long::longValue).toArray())
        .set("freed", sorted.values().stream().mapToInt(Integer::intValue).toArray())
        .one(row -> row.getBoolean("parked"));
  }

  /** Hands whatever is free of these keys to the jobs parked for them. */
  static List<Integer> handOn(Connection connection, long[] sortedKeys) throws SQLException {
    return HAND_ON.on(connection).set("keys", sortedKeys).list(row -> row.getInt("route"));
  }

  /** Keys that are given back are locked with those that are wanted, all in one order. */
  private static Map<Long, Integer> acquire(
      Connection connection, List<Taken> taken, Collection<Taken> yielding) throws SQLException {
    Map<Long, Integer> wanted = new TreeMap<>();
    Map<Long, Integer> caps = new TreeMap<>();
    for (Taken job : taken) {
      if (job.needsKey()) {
        wanted.merge(keyOf(job), 1, Integer::sum);
        caps.put(keyOf(job), job.concurrencyLimit());
      }
    }
    for (Taken job : yielding) {
      wanted.putIfAbsent(keyOf(job), 0);
      caps.put(keyOf(job), job.concurrencyLimit());
    }
    Map<Long, Integer> granted = new HashMap<>();
    if (wanted.isEmpty()) {
      return granted;
    }
    ACQUIRE
        .on(connection)
        .set("keys", wanted.keySet().stream().mapToLong(Long::longValue).toArray())
        .set("wanted", wanted.values().stream().mapToInt(Integer::intValue).toArray())
        .set("caps", caps.values().stream().mapToInt(Integer::intValue).toArray())
        .list(row -> granted.put(row.getLong("key"), row.getInt("granted")));
    return granted;
  }

  private static long keyOf(Taken job) {
    Long key = job.key();
    if (key == null) {
      throw new IllegalStateException("job " + job.lease().job() + " has no key");
    }
    return key;
  }
}
