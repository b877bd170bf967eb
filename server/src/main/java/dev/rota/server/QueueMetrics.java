package dev.rota.server;

import dev.rota.engine.Queues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;

/**
 * QueueMetrics show how many jobs are in each state. Counting them costs more the more there are,
 * so that it is done when somebody looks, and never takes more than a twentieth of the time.
 */
public final class QueueMetrics implements Metrics.Refresher {

  private static final Duration LEAST_AGE = Duration.ofSeconds(5);
  private static final int SHARE = 20;

  private final Queues queues;
  private final MultiGauge depths;
  private long nextCount = System.nanoTime();

  public QueueMetrics(Queues queues, MeterRegistry registry) {
    this.queues = queues;
    depths = MultiGauge.builder("queue.depth").description("Live jobs by state").register(registry);
  }

  @Override
  public synchronized void refresh() {
    var began = System.nanoTime();
    if (began - nextCount >= 0) {
      depths.register(queues.depths().stream().map(QueueMetrics::row).toList(), true);
      var ended = System.nanoTime();
      nextCount = ended + Math.max(LEAST_AGE.toNanos(), SHARE * (ended - began));
    }
  }

  private static MultiGauge.Row<Number> row(Queues.Depth depth) {
    return MultiGauge.Row.of(
        Tags.of("queue", depth.queue(), "kind", depth.kind(), "state", depth.state()),
        depth.jobs());
  }
}
