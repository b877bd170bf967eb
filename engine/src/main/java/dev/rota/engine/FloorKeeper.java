package dev.rota.engine;

import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A FloorKeeper raises the floors of the lanes behind the rows that were claimed, so that a claim
 * never walks over the dead index entries that an old snapshot keeps in place. Floors only rise to
 * what is settled, go back to the start when an old writer ends, and are checked from the start
 * once a minute in any case, or as often as a hundredth of the time allows.
 */
final class FloorKeeper {
  private static final Sql OLDEST = Statements.sql("oldest_lane_rows");
  private static final Sql NEXT_DUE = Statements.sql("next_due");
  static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration SETTLE = Duration.ofSeconds(5);
  private static final Duration FULL = Duration.ofSeconds(60);
  private static final int SHARE = 20;

  /** After a look from the start that took longer, the next one has to wait its share. */
  private static final long DEAR_NANOS = 1_000_000_000;

  private final Database database;
  private final Lanes lanes;
  private final Writers writers;
  private final long settleNanos;
  private long lastFull = System.nanoTime();
  private long fullCost;
  private long lastFullDue = System.nanoTime();
  private boolean wantsFull;
  private volatile Instant dueFloor = Instant.EPOCH;

  FloorKeeper(Database database, Lanes lanes) {
    this(database, lanes, SETTLE);
  }

  FloorKeeper(Database database, Lanes lanes, Duration settle) {
    this.database = database;
    this.lanes = lanes;
    this.settleNanos = settle.toNanos();
    this.writers = new Writers(settleNanos);
  }

  /**
   * Takes a sample and moves the floors; rests so long that probes take at most a twentieth of the
   * time. Looks from the start have a measure of their own: the floors go on rising between them.
   */
  Duration tick() {
    long start = System.nanoTime();
    boolean full;
    try {
      long seq = database.transact(Writers::drawLine);
      full = database.transact(connection -> tick(connection, seq));
    } catch (RotaException e) {
      forget();
      throw e;
    }
    long cost = System.nanoTime() - start;
    if (full) {
      fullCost = cost;
      return EVERY;
    }
    Duration rest = Duration.ofNanos(cost * SHARE);
    return rest.compareTo(EVERY) > 0 ? rest : EVERY;
  }

  /**
   * Everything is looked at from the start again: after a reconnect the sequence may have stepped
   * back.
   */
  void forget() {
    writers.reset();
    lanes.resetFloors();
    dueFloor = Instant.EPOCH;
  }

  /**
   * No job that is due lies before this instant in delayed, but for those of {@link Writers old
   * writers} and of statements that took their time before they wrote.
   */
  Instant dueFloor() {
    return dueFloor;
  }

  /** Says whether it looked from the start. */
  private boolean tick(Connection connection, long seq) throws SQLException {
    Database.pin(connection);
    Writers.Settled settled = writers.sample(connection, seq);
    long sinceFull = System.nanoTime() - lastFull;
    wantsFull |= settled.surprise() || sinceFull > Math.max(FULL.toNanos(), 5 * SHARE * fullCost);
    boolean spared = fullCost > DEAR_NANOS && sinceFull < SHARE * fullCost;
    boolean full = wantsFull && !spared;
    moveLaneFloors(connection, settled.seq() + 1, full);
    moveDueFloor(connection, settled.clock(), full || isFullDue());
    if (full) {
      lastFull = System.nanoTime();
      wantsFull = false;
    }
    return full;
  }

  /**
   * A due time counts from the beginning of the statement that asked for it, which is a writer only
   * when it writes: nothing tells of such a latecomer, so the due are looked at from the start more
   * often.
   */
  private boolean isFullDue() {
    boolean full = System.nanoTime() - lastFullDue > settleNanos;
    if (full) {
      lastFullDue = System.nanoTime();
    }
    return full;
  }

  private void moveLaneFloors(Connection connection, long highest, boolean full)
      throws SQLException {
    int generation = lanes.generation();
    List<Integer> routes = new ArrayList<>();
    List<Short> numbers = new ArrayList<>();
    List<Long> floors = new ArrayList<>();
    for (Map.Entry<Integer, Map<Short, Long>> route : lanes.all().entrySet()) {
      for (Map.Entry<Short, Long> lane : route.getValue().entrySet()) {
        routes.add(route.getKey());
        numbers.add(lane.getKey());
        floors.add(full ? 0L : lane.getValue());
      }
    }
    if (routes.isEmpty()) {
      return;
    }
    record Found(int route, short lane, long seq) {}
    List<Found> found =
        OLDEST
            .on(connection)
            .set("routes", routes.stream().mapToInt(Integer::intValue).toArray())
            .set("lanes", numbers.stream().mapToInt(Short::intValue).toArray())
            .set("floors", floors.stream().mapToLong(Long::longValue).toArray())
            .list(row -> new Found(row.getInt("route"), row.getShort("lane"), row.getLong("seq")));
    for (Found one : found) {
      long floor = one.seq() < 0 ? highest : Math.min(one.seq(), highest);
      if (full || floor > lanes.floor(one.route(), one.lane())) {
        lanes.floor(generation, one.route(), one.lane(), floor);
      }
    }
  }

  private void moveDueFloor(Connection connection, Instant highest, boolean full)
      throws SQLException {
    Instant from = full ? Instant.EPOCH : dueFloor;
    record First(@Nullable Instant runAt) {}
    Instant first =
        NEXT_DUE
            .on(connection)
            .set("floor", from.toString())
            .one(row -> new First(Taken.nullableInstant(row, "run_at")))
            .runAt();
    Instant floor = first == null || first.isAfter(highest) ? highest : first;
    if (full || floor.isAfter(dueFloor)) {
      dueFloor = floor;
    }
  }
}
