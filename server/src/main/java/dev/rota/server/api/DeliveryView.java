package dev.rota.server.api;

import dev.rota.engine.webhooks.Delivery;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A DeliveryView is a delivery as callers see it.
 *
 * @param webhookId by what its receiver knows it
 * @param status what its receiver answered last
 * @param repeats the delivery that it repeats
 */
record DeliveryView(
    String id,
    String webhook,
    String webhookId,
    String event,
    @Nullable String subject,
    String state,
    String jobId,
    int attempts,
    @Nullable Integer status,
    @Nullable String error,
    Raw body,
    @Nullable String repeats,
    Instant createdAt,
    @Nullable Instant deliveredAt) {

  static DeliveryView of(Delivery delivery) {
    return new DeliveryView(
        Ids.DELIVERY.show(delivery.id()),
        delivery.webhook(),
        delivery.message(),
        delivery.event(),
        delivery.subject(),
        delivery.state().word(),
        Ids.JOB.show(delivery.job()),
        delivery.attempts(),
        delivery.status(),
        delivery.error(),
        new Raw(delivery.body()),
        Ids.DELIVERY.showOrNull(delivery.repeats()),
        delivery.createdAt(),
        delivery.deliveredAt());
  }
}
