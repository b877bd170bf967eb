package dev.rota.engine;

import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.RowStream;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A JobCopy stores many jobs by COPY, which takes the server a third as long as a statement. It
 * knows only jobs that may start at once and have no keys: others need what a statement works out.
 */
final class JobCopy {
  private static final Sql DEFAULTS = Statements.sql("copy_defaults");
  private static final Sql JOBS = Statements.sql("copy_jobs");
  private static final Sql READY = Statements.sql("copy_ready");

  private final Connection connection;

  JobCopy(Connection connection) {
    this.connection = connection;
  }

  static boolean takes(NewJob job) {
    return job.unique() == null
        && job.idempotencyKey() == null
        && job.parents().jobs().isEmpty()
        && job.concurrency() == null
        && job.runAt() == null
        && job.delay().isZero()
        && job.timeout() == null
        && job.limits().isNone();
  }

  /** What the queue of a route says of jobs that do not. */
  private record Defaults(int maxRetries, @Nullable Duration timeout, Limits limits) {
    static Defaults read(ResultSet row) throws SQLException {
      return new Defaults(
          row.getInt("max_retries"), Columns.duration(row, "timeout"), Columns.limits(row));
    }
  }

  /**
   * Stores the jobs in the connection's transaction; answers their ids in their order. Those of a
   * priority are stored side by side: they will be claimed together, and lie on few pages then.
   */
  List<Long> store(List<NewJob> jobs, int[] routes) throws SQLException {
    int[] order = byPriority(jobs);
    List<Long> ids = Enqueuer.newIds(connection, order.length);
    Map<Integer, Defaults> defaults = defaults(routes);
    try (RowStream rows = new RowStream(connection, JOBS)) {
      for (int i = 0; i < order.length; i++) {
        int route = routes[order[i]];
        write(rows, ids.get(i), jobs.get(order[i]), route, of(route, defaults));
      }
      rows.end();
    }
    try (RowStream rows = new RowStream(connection, READY)) {
      for (int i = 0; i < order.length; i++) {
        NewJob job = jobs.get(order[i]);
        rows.row(4)
            .int8(ids.get(i))
            .int4(routes[order[i]])
            .int2(Head.laneOf(job.priority()))
            .int8(job.schedule());
      }
      rows.end();
    }
    return inOrder(ids, order);
  }

  /** The places of the jobs in their list, higher priorities first. */
  private static int[] byPriority(List<NewJob> jobs) {
    return IntStream.range(0, jobs.size())
        .boxed()
        .sorted(Comparator.comparingInt(i -> -jobs.get(i).priority()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static List<Long> inOrder(List<Long> ids, int[] order) {
    Long[] theirs = new Long[order.length];
    for (int i = 0; i < order.length; i++) {
      theirs[order[i]] = ids.get(i);
    }
    return List.of(theirs);
  }

  private static void write(RowStream rows, long id, NewJob job, int route, Defaults defaults)
      throws SQLException {
    rows.row(13)
        .int8(id)
        .int8(job.schedule())
        .int4(route)
        .int2(job.priority())
        .int2(job.maxRetries() == null ? defaults.maxRetries() : job.maxRetries())
        .text(job.payload())
        .retry(job.retry())
        .interval(defaults.timeout())
        .texts(job.tags())
        .jsonb(Enqueuer.metadata(job))
        .text(job.trace())
        .text(Enqueuer.creator(job))
        .limits(defaults.limits());
  }

  private Map<Integer, Defaults> defaults(int[] routes) throws SQLException {
    Map<Integer, Defaults> defaults = new HashMap<>();
    DEFAULTS
        .on(connection)
        .set("routes", Arrays.stream(routes).distinct().toArray())
        .list(row -> defaults.put(row.getInt("route"), Defaults.read(row)));
    return defaults;
  }

  private static Defaults of(int route, Map<Integer, Defaults> defaults) {
    Defaults found = defaults.get(route);
    if (found == null) {
      throw new IllegalStateException("route " + route + " has no queue");
    }
    return found;
  }
}
