package dev.rota.server;

import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.worker.WorkerListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** WorkerMetrics count and time the jobs that this node runs itself. */
public final class WorkerMetrics implements WorkerListener {

  private final JobMeters jobs;

  public WorkerMetrics(MeterRegistry registry) {
    jobs = new JobMeters(registry);
  }

  @Override
  public void started(Lease lease) {
    jobs.started(Line.of(lease));
  }

  @Override
  public void finished(Lease lease, Outcome outcome, Duration took) {
    jobs.ended(Line.of(lease), JobMeters.status(outcome), took);
  }
}
