package dev.rota.server;

import dev.rota.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** JobMeters count and time executions, whoever runs them. */
final class JobMeters {

  private final MeterRegistry registry;
  // Kept by line, so that the registry is not asked for every job.
  private final Map<Line, Counter> started = new ConcurrentHashMap<>();
  private final Map<Ending, Ended> ended = new ConcurrentHashMap<>();

  /** An Ending is one way in which jobs of a line end. */
  private record Ending(Line line, String status) {}

  /** What is measured of an ending. */
  private record Ended(Counter jobs, Timer duration) {}

  JobMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void started(Line line) {
    started
        .computeIfAbsent(line, name -> registry.counter("jobs.started", name.tags()))
        .increment();
  }

  /** One more has ended; how long it took is not always known. */
  void ended(Line line, String status, @Nullable Duration took) {
    var meters = ended.computeIfAbsent(new Ending(line, status), this::meters);
    meters.jobs().increment();
    if (took != null) {
      meters.duration().record(took);
    }
  }

  private Ended meters(Ending ending) {
    var tags = ending.line.tags().and("status", ending.status);
    var duration =
        Timer.builder("job.duration")
            .description("How long handlers took")
            .tags(tags)
            .serviceLevelObjectives(Buckets.ofJobs())
            .register(registry);
    return new Ended(registry.counter("jobs.completed", tags), duration);
  }

  static String status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed completed -> "completed";
      case Outcome.Failed failed -> "failed";
      case Outcome.Cancelled cancelled -> "cancelled";
      case Outcome.Released released -> "released";
    };
  }
}
