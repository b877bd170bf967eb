package dev.rota.engine.webhooks;

import dev.rota.engine.sql.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Webhook is an address that is told of what happens, and how its deliveries went of late.
 *
 * @param pausedReason why nothing is delivered, if it is paused
 * @param deliveries how many there were within a day
 * @param failed how many of them failed
 */
public record Webhook(
    long id,
    NewWebhook definition,
    @Nullable Instant pausedAt,
    @Nullable String pausedBy,
    @Nullable String pausedReason,
    @Nullable Instant previousUntil,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant lastDeliveryAt,
    @Nullable String lastState,
    long deliveries,
    long failed) {

  public String name() {
    return definition.name();
  }

  public boolean isActive() {
    return pausedAt == null;
  }

  static Webhook read(ResultSet row) throws SQLException {
    return new Webhook(
        row.getLong("id"),
        definition(row),
        Columns.nullableInstant(row, "paused_at"),
        row.getString("paused_by"),
        row.getString("paused_reason"),
        Columns.nullableInstant(row, "previous_until"),
        Columns.instant(row, "created_at"),
        Columns.instant(row, "updated_at"),
        Columns.nullableInstant(row, "last_delivery_at"),
        row.getString("last_state"),
        row.getLong("deliveries"),
        row.getLong("failed"));
  }

  static NewWebhook definition(ResultSet row) throws SQLException {
    return new NewWebhook(
        row.getString("name"),
        new WebhookAddress(row.getString("url")),
        events(row),
        new WebhookFilter(
            Columns.texts(row.getArray("queues")),
            Columns.texts(row.getArray("kinds")),
            Columns.texts(row.getArray("tags")),
            Columns.texts(row.getArray("schedules")),
            Columns.texts(row.getArray("tenants")),
            Columns.texts(row.getArray("alerts"))),
        row.getBoolean("on_change_only"),
        Duration.ofMillis(row.getLong("timeout_ms")),
        row.getInt("max_attempts"),
        row.getString("description"));
  }

  private static Set<WebhookEvent> events(ResultSet row) throws SQLException {
    Set<WebhookEvent> events = EnumSet.noneOf(WebhookEvent.class);
    for (String word : Columns.texts(row.getArray("events"))) {
      events.add(WebhookEvent.of("events", word));
    }
    return events;
  }
}
