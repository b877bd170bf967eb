package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Resolver decides what becomes of jobs that wait for others when those have ended. Whatever ends
 * a job that others wait for leaves a note of it in the same transaction. A note may be acted on
 * twice; it is forgotten once.
 *
 * <p>Whoever stores a job that waits locks nothing, and whoever ends a job waits for nobody. So an
 * end may go unseen by the job that is being stored at that moment, and that job by the end: jobs
 * that were stored lately are looked at again for a while, and all others from time to time.
 */
final class Resolver {
  private static final Sql ENDS = Statements.sql("job_ends");
  private static final Sql CHILDREN = Statements.sql("waiting_children");
  private static final Sql LOCK = Statements.sql("lock_waiting");
  private static final Sql RESOLVE = Statements.sql("resolve");
  private static final Sql REVIVE = Statements.sql("revive");
  private static final Sql FORGET = Statements.sql("forget_ends");
  private static final Sql YOUNG = Statements.sql("young_parents");
  private static final Sql SWEEP = Statements.sql("sweep_parents");
  private static final Sql PRUNE = Statements.sql("forget_dependencies");
  private static final Sql LOCK_BATCHES = Statements.sql("lock_batches");
  private static final Sql FINISH = Statements.sql("finish_batches");
  private static final Sql LIVE = Statements.sql("live_batches");
  private static final Sql COMPACT = Statements.sql("compact_batches");
  private static final Sql FORGET_BATCHES = Statements.sql("forget_batches");
  private static final Duration LATELY = Duration.ofSeconds(20);
  private static final int ENDS_AT_ONCE = 500;
  private static final int CHUNK = 2_000;
  private static final int SWEPT = 10_000;
  private static final int COUNTS = 100;

  private final Database database;
  private final Announcer announcer;
  private final Set<Long> doubtfulBatches = ConcurrentHashMap.newKeySet();
  private long sweptTo;

  Resolver(Database database, Announcer announcer) {
    this.database = database;
    this.announcer = announcer;
  }

  private record End(long id, long job, boolean alive) {}

  private record Looked(long job, boolean doubtful) {}

  /** Sees to what follows from all that has ended. */
  void resolve() {
    do {
      while (resolveSome() == ENDS_AT_ONCE) {
        // more have ended
      }
    } while (finishBatches() > 0);
  }

  /** A batch that may be over is looked at by the next turn. */
  void doubt(long batch) {
    doubtfulBatches.add(batch);
  }

  /** Sees to ends that went unseen because both were being stored at the same time. */
  void resolveUnseen() {
    List<Long> parents =
        database.transact(connection -> {
          Database.pin(connection);
          return YOUNG
              .on(connection)
              .set("lately_ms", LATELY.toMillis())
              .set("max", CHUNK)
              .list(row -> row.getLong("parent"));
        });
    if (!parents.isEmpty()) {
      resolveChildren(parents);
      resolve();
    }
  }

  /** Looks at some of the jobs that wait, and at others the next time. */
  void sweep() {
    List<Looked> looked =
        database.transact(connection -> {
          Database.pin(connection);
          return SWEEP
              .on(connection)
              .set("after", sweptTo)
              .set("max", SWEPT)
              .list(row -> new Looked(row.getLong("job"), row.getBoolean("doubtful")));
        });
    List<Long> doubtful = looked.stream().filter(Looked::doubtful).map(Looked::job).toList();
    for (int from = 0; from < doubtful.size(); from += CHUNK) {
      resolve(doubtful.subList(from, Math.min(doubtful.size(), from + CHUNK)));
    }
    sweptTo = looked.size() < SWEPT ? 0 : looked.getLast().job();
    database.run(connection -> {
      COMPACT.on(connection).set("most", COUNTS).update();
      doubtfulBatches.addAll(
          LIVE.on(connection).set("after", 0).set("max", SWEPT).list(row -> row.getLong("id")));
    });
    resolve();
    doubtfulBatches.clear();
  }

  /** Forgets who waited for whom among jobs that are forgotten. */
  void prune(Duration retention) {
    database.run(connection -> {
      PRUNE.on(connection).set("retention_ms", retention.toMillis()).update();
      FORGET_BATCHES.on(connection).set("retention_ms", retention.toMillis()).update();
    });
  }

  private int resolveSome() {
    List<End> ends =
        database.transact(connection -> {
          Database.pin(connection);
          return ENDS.on(connection)
              .set("max", ENDS_AT_ONCE)
              .list(row ->
                  new End(
                      row.getLong("id"),
                      row.getLong("job"),
                      row.getString("state").equals("pending")));
        });
    if (ends.isEmpty()) {
      return 0;
    }
    List<Long> alive = ends.stream().filter(End::alive).map(End::job).distinct().toList();
    if (!alive.isEmpty()) {
      database.run(connection ->
          REVIVE.on(connection).set("parents", longs(alive)).one(row -> row.getLong("jobs")));
    }
    resolveChildren(ends.stream().filter(end -> !end.alive()).map(End::job).distinct().toList());
    doubtfulBatches.addAll(
        database.transact(connection ->
            FORGET
                .on(connection)
                .set("ids", longs(ends.stream().map(End::id).toList()))
                .list(row -> row.getLong("batch"))));
    return ends.size();
  }

  /**
   * Ends the batches that are over; gives how many notes that left. Those to which jobs are being
   * added stay in doubt.
   */
  private int finishBatches() {
    List<Long> doubtful = doubtfulBatches.stream().sorted().limit(CHUNK).toList();
    if (doubtful.isEmpty()) {
      return 0;
    }
    return database.transact(connection -> {
      List<Long> locked =
          LOCK_BATCHES
              .on(connection)
              .set("batches", longs(doubtful))
              .list(row -> row.getLong("id"));
      int noted = FINISH.on(connection).set("batches", longs(locked)).update();
      locked.forEach(doubtfulBatches::remove);
      return noted;
    });
  }

  private void resolveChildren(List<Long> parents) {
    long after = 0;
    for (int found = CHUNK; found == CHUNK; ) {
      long from = after;
      List<Long> children =
          database.transact(connection -> {
            Database.pin(connection);
            return CHILDREN
                .on(connection)
                .set("parents", longs(parents))
                .set("after", from)
                .set("max", CHUNK)
                .list(row -> row.getLong("job"));
          });
      resolve(children);
      found = children.size();
      after = children.isEmpty() ? after : children.getLast();
    }
  }

  private void resolve(List<Long> jobs) {
    if (!jobs.isEmpty()) {
      announcer.ready(database.transact(connection -> resolve(connection, jobs)));
    }
  }

  private static List<Integer> resolve(Connection connection, List<Long> jobs) throws SQLException {
    LOCK.on(connection).set("jobs", longs(jobs)).one(row -> row.getLong("jobs"));
    return new ArrayList<>(
        RESOLVE.on(connection).set("jobs", longs(jobs)).list(row -> row.getInt("route")));
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }
}
