package dev.rota.engine.windows;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads windows from their table. */
final class WindowRows {
  private WindowRows() {}

  static Window window(ResultSet row) throws SQLException {
    NewWindow rule =
        new NewWindow(
            row.getString("name"),
            WindowSort.of(row.getString("sort")),
            WindowPolicy.of(row.getString("policy")),
            row.getString("trigger"),
            duration(row, "duration_ms"),
            row.getString("time_zone"),
            instant(row, "starts_at"),
            instant(row, "ends_at"),
            new Scope(
                row.getString("queue"),
                row.getString("kind"),
                row.getString("tag"),
                row.getString("target")),
            Duration.ofMillis(row.getLong("spread_ms")),
            row.getBoolean("enabled"));
    return new Window(
        row.getLong("id"),
        rule,
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getString("created_by"));
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
