package dev.rota.engine;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Batch is a number of jobs that belong together, and how they fare.
 *
 * @param open whether it goes on until it is closed
 * @param jobs how many belong to it
 * @param failedAt when the first of them failed for good
 * @param endedAt when all had ended
 * @param onComplete the job that runs then
 * @param onFailure the job that runs when the first has failed
 */
public record Batch(
    long id,
    String name,
    Instant createdAt,
    String createdBy,
    boolean open,
    long jobs,
    long running,
    long completed,
    long failed,
    long cancelled,
    @Nullable Instant failedAt,
    @Nullable Instant endedAt,
    @Nullable Long onComplete,
    @Nullable Long onFailure) {

  /** How many have not begun yet, or wait for another try. */
  public long pending() {
    return Math.max(0, jobs - running - completed - failed - cancelled);
  }

  /** How many of a hundred have ended. */
  public int progress() {
    return jobs == 0
        ? (endedAt == null ? 0 : 100)
        : (int) ((completed + failed + cancelled) * 100 / jobs);
  }

  static Batch read(ResultSet row) throws SQLException {
    return new Batch(
        row.getLong("id"),
        row.getString("name"),
        Columns.instant(row, "created_at"),
        row.getString("created_by"),
        row.getBoolean("open"),
        row.getLong("jobs"),
        row.getLong("running"),
        row.getLong("completed"),
        row.getLong("failed"),
        row.getLong("cancelled"),
        Columns.nullableInstant(row, "failed_at"),
        Columns.nullableInstant(row, "ended_at"),
        Columns.nullableLong(row, "on_complete"),
        Columns.nullableLong(row, "on_failure"));
  }
}
