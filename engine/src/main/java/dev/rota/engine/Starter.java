package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Hold;
import dev.rota.engine.windows.WindowCalendar;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A Starter starts the jobs that a claim has taken out of ready, unless windows put them off or
 * they have to wait for their concurrency key.
 */
final class Starter {
  private static final Sql START = Statements.sql("start");
  private static final Sql PUT_OFF = Statements.sql("put_off");

  private final WindowCalendar calendar;
  private final Holder holder;
  private final int[] slotRoutes;
  private boolean lockedKeys;

  Starter(WindowCalendar calendar, Holder holder, int[] slotRoutes) {
    this.calendar = calendar;
    this.holder = holder;
    this.slotRoutes = slotRoutes;
  }

  int worker() {
    return holder.worker();
  }

  @Nullable Long leaseMillis() {
    return Enqueuer.millis(holder.lease());
  }

  int[] slotRoutes() {
    return slotRoutes;
  }

  /** Whether it has locked keys in this transaction, which can be done once. */
  boolean hasLockedKeys() {
    return lockedKeys;
  }

  /** Those of the taken jobs that run now. */
  List<Taken> start(Connection connection, List<Taken> taken) throws SQLException {
    List<Taken> undecided = taken.stream().filter(job -> !job.starts()).toList();
    if (undecided.isEmpty()) {
      return taken;
    }
    Map<Taken, Hold> holds = holds(undecided);
    List<Taken> free = undecided.stream().filter(job -> !holds.containsKey(job)).toList();
    List<Taken> yielding = holds.keySet().stream().filter(Taken::holdsKey).toList();
    lockedKeys = !yielding.isEmpty() || free.stream().anyMatch(Taken::needsKey);
    putOff(connection, holds);
    List<Taken> starting = Keys.parkOthers(connection, free, yielding);
    startNow(connection, starting);
    Set<Taken> started = new HashSet<>(starting);
    return taken.stream().filter(job -> job.starts() || started.contains(job)).toList();
  }

  /** The jobs that windows do not let start yet. */
  private Map<Taken, Hold> holds(List<Taken> jobs) {
    Map<Taken, Hold> holds = new LinkedHashMap<>();
    for (Taken job : jobs) {
      hold(job).ifPresent(hold -> holds.put(job, hold));
    }
    return holds;
  }

  /** A job that has been handed its key has waited its turn, and starts as soon as it may. */
  private Optional<Hold> hold(Taken job) {
    Lease lease = job.lease();
    return calendar
        .hold(
            lease.queue(),
            lease.kind(),
            lease.tags(),
            lease.timeout(),
            job.dueAt(),
            lease.startedAt(),
            ThreadLocalRandom.current().nextDouble())
        .filter(hold -> hold.isClosed() || !job.holdsKey());
  }

  private static void putOff(Connection connection, Map<Taken, Hold> holds) throws SQLException {
    if (holds.isEmpty()) {
      return;
    }
    List<Taken> jobs = new ArrayList<>(holds.keySet());
    Taken.rows(PUT_OFF, connection, jobs)
        .set(
            "run_ats",
            holds.values().stream().map(h -> h.until().toString()).toArray(String[]::new))
        .set(
            "helds",
            holds.values().stream().map(h -> String.valueOf(h.isClosed())).toArray(String[]::new))
        .update();
  }

  private void startNow(Connection connection, List<Taken> jobs) throws SQLException {
    if (jobs.isEmpty()) {
      return;
    }
    Taken.rows(START, connection, jobs)
        .set("fences", jobs.stream().mapToLong(job -> job.lease().fence()).toArray())
        .set("sinces_us", jobs.stream().mapToLong(Taken::sinceMicros).toArray())
        .set("taken_at", jobs.getFirst().lease().startedAt().toString())
        .set("worker", worker())
        .set("lease_ms", leaseMillis())
        .set("slot_routes", slotRoutes)
        .update();
  }
}
