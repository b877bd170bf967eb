package dev.rota.engine.webhooks;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Note is something that happened and is to be told.
 *
 * @param details what is known of it beside the job: of an alert, or of times that were missed
 */
record Note(
    long id,
    WebhookEvent event,
    Instant at,
    @Nullable Long job,
    @Nullable Long execution,
    @Nullable String details,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tenant,
    List<String> tags,
    @Nullable String scheduleName,
    @Nullable String alertRule) {

  static Note read(ResultSet row) throws SQLException {
    return new Note(
        row.getLong("id"),
        WebhookEvent.of("event", row.getString("event")),
        Columns.instant(row, "at"),
        Columns.nullableLong(row, "job"),
        Columns.nullableLong(row, "execution"),
        row.getString("details"),
        row.getString("queue"),
        row.getString("kind"),
        row.getString("tenant"),
        Columns.texts(row.getArray("tags")),
        row.getString("schedule_name"),
        row.getString("alert_rule"));
  }

  /** What tells two events apart. */
  String identity() {
    return event.word() + ":" + (execution == null ? "note " + id : execution.toString());
  }

  /** Whose outcomes are compared: those of one schedule, or of one kind in one queue. */
  String series() {
    return scheduleName == null
        ? "kind:" + kind + " queue:" + queue
        : "schedule:" + Objects.requireNonNull(scheduleName);
  }
}
