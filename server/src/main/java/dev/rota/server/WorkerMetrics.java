package dev.rota.server;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.worker.WorkerListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** WorkerMetrics count and time the jobs that this node runs itself. */
public final class WorkerMetrics implements WorkerListener {

  private final MeterRegistry registry;
  // Kept by line, so that the registry is not asked for every job.
  private final Map<Line, Counter> started = new ConcurrentHashMap<>();
  private final Map<Ending, Ended> ended = new ConcurrentHashMap<>();

  /** An Ending is one way in which jobs of a line end. */
  private record Ending(Line line, String status) {}

  /** What is measured of an ending. */
  private record Ended(Counter jobs, Timer duration) {}

  public WorkerMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void started(Lease lease) {
    started
        .computeIfAbsent(Line.of(lease), line -> registry.counter("jobs.started", line.tags()))
        .increment();
  }

  @Override
  public void finished(Lease lease, Outcome outcome, Duration took) {
    var meters = ended.computeIfAbsent(new Ending(Line.of(lease), status(outcome)), this::ended);
    meters.jobs().increment();
    meters.duration().record(took);
  }

  private Ended ended(Ending ending) {
    var tags = ending.line.tags().and("status", ending.status);
    var duration =
        Timer.builder("job.duration")
            .description("How long handlers took")
            .tags(tags)
            .serviceLevelObjectives(Buckets.ofJobs())
            .register(registry);
    return new Ended(registry.counter("jobs.completed", tags), duration);
  }

  private static String status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed completed -> "completed";
      case Outcome.Failed failed -> "failed";
      case Outcome.Cancelled cancelled -> "cancelled";
      case Outcome.Released released -> "released";
    };
  }
}
