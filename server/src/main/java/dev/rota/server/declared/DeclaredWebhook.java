package dev.rota.server.declared;

import dev.rota.engine.webhooks.NewWebhook;
import dev.rota.engine.webhooks.WebhookEvent;
import dev.rota.engine.webhooks.WebhookFilter;
import dev.rota.engine.webhooks.WebhookSecret;
import dev.rota.server.http.Seconds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DeclaredWebhook is a webhook as a file declares it.
 *
 * @param secret what it signs with; null if the file does not say
 */
public record DeclaredWebhook(NewWebhook webhook, @Nullable WebhookSecret secret) {
  private static final List<String> KEYS =
      List.of(
          "url",
          "events",
          "filter",
          "on_change_only",
          "timeout_seconds",
          "max_attempts",
          "description",
          "secret");
  private static final List<String> FILTERS =
      List.of("queues", "kinds", "tags", "schedules", "tenants", "alerts");

  static DeclaredWebhook read(String name, Section section) {
    section.only(KEYS);
    Section filter = section.section("filter").only(FILTERS);
    Integer attempts = section.integer("max_attempts");
    double timeout = section.decimal("timeout_seconds", Seconds.show(NewWebhook.TIMEOUT));
    String secret = section.text("secret");
    NewWebhook webhook =
        NewWebhook.of(name, section.required("url"))
            .withFilter(filter(filter))
            .withOnChangeOnly(section.flag("on_change_only", false))
            .withTimeout(Seconds.read("timeout_seconds", timeout))
            .withMaxAttempts(attempts == null ? NewWebhook.ATTEMPTS : attempts)
            .withDescription(section.text("description"));
    return new DeclaredWebhook(
        section.has("events")
            ? webhook.withEvents(WebhookEvent.all("events", section.texts("events")))
            : webhook,
        secret == null ? null : new WebhookSecret(secret));
  }

  private static WebhookFilter filter(Section filter) {
    return new WebhookFilter(
        filter.texts("queues"),
        filter.texts("kinds"),
        filter.texts("tags"),
        filter.texts("schedules"),
        filter.texts("tenants"),
        filter.texts("alerts"));
  }
}
