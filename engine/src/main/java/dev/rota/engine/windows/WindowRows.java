package dev.rota.engine.windows;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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
            Columns.nullableInstant(row, "starts_at"),
            Columns.nullableInstant(row, "ends_at"),
            new Scope(
                row.getString("queue"),
                row.getString("kind"),
                row.getString("tag"),
                row.getString("target")),
            Duration.ofMillis(row.getLong("spread_ms")),
            row.getBoolean("enabled"));
    return new Window(
        row.getLong("id"), rule, Columns.instant(row, "created_at"), row.getString("created_by"));
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    Long millis = Columns.nullableLong(row, column);
    return millis == null ? null : Duration.ofMillis(millis);
  }
}
