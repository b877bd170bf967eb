package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Taken is one job as a claim took it out of ready, with all that its other tables need of it.
 *
 * @param starts whether it runs already; if not, that is still to be decided
 */
record Taken(
    Lease lease,
    Duration waited,
    int route,
    short lane,
    long seq,
    @Nullable String since,
    @Nullable Long key,
    @Nullable String uniq,
    @Nullable Long schedule,
    boolean starts,
    boolean holdsKey,
    int concurrencyLimit) {

  static Taken read(ResultSet row, Routes routes) throws SQLException {
    int route = row.getInt("route");
    return new Taken(
        lease(row, routes.byId(route)),
        Duration.ofMillis(row.getLong("waited_ms")),
        route,
        row.getShort("lane"),
        row.getLong("seq"),
        row.getString("since"),
        nullableLong(row, "key"),
        row.getString("uniq"),
        nullableLong(row, "schedule"),
        row.getBoolean("starts"),
        row.getBoolean("holds_key"),
        row.getInt("concurrency_limit"));
  }

  /** Whether it has to ask for a slot of its concurrency key before it runs. */
  boolean needsKey() {
    return key != null && !holdsKey;
  }

  /** Since when it might have started. */
  Instant dueAt() {
    return lease.startedAt().minus(waited);
  }

  private static Lease lease(ResultSet row, Route route) throws SQLException {
    Long timeout = nullableLong(row, "timeout_ms");
    String metadata = row.getString("metadata");
    String parents = row.getString("parents");
    return new Lease(
        row.getLong("job"),
        row.getLong("fence"),
        route.kind(),
        route.queue(),
        row.getString("payload"),
        row.getInt("attempt") + 1,
        row.getInt("retries"),
        row.getInt("max_retries"),
        row.getInt("priority"),
        timeout == null ? null : Duration.ofMillis(timeout),
        texts(row.getArray("tags")),
        metadata == null ? "{}" : metadata,
        row.getString("trace"),
        Instant.EPOCH.plus(row.getLong("now_us"), ChronoUnit.MICROS),
        parents == null ? "{}" : parents,
        Columns.limits(row));
  }

  /** A call of a statement that puts these jobs into another table. */
  static Call rows(Sql sql, Connection connection, List<Taken> jobs) throws SQLException {
    return sql.on(connection)
        .set("jobs", jobs.stream().mapToLong(t -> t.lease().job()).toArray())
        .set("routes", jobs.stream().mapToInt(Taken::route).toArray())
        .set("attempts", jobs.stream().mapToInt(t -> t.lease().attempt() - 1).toArray())
        .set("lanes", jobs.stream().mapToInt(Taken::lane).toArray())
        .set("retries", jobs.stream().mapToInt(t -> t.lease().retries()).toArray())
        .set("keys", jobs.stream().map(Taken::key).toArray(Long[]::new))
        .set("uniqs", jobs.stream().map(Taken::uniq).toArray(String[]::new))
        .set("schedules", jobs.stream().map(Taken::schedule).toArray(Long[]::new));
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return Columns.instant(row, column);
  }

  static @Nullable Instant nullableInstant(ResultSet row, String column) throws SQLException {
    return Columns.nullableInstant(row, column);
  }

  static @Nullable Long nullableLong(ResultSet row, String column) throws SQLException {
    return Columns.nullableLong(row, column);
  }

  static List<String> texts(@Nullable Array array) throws SQLException {
    return Columns.texts(array);
  }
}
