package dev.rota.engine.scheduler;

import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Reads schedules and occurrences from their rows, and writes definitions into statements. */
final class ScheduleRows {
  private ScheduleRows() {}

  static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getLong("id"),
        definition(row),
        Columns.instant(row, "created_at"),
        row.getString("created_by"),
        Columns.nullableInstant(row, "paused_at"),
        row.getString("paused_by"),
        Columns.nullableInstant(row, "halted_at"),
        Columns.nullableLong(row, "halted_job"),
        Columns.nullableInstant(row, "next_run_at"),
        Columns.nullableInstant(row, "wake_at"),
        Columns.nullableInstant(row, "last_run_at"),
        Columns.nullableLong(row, "last_job"),
        row.getLong("runs"),
        row.getLong("completed"),
        row.getLong("failed"),
        row.getLong("cancelled"),
        Columns.nullableInstant(row, "last_success_at"),
        Columns.nullableInstant(row, "last_failure_at"),
        updatedAt(row),
        Columns.nullableInstant(row, "noted_to"));
  }

  private static Instant updatedAt(ResultSet row) throws SQLException {
    Instant updated = Columns.nullableInstant(row, "updated_at");
    return updated == null ? Columns.instant(row, "created_at") : updated;
  }

  static Occurrence occurrence(ResultSet row) throws SQLException {
    String state = row.getString("job_state");
    return new Occurrence(
        row.getLong("schedule"),
        Columns.instant(row, "planned_at"),
        Fate.of(row.getString("fate")),
        Columns.instant(row, "decided_at"),
        Columns.nullableInstant(row, "run_at"),
        Columns.nullableLong(row, "job"),
        state == null ? null : JobState.of(state),
        row.getInt("deferrals"),
        row.getString("reason"));
  }

  static Timetable timetable(ResultSet row) throws SQLException {
    return new Timetable(
        Trigger.parse("trigger", row.getString("trigger"), SchedulerOptions.SHORTEST),
        ZoneId.of(row.getString("time_zone")),
        Columns.nullableInstant(row, "starts_at"),
        Columns.nullableInstant(row, "ends_at"),
        new DstPolicy(
            DstPolicy.Gap.of(row.getString("dst_gap")),
            DstPolicy.Overlap.of(row.getString("dst_overlap"))));
  }

  private static NewSchedule definition(ResultSet row) throws SQLException {
    return new NewSchedule(
        row.getString("name"),
        job(row),
        timetable(row),
        row.getBoolean("from_completion"),
        Overlap.of(row.getString("overlap")),
        OnFailure.of(row.getString("on_failure")),
        new CatchUp(
            Columns.nullableInt(row, "catchup_max"),
            Columns.duration(row, "catchup_age"),
            Columns.duration(row, "catchup_spread"),
            Columns.duration(row, "jitter")),
        Columns.nullableLong(row, "plan"),
        Columns.nullableLong(row, "target"));
  }

  private static NewJob job(ResultSet row) throws SQLException {
    NewJob.Builder job =
        NewJob.kind(row.getString("kind"))
            .queue(row.getString("queue"))
            .payload(row.getString("payload"))
            .priority(row.getInt("priority"))
            .requires(Columns.texts(row.getArray("requires")).toArray(String[]::new))
            .tags(Columns.texts(row.getArray("tags")).toArray(String[]::new))
            .metadata(row.getString("metadata"))
            .tenant(row.getString("tenant"))
            .limits(Columns.limits(row));
    Integer maxRetries = Columns.nullableInt(row, "max_retries");
    if (maxRetries != null) {
      job.maxRetries(maxRetries);
    }
    Duration timeout = Columns.duration(row, "timeout");
    if (timeout != null) {
      job.timeout(timeout);
    }
    Duration base = Columns.duration(row, "retry_base");
    Duration cap = Columns.duration(row, "retry_cap");
    if (base != null && cap != null) {
      double factor = row.getDouble("retry_factor");
      job.retry(new RetryPolicy(base, factor, cap, row.getDouble("retry_jitter")));
    }
    String uniqueKey = row.getString("unique_key");
    if (uniqueKey != null) {
      job.unique(uniqueKey);
    }
    String key = row.getString("concurrency_key");
    return (key == null ? job : job.concurrency(key, row.getInt("concurrency_limit"))).build();
  }

  static Call define(Call call, NewSchedule schedule) throws SQLException {
    NewJob job = schedule.job();
    RetryPolicy retry = job.retry();
    Timetable timetable = schedule.timetable();
    CatchUp catchUp = schedule.catchUp();
    return call.set("name", schedule.name())
        .set("kind", job.kind())
        .set("queue", job.queue())
        .set("payload", job.payload())
        .set("priority", job.priority())
        .set("max_retries", job.maxRetries())
        .set("retry_base_ms", retry == null ? null : millis(retry.base()))
        .set("retry_factor", retry == null ? null : String.valueOf(retry.factor()))
        .set("retry_cap_ms", retry == null ? null : millis(retry.cap()))
        .set("retry_jitter", retry == null ? null : String.valueOf(retry.jitter()))
        .set("timeout_ms", millis(job.timeout()))
        .set("cpu_limit_ms", millis(job.limits().cpu()))
        .set("memory_limit_mb", job.limits().memoryMb())
        .set("tenant", job.tenant())
        .set("concurrency_key", job.concurrency() == null ? null : job.concurrency().key())
        .set(
            "concurrency_limit",
            job.concurrency() == null ? null : Integer.valueOf(job.concurrency().limit()))
        .set("unique_key", job.unique() == null ? null : job.unique().key())
        .set("requires", job.requires().stream().sorted().toArray(String[]::new))
        .set("tags", job.tags().toArray(String[]::new))
        .set("metadata", job.metadata())
        .set("trigger", timetable.trigger().text())
        .set("time_zone", timetable.zone().getId())
        .set("starts_at", text(timetable.start()))
        .set("ends_at", text(timetable.end()))
        .set("dst_gap", timetable.dst().gap().word())
        .set("dst_overlap", timetable.dst().overlap().word())
        .set("from_completion", schedule.fromCompletion())
        .set("overlap", schedule.overlap().word())
        .set("on_failure", schedule.onFailure().word())
        .set("catchup_max", catchUp.max())
        .set("catchup_age_ms", millis(catchUp.age()))
        .set("catchup_spread_ms", millis(catchUp.spread()))
        .set("jitter_ms", millis(catchUp.jitter()))
        .set("plan", schedule.plan())
        .set("target", schedule.target());
  }

  /** An instant as PostgreSQL reads it. */
  static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : Long.valueOf(duration.toMillis());
  }
}
