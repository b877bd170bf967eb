package dev.rota.server.api;

import dev.rota.engine.webhooks.NewWebhook;
import dev.rota.engine.webhooks.WebhookEvent;
import dev.rota.engine.webhooks.WebhookFilter;
import dev.rota.engine.webhooks.WebhookSecret;
import dev.rota.server.http.Seconds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WebhookBody is a webhook as callers want it.
 *
 * @param secret one of the caller's own; without it there is one made
 */
record WebhookBody(
    @Nullable String url,
    @Nullable List<String> events,
    @Nullable FilterBody filter,
    @Nullable Boolean onChangeOnly,
    @Nullable Double timeoutSeconds,
    @Nullable Integer maxAttempts,
    @Nullable String description,
    @Nullable String secret) {

  /** Which events of its sorts it is told of. */
  record FilterBody(
      @Nullable List<String> queues,
      @Nullable List<String> kinds,
      @Nullable List<String> tags,
      @Nullable List<String> schedules,
      @Nullable List<String> tenants,
      @Nullable List<String> alerts) {
    static FilterBody of(WebhookFilter filter) {
      return new FilterBody(
          filter.queues(),
          filter.kinds(),
          filter.tags(),
          filter.schedules(),
          filter.tenants(),
          filter.alerts());
    }

    WebhookFilter filter() {
      return new WebhookFilter(
          all(queues), all(kinds), all(tags), all(schedules), all(tenants), all(alerts));
    }

    private static List<String> all(@Nullable List<String> names) {
      return names == null ? List.of() : names;
    }
  }

  NewWebhook webhook(String name) {
    NewWebhook wish =
        NewWebhook.of(name, url)
            .withOnChangeOnly(onChangeOnly != null && onChangeOnly)
            .withDescription(description);
    if (events != null) {
      wish = wish.withEvents(WebhookEvent.all("events", events));
    }
    if (filter != null) {
      wish = wish.withFilter(filter.filter());
    }
    if (timeoutSeconds != null) {
      wish = wish.withTimeout(Seconds.read("timeout_seconds", timeoutSeconds));
    }
    return maxAttempts == null ? wish : wish.withMaxAttempts(maxAttempts);
  }

  @Nullable WebhookSecret given() {
    return secret == null ? null : new WebhookSecret(secret);
  }
}
