package dev.rota.engine;

import dev.rota.Limits;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Definition is what was asked for of a job, as far as it matters to who runs it. */
record Definition(
    String payload,
    int maxRetries,
    int priority,
    int concurrencyLimit,
    @Nullable Duration timeout,
    List<String> tags,
    String metadata,
    @Nullable String trace,
    String parents,
    Limits limits) {
  private static final Sql DEFINITIONS = Statements.sql("definitions");

  /** Those of some jobs, in a transaction that pins its plans. */
  static Map<Long, Definition> of(Connection connection, long[] jobs) throws SQLException {
    Map<Long, Definition> found = HashMap.newHashMap(jobs.length);
    if (jobs.length > 0) {
      DEFINITIONS
          .on(connection)
          .set("jobs", jobs)
          .set("first_job", Arrays.stream(jobs).min().orElseThrow())
          .set("last_job", Arrays.stream(jobs).max().orElseThrow())
          .list(row -> found.put(row.getLong(1), read(row, 1)));
    }
    return found;
  }

  /** Reads it from the columns after these, by their places: every job is read here. */
  static Definition read(ResultSet row, int after) throws SQLException {
    Long timeout = Columns.nullableLong(row, after + 5);
    String metadata = row.getString(after + 7);
    String parents = row.getString(after + 9);
    return new Definition(
        row.getString(after + 1),
        row.getInt(after + 2),
        row.getInt(after + 3),
        row.getInt(after + 4),
        timeout == null ? null : Duration.ofMillis(timeout),
        Columns.texts(row.getArray(after + 6)),
        metadata == null ? "{}" : metadata,
        row.getString(after + 8),
        parents == null ? "{}" : parents,
        Columns.limits(row));
  }
}
