package dev.rota.engine.webhooks;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Delivery is one event for one webhook.
 *
 * @param event the name of an event, or {@code test}
 * @param subject what it is about, as in {@code job:…}
 * @param message by what the receiver knows it; a repeat has the one of what it repeats
 * @param job the job that carries it out
 * @param status what a server answered last
 */
public record Delivery(
    long id,
    String webhook,
    String event,
    @Nullable String subject,
    String message,
    String body,
    long job,
    @Nullable Long repeats,
    State state,
    int attempts,
    @Nullable Integer status,
    @Nullable String error,
    Instant createdAt,
    @Nullable Instant deliveredAt) {

  /** A State is how far a delivery is. */
  public enum State {
    PENDING,
    DELIVERED,
    FAILED;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    static State of(String word) {
      return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }
  }

  static Delivery read(ResultSet row) throws SQLException {
    return new Delivery(
        row.getLong("id"),
        row.getString("name"),
        row.getString("event"),
        row.getString("subject"),
        row.getString("message"),
        row.getString("body"),
        row.getLong("job"),
        Columns.nullableLong(row, "repeats"),
        State.of(row.getString("state")),
        row.getInt("attempts"),
        Columns.nullableInt(row, "status"),
        row.getString("error"),
        Columns.instant(row, "created_at"),
        Columns.nullableInstant(row, "delivered_at"));
  }
}
