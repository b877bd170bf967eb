package dev.rota.engine.scheduler;

import dev.rota.JobState;
import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads recurring jobs from their rows. */
final class RecurringRows {
  private RecurringRows() {}

  static RecurringJob job(ResultSet row) throws SQLException {
    Schedule schedule = ScheduleRows.schedule(row);
    return new RecurringJob(
        schedule,
        new Recurrence(
            schedule.timetable(), row.getString("interval_type"), row.getString("schedule_time")),
        Columns.nullableInstant(row, "cancelled_at"),
        JobState.of(row.getString("state")),
        run(row));
  }

  private static RecurringJob.@Nullable Run run(ResultSet row) throws SQLException {
    Long job = Columns.nullableLong(row, "run");
    return job == null
        ? null
        : new RecurringJob.Run(
            job,
            JobState.of(row.getString("run_state")),
            row.getInt("run_attempt"),
            row.getInt("run_retries"),
            Columns.nullableInstant(row, "run_at"),
            Columns.nullableInstant(row, "run_started_at"),
            Columns.nullableInstant(row, "run_finished_at"),
            row.getString("run_error"),
            row.getString("run_result"),
            Columns.nullableInt(row, "run_progress"),
            row.getString("run_progress_message"),
            row.getBoolean("run_cancel"),
            Columns.nullableLong(row, "run_fence"),
            row.getString("run_waiting_on"));
  }
}
