package dev.rota.engine;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.windows.WindowCalendar;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads jobs and executions from the views of the same names. */
final class JobRows {
  /** What a job waits for before windows matter to it. */
  private static final Set<String> WAITS = Set.of("key", "dependency");

  private JobRows() {}

  static Job job(ResultSet row, WindowCalendar calendar) throws SQLException {
    return new Job(
        row.getLong("id"),
        row.getString("kind"),
        row.getString("queue"),
        state(row),
        row.getString("payload"),
        row.getInt("priority"),
        row.getInt("effective_priority"),
        row.getInt("attempt"),
        row.getInt("retries"),
        row.getInt("max_retries"),
        Set.copyOf(Taken.texts(row.getArray("requires"))),
        row.getString("unique_key"),
        row.getString("concurrency_key"),
        Columns.duration(row, "timeout"),
        tags(row),
        row.getString("metadata"),
        row.getString("trace"),
        row.getString("created_by"),
        Taken.instant(row, "created_at"),
        Taken.nullableInstant(row, "run_at"),
        Taken.nullableInstant(row, "started_at"),
        Taken.nullableInstant(row, "finished_at"),
        Columns.nullableInt(row, "progress"),
        row.getString("progress_message"),
        row.getString("error"),
        row.getString("result"),
        row.getBoolean("cancel"),
        isHeld(row, calendar) ? "window" : row.getString("waiting_on"),
        row.getString("tenant"),
        Columns.limits(row));
  }

  /**
   * Whether windows keep it from starting; a job that waits for its key or for others says that
   * first.
   */
  private static boolean isHeld(ResultSet row, WindowCalendar calendar) throws SQLException {
    return switch (state(row)) {
      case PENDING ->
          !WAITS.contains(String.valueOf(row.getString("waiting_on")))
              && calendar
                  .closure(
                      row.getString("queue"),
                      row.getString("kind"),
                      tags(row),
                      Columns.duration(row, "timeout"),
                      Taken.instant(row, "now"))
                  .isPresent();
      case SCHEDULED -> row.getBoolean("held");
      case RUNNING, PAUSED, COMPLETED, FAILED, CANCELLED -> false;
    };
  }

  static JobState state(ResultSet row) throws SQLException {
    return JobState.of(row.getString("state"));
  }

  private static List<String> tags(ResultSet row) throws SQLException {
    return Taken.texts(row.getArray("tags"));
  }

  static NumberedExecution numbered(ResultSet row, @Nullable Long recurring) throws SQLException {
    return new NumberedExecution(execution(row), row.getLong("number"), recurring);
  }

  static Execution execution(ResultSet row) throws SQLException {
    Instant started = Taken.instant(row, "started_at");
    Instant finished = Taken.nullableInstant(row, "finished_at");
    return new Execution(
        row.getLong("id"),
        row.getLong("job"),
        row.getString("kind"),
        row.getString("queue"),
        row.getInt("attempt"),
        row.getString("status"),
        Taken.instant(row, "due_at"),
        started,
        finished,
        finished == null ? null : Duration.between(started, finished),
        row.getString("worker"),
        row.getString("token"),
        row.getInt("retries"),
        row.getString("error_type"),
        row.getString("error"),
        row.getString("stack_trace"),
        row.getString("result"),
        row.getString("counters"),
        Taken.nullableLong(row, "cpu_ms"),
        Columns.nullableInt(row, "memory_peak_mb"),
        row.getString("metadata"));
  }
}
