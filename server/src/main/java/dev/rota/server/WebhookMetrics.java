package dev.rota.server;

import dev.rota.engine.webhooks.Deliveries;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** WebhookMetrics show how tries to deliver went here, and what has not arrived anywhere. */
public final class WebhookMetrics implements Metrics.Refresher {
  private static final Duration LEAST_AGE = Duration.ofSeconds(5);

  private final Deliveries deliveries;
  private final Map<String, Counter> tries;
  private volatile Deliveries.Counts counts = new Deliveries.Counts(0, 0);
  private long next = System.nanoTime();

  public WebhookMetrics(Deliveries deliveries, MeterRegistry registry) {
    this.deliveries = deliveries;
    this.tries =
        Stream.of("delivered", "retried", "failed")
            .collect(Collectors.toMap(state -> state, state -> counter(registry, state)));
    Gauge.builder("webhook.deliveries.open", () -> counts.pending())
        .description("Deliveries to webhooks that have not arrived, up to ten thousand")
        .tag("state", "pending")
        .register(registry);
    Gauge.builder("webhook.deliveries.open", () -> counts.failed())
        .description("Deliveries to webhooks that have not arrived, up to ten thousand")
        .tag("state", "failed")
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String state) {
    return Counter.builder("webhook.deliveries")
        .description("Tries of this node to deliver to webhooks, by how they went")
        .tag("state", state)
        .register(registry);
  }

  /** Counts a try that went so. */
  public void count(String state) {
    Counter counter = tries.get(state);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public synchronized void refresh() {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + LEAST_AGE.toNanos();
    counts = deliveries.counts();
  }
}
