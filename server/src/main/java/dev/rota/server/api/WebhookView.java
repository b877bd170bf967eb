package dev.rota.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rota.engine.webhooks.NewWebhook;
import dev.rota.engine.webhooks.Webhook;
import dev.rota.engine.webhooks.WebhookSecret;
import dev.rota.server.api.WebhookBody.FilterBody;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WebhookView is a webhook as callers see it.
 *
 * @param active whether it is not paused
 * @param pausedReason why nothing is delivered
 * @param secret is there only in the answer to whoever made the webhook
 */
record WebhookView(
    String name,
    String url,
    List<String> events,
    FilterBody filter,
    boolean onChangeOnly,
    double timeoutSeconds,
    int maxAttempts,
    @Nullable String description,
    boolean active,
    @Nullable Instant pausedAt,
    @Nullable String pausedBy,
    @Nullable String pausedReason,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant lastDeliveryAt,
    @Nullable String lastState,
    @JsonProperty("deliveries_24h") long deliveriesOfADay,
    @JsonProperty("failed_24h") long failedOfADay,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

  static WebhookView of(Webhook webhook) {
    return of(webhook, null);
  }

  static WebhookView of(Webhook webhook, @Nullable WebhookSecret secret) {
    NewWebhook wish = webhook.definition();
    return new WebhookView(
        wish.name(),
        wish.url().text(),
        wish.words(),
        FilterBody.of(wish.filter()),
        wish.onChangeOnly(),
        Seconds.show(wish.timeout()),
        wish.maxAttempts(),
        wish.description(),
        webhook.isActive(),
        webhook.pausedAt(),
        webhook.pausedBy(),
        webhook.pausedReason(),
        webhook.createdAt(),
        webhook.updatedAt(),
        webhook.lastDeliveryAt(),
        webhook.lastState(),
        webhook.deliveries(),
        webhook.failed(),
        secret == null ? null : secret.text());
  }
}
