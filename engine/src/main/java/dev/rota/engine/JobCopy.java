package dev.rota.engine;

import dev.rota.NewJob;
import dev.rota.engine.sql.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A JobCopy stores many jobs by COPY, which takes the server half as long as a statement. It knows
 * only jobs that may start at once and have no keys: others need what a statement works out.
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
  private record Defaults(
      String maxRetries, @Nullable String timeout, @Nullable String limits, String now) {
    static Defaults read(ResultSet row) throws SQLException {
      return new Defaults(
          row.getString("max_retries"),
          row.getString("timeout"),
          row.getString("limits"),
          row.getString("now"));
    }
  }

  /** Stores the jobs in the connection's transaction; answers their ids in their order. */
  List<Long> store(List<NewJob> jobs, int[] routes) throws SQLException {
    List<Long> ids = Enqueuer.newIds(connection, jobs.size());
    Map<Integer, Defaults> defaults = defaults(routes);
    try (Lines lines = new Lines(JOBS)) {
      for (int i = 0; i < routes.length; i++) {
        write(lines, ids.get(i), jobs.get(i), routes[i], of(routes[i], defaults));
      }
      lines.end();
    }
    try (Lines lines = new Lines(READY)) {
      for (int i = 0; i < routes.length; i++) {
        lines
            .cell(ids.get(i))
            .cell(of(routes[i], defaults).now())
            .cell(routes[i])
            .cell(Head.laneOf(jobs.get(i).priority()))
            .cell(jobs.get(i).schedule())
            .endLine();
      }
      lines.end();
    }
    return ids;
  }

  private static void write(Lines lines, long id, NewJob job, int route, Defaults defaults)
      throws SQLException {
    lines
        .cell(id)
        .cell(defaults.now())
        .cell(job.schedule())
        .cell(route)
        .cell(job.priority())
        .cell(job.maxRetries() == null ? defaults.maxRetries() : job.maxRetries().toString())
        .cell(job.payload())
        .cell(Enqueuer.composite(job.retry()))
        .cell(defaults.timeout())
        .cell(Enqueuer.tags(job))
        .cell(Enqueuer.metadata(job))
        .cell(job.trace())
        .cell(Enqueuer.creator(job))
        .cell(defaults.limits())
        .endLine();
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

  /**
   * Lines are rows on their way to the server, which reads the first while the last are written.
   */
  private final class Lines implements AutoCloseable {
    private static final int BLOCK = 32_768;

    private final CopyIn copy;
    private final StringBuilder text = new StringBuilder(2 * BLOCK);

    Lines(Sql statement) throws SQLException {
      this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement.jdbc());
    }

    Lines cell(long number) {
      text.append(number).append('\t');
      return this;
    }

    Lines cell(@Nullable Long number) {
      return number == null ? cell((String) null) : cell(number.longValue());
    }

    Lines cell(@Nullable String value) {
      if (value == null) {
        text.append("\\N");
      } else {
        escape(value);
      }
      text.append('\t');
      return this;
    }

    private void escape(String value) {
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        switch (c) {
          case '\\' -> text.append("\\\\");
          case '\t' -> text.append("\\t");
          case '\n' -> text.append("\\n");
          case '\r' -> text.append("\\r");
          default -> text.append(c);
        }
      }
    }

    void endLine() throws SQLException {
      text.setCharAt(text.length() - 1, '\n');
      if (text.length() >= BLOCK) {
        send();
      }
    }

    void end() throws SQLException {
      send();
      copy.endCopy();
    }

    private void send() throws SQLException {
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      copy.writeToCopy(bytes, 0, bytes.length);
      text.setLength(0);
    }

    /** One that was not ended must not keep its connection. */
    @Override
    public void close() throws SQLException {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }
}
