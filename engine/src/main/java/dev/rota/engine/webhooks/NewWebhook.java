package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NewWebhook is a webhook as somebody wants it.
 *
 * @param onChangeOnly whether it is told of a job only if its predecessor fared otherwise
 * @param timeout how long the receiver may take to answer
 * @param maxAttempts how often a delivery is tried
 */
public record NewWebhook(
    String name,
    WebhookAddress url,
    Set<WebhookEvent> events,
    WebhookFilter filter,
    boolean onChangeOnly,
    Duration timeout,
    int maxAttempts,
    @Nullable String description) {
  public static final Duration TIMEOUT = Duration.ofSeconds(15);
  public static final int ATTEMPTS = 8;

  public NewWebhook {
    Rules.name("name", name);
    if (events.isEmpty()) {
      throw new InvalidInput("events", "[]", "must name at least one event");
    }
    events = Collections.unmodifiableSet(EnumSet.copyOf(events));
    Rules.range("timeout_seconds", timeout, Duration.ofSeconds(1), Duration.ofSeconds(60));
    Rules.range("max_attempts", maxAttempts, 1, 50);
    if (description != null) {
      Rules.text("description", description, 500);
    }
  }

  /** What is told to this address of all events but the ordinary. */
  public static NewWebhook of(String name, @Nullable String url) {
    return new NewWebhook(
        name,
        WebhookAddress.of(url),
        WebhookEvent.STANDARD,
        WebhookFilter.ALL,
        false,
        TIMEOUT,
        ATTEMPTS,
        null);
  }

  public NewWebhook withEvents(Collection<WebhookEvent> other) {
    return new NewWebhook(
        name, url, Set.copyOf(other), filter, onChangeOnly, timeout, maxAttempts, description);
  }

  public NewWebhook withFilter(WebhookFilter other) {
    return new NewWebhook(
        name, url, events, other, onChangeOnly, timeout, maxAttempts, description);
  }

  public NewWebhook withOnChangeOnly(boolean other) {
    return new NewWebhook(name, url, events, filter, other, timeout, maxAttempts, description);
  }

  public NewWebhook withTimeout(Duration other) {
    return new NewWebhook(name, url, events, filter, onChangeOnly, other, maxAttempts, description);
  }

  public NewWebhook withMaxAttempts(int other) {
    return new NewWebhook(name, url, events, filter, onChangeOnly, timeout, other, description);
  }

  public NewWebhook withDescription(@Nullable String other) {
    return new NewWebhook(name, url, events, filter, onChangeOnly, timeout, maxAttempts, other);
  }

  /** The names of its events, in the order of the documents. */
  public List<String> words() {
    return events.stream().map(WebhookEvent::word).toList();
  }
}
