package dev.rota.engine.sql;

import dev.rota.Limits;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;

/** Reads the columns of a row that JDBC has no plain getter for. */
public final class Columns {
  private Columns() {}

  public static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  public static @Nullable Instant nullableInstant(ResultSet row, String column)
      throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  public static @Nullable Long nullableLong(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  /** The same by the place of the column. */
  public static @Nullable Long nullableLong(ResultSet row, int place) throws SQLException {
    long value = row.getLong(place);
    return row.wasNull() ? null : value;
  }

  public static @Nullable Integer nullableInt(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  public static @Nullable Double nullableDouble(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : value;
  }

  public static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    PGInterval interval = (PGInterval) row.getObject(column);
    if (interval == null) {
      return null;
    }
    return Duration.ofDays(interval.getDays())
        .plusHours(interval.getHours())
        .plusMinutes(interval.getMinutes())
        .plusSeconds(interval.getWholeSeconds())
        .plusNanos(interval.getMicroSeconds() * 1000L);
  }

  public static Limits limits(ResultSet row) throws SQLException {
    Duration cpu = duration(row, "cpu_limit");
    Integer memory = nullableInt(row, "memory_limit_mb");
    return cpu == null && memory == null ? Limits.NONE : new Limits(cpu, memory);
  }

  public static List<String> texts(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }
}
