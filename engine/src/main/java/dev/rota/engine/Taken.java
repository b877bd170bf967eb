package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.engine.sql.Columns;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Taken is one job as a claim took it out of ready, with all that its other tables need of it.
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
    boolean needsKey,
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
        row.getBoolean("needs_key"),
        row.getInt("concurrency_limit"));
  }

  private static Lease lease(ResultSet row, Route route) throws SQLException {
    Long timeout = nullableLong(row, "timeout_ms");
    String metadata = row.getString("metadata");
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
        Instant.EPOCH.plus(row.getLong("now_us"), ChronoUnit.MICROS));
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
