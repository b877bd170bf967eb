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
 * @param sinceMicros since when it might have started, in microseconds since 1970
 * @param starts whether it runs already; if not, that is still to be decided
 */
record Taken(
    Lease lease,
    int route,
    short lane,
    long seq,
    long sinceMicros,
    @Nullable Long key,
    @Nullable String uniq,
    @Nullable Long schedule,
    boolean starts,
    boolean holdsKey,
    int concurrencyLimit) {

  /** A Row is what the statements that take jobs answer of one. */
  record Row(
      long job,
      long fence,
      int route,
      short lane,
      long seq,
      long sinceMicros,
      long nowMicros,
      boolean starts,
      int attempt,
      int retries,
      boolean holdsKey,
      @Nullable Long key,
      @Nullable String uniq,
      @Nullable Long schedule) {
    static final int COLUMNS = 14;

    /** By the places of the columns: every job is read here, and names are looked up each time. */
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          row.getLong(1),
          row.getLong(2),
          row.getInt(3),
          row.getShort(4),
          row.getLong(5),
          row.getLong(6),
          row.getLong(7),
          row.getBoolean(8),
          row.getInt(9),
          row.getInt(10),
          row.getBoolean(11),
          Columns.nullableLong(row, 12),
          row.getString(13),
          Columns.nullableLong(row, 14));
    }

    Taken as(Route type, Definition asked) {
      Lease lease =
          new Lease(
              job,
              fence,
              type.kind(),
              type.queue(),
              asked.payload(),
              attempt + 1,
              retries,
              asked.maxRetries(),
              asked.priority(),
              asked.timeout(),
              asked.tags(),
              asked.metadata(),
              asked.trace(),
              Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS),
              asked.parents(),
              asked.limits());
      return new Taken(
          lease,
          route,
          lane,
          seq,
          sinceMicros,
          key,
          uniq,
          schedule,
          starts,
          holdsKey,
          asked.concurrencyLimit());
    }
  }

  /** Whether it has to ask for a slot of its concurrency key before it runs. */
  boolean needsKey() {
    return key != null && !holdsKey;
  }

  /** Since when it might have started. */
  Instant dueAt() {
    return Instant.EPOCH.plus(sinceMicros, ChronoUnit.MICROS);
  }

  /** How long it has waited since then. */
  Duration waited() {
    return Duration.between(dueAt(), lease.startedAt());
  }

  /** A call of a statement that puts these jobs into another table. */
  static Call rows(Sql sql, Connection connection, List<Taken> jobs) throws SQLException {
    return sql.on(connection)
        .set("jobs", jobs.stream().mapToLong(t -> t.lease().job()).toArray())
        .set("routes", jobs.stream().mapToInt(Taken::route).toArray())
        .set("attempts", jobs.stream().mapToInt(t -> t.lease().attempt() - 1).toArray())
        .set("lanes", jobs.stream().mapToInt(Taken::lane).toArray())
        .set("retries", jobs.stream().mapToInt(t -> t.lease().retries()).toArray())
        .set("keys", Call.known(jobs.stream().map(Taken::key).toArray(Long[]::new)))
        .set("uniqs", Call.known(jobs.stream().map(Taken::uniq).toArray(String[]::new)))
        .set("schedules", Call.known(jobs.stream().map(Taken::schedule).toArray(Long[]::new)));
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
