package dev.rota.server;

import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.engine.Ending;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.Recovered;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * EngineMetrics count what this node's engine stores, hands out and records, whoever runs the jobs.
 */
public final class EngineMetrics implements EngineEvents {

  private final MeterRegistry registry;
  private final Counter retries;
  private final Counter fenced;
  // Kept by line, so that the registry is not asked for every job.
  private final Map<Line, Counter> enqueued = new ConcurrentHashMap<>();
  private final Map<Line, Timer> waits = new ConcurrentHashMap<>();
  private final Map<String, DistributionSummary> priorities = new ConcurrentHashMap<>();
  private final JobMeters jobs;

  public EngineMetrics(MeterRegistry registry) {
    this.registry = registry;
    jobs = new JobMeters(registry);
    retries = registry.counter("job.retries");
    fenced = registry.counter("fenced.reports");
    recovered(Recovered.NONE);
  }

  @Override
  public void enqueued(String queue, String kind, int jobs) {
    enqueued
        .computeIfAbsent(
            new Line(queue, kind), line -> registry.counter("jobs.enqueued", line.tags()))
        .increment(jobs);
  }

  @Override
  public void claimed(Lease lease, Duration waited) {
    waits.computeIfAbsent(Line.of(lease), this::wait).record(waited);
    priorities.computeIfAbsent(lease.queue(), this::priority).record(lease.priority());
  }

  @Override
  public void handedOut(Lease lease) {
    jobs.started(Line.of(lease));
  }

  /** Jobs that run in this process are counted by {@link WorkerMetrics}. */
  @Override
  public void ended(Ending ending) {
    var line = new Line(ending.queue(), ending.kind());
    var status = JobMeters.status(ending.report().outcome());
    if (ending.remote()) {
      jobs.ended(line, status, ending.report().usage().ran());
    }
    if (ending.retries() > 0 && !ending.again() && !status.equals("released")) {
      registry.counter("retried.jobs", line.tags().and("status", status)).increment();
    }
  }

  @Override
  public void reported(Report report, boolean again) {
    if (again) {
      retries.increment();
    }
  }

  @Override
  public void fenced(Report report) {
    fenced.increment();
  }

  @Override
  public void recovered(Recovered counts) {
    recovered("pending", counts.requeued());
    recovered("failed", counts.failed());
    recovered("paused", counts.quarantined());
    recovered("cancelled", counts.cancelled());
  }

  private void recovered(String became, int jobs) {
    registry.counter("jobs.recovered", "became", became).increment(jobs);
  }

  private DistributionSummary priority(String queue) {
    return DistributionSummary.builder("job.priority")
        .description("Priorities of the jobs that were claimed")
        .tags("queue", queue)
        .serviceLevelObjectives(0.5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
        .register(registry);
  }

  private Timer wait(Line line) {
    return Timer.builder("job.wait")
        .description("From the instant a job was due to its claim")
        .tags(line.tags())
        .serviceLevelObjectives(Buckets.ofJobs())
        .register(registry);
  }
}
