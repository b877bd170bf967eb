package dev.rota.benchmarks;

import dev.rota.engine.Engine;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A RawSql drains a queue by the engine's own statements in a bare loop: what the database can do
 * when there is no runtime around it. Each of its two connections completes its last batch and
 * takes the next one in one transaction.
 */
final class RawSql implements AutoCloseable {
  private static final Sql REGISTER = Sql.load(Engine.class, "register_worker");
  private static final Sql TAKE = Sql.load(Engine.class, "take");
  private static final Sql DEFINITIONS = Sql.load(Engine.class, "definitions");
  private static final Sql COMPLETE = Sql.load(Engine.class, "complete");
  private static final int CONNECTIONS = 2;
  private static final int BATCH = 500;

  private final List<Connection> connections = new ArrayList<>();
  private final int route;
  private final int lane;
  private final int worker;

  RawSql(Scratch database) throws SQLException {
    this.route = (int) database.number("SELECT id FROM rota.route");
    this.lane = (int) database.number("SELECT rota.lane(0, 0)");
    for (int i = 0; i < CONNECTIONS; i++) {
      Connection connection = database.connect();
      connections.add(connection);
      pin(connection);
      connection.setAutoCommit(false);
    }
    this.worker = register(connections.getFirst());
  }

  private record Taken(long job, long fence, long seq) {}

  /** Drains everything; tells of each job when it is completed. */
  void drain(Runnable completed) throws Exception {
    List<Callable<Boolean>> loops = new ArrayList<>();
    connections.forEach(connection -> loops.add(() -> drain(connection, completed)));
    try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
      for (Future<Boolean> loop : threads.invokeAll(loops)) {
        loop.get();
      }
    }
  }

  @Override
  public void close() {
    try {
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean drain(Connection connection, Runnable completed) throws SQLException {
    // Nothing is left below the last batch: like the engine, the loop starts behind it.
    long floor = 0;
    List<Taken> last = List.of();
    do {
      List<Taken> done = last;
      complete(connection, done);
      last = take(connection, floor);
      read(connection, last);
      connection.commit();
      done.forEach(job -> completed.run());
      floor = last.stream().mapToLong(Taken::seq).min().orElse(floor);
    } while (!last.isEmpty());
    return true;
  }

  /** Only a worker that is alive gets jobs. */
  private static int register(Connection connection) throws SQLException {
    int worker =
        REGISTER
            .on(connection)
            .set("name", "raw")
            .set("version", "")
            .set("host", "")
            .set("pid", ProcessHandle.current().pid())
            .set("capabilities", "{}")
            .set("lease_ms", Duration.ofHours(1).toMillis())
            .one(row -> row.getInt("id"));
    connection.commit();
    return worker;
  }

  /** The engine pins its plans for each transaction; here once will do. */
  private static void pin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET plan_cache_mode = force_generic_plan");
      for (String plan : List.of("seqscan", "bitmapscan", "hashjoin", "mergejoin")) {
        statement.execute("SET enable_" + plan + " = off");
      }
    }
  }

  private List<Taken> take(Connection connection, long floor) throws SQLException {
    return TAKE.on(connection)
        .set("routes", new int[] {route})
        .set("lanes", new int[] {lane})
        .set("from_seqs", new long[] {floor})
        .set("to_seqs", new long[] {Long.MAX_VALUE})
        .set("min_waits_ms", new long[] {0})
        .set("quotas", new int[] {BATCH})
        .set("max", BATCH)
        .set("worker", worker)
        .set("lease_ms", (Long) null)
        .set("slot_routes", new int[0])
        .set("mixed_routes", new int[0])
        .set("open_until", "infinity")
        .list(row -> new Taken(row.getLong("job"), row.getLong("fence"), row.getLong("seq")));
  }

  private static void read(Connection connection, List<Taken> batch) throws SQLException {
    long[] jobs = batch.stream().mapToLong(Taken::job).sorted().toArray();
    if (jobs.length > 0) {
      DEFINITIONS
          .on(connection)
          .set("jobs", jobs)
          .set("first_job", jobs[0])
          .set("last_job", jobs[jobs.length - 1])
          .list(row -> row.getString("payload"));
    }
  }

  private static void complete(Connection connection, List<Taken> batch) throws SQLException {
    if (batch.isEmpty()) {
      return;
    }
    int size = batch.size();
    Long[] ran = new Long[size];
    Arrays.fill(ran, 0L);
    COMPLETE
        .on(connection)
        .set("jobs", batch.stream().mapToLong(Taken::job).toArray())
        .set("fences", batch.stream().mapToLong(Taken::fence).toArray())
        .set("ran_ms", ran)
        .set("results", new String[0])
        .set("counters", new String[0])
        .set("cpu_ms", new Long[0])
        .set("memory_mb", new Integer[0])
        .set("metadatas", new String[0])
        .list(row -> row.getLong("fence"));
  }
}
