package dev.rota.spring;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.engine.Ending;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.Recovered;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;

/** EngineMeters count what this application's engine stores, hands out and records. */
final class EngineMeters implements EngineEvents {
  private final MeterRegistry registry;

  EngineMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void enqueued(String queue, String kind, int jobs) {
    registry.counter("rota.jobs.enqueued", tags(queue, kind)).increment(jobs);
  }

  @Override
  public void claimed(Lease lease, Duration waited) {
    registry.timer("rota.jobs.wait", tags(lease.queue(), lease.kind())).record(waited);
  }

  @Override
  public void ended(Ending ending) {
    Duration ran = ending.report().usage().ran();
    registry
        .timer(
            "rota.jobs",
            tags(ending.queue(), ending.kind())
                .and("status", status(ending.report().outcome()))
                .and("retried", String.valueOf(ending.again())))
        .record(ran == null ? Duration.ZERO : ran);
  }

  @Override
  public void recovered(Recovered counts) {
    registry
        .counter("rota.jobs.recovered")
        .increment(counts.requeued() + counts.failed() + counts.quarantined() + counts.cancelled());
  }

  private static String status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed c -> "completed";
      case Outcome.Failed f -> "failed";
      case Outcome.Cancelled c -> "cancelled";
      case Outcome.Released r -> "released";
    };
  }

  private static Tags tags(String queue, String kind) {
    return Tags.of("queue", queue, "kind", kind);
  }
}
