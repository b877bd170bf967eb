package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.Report;
import java.time.Duration;

/** BothEvents tell two listeners, one after the other. */
record BothEvents(EngineEvents first, EngineEvents second) implements EngineEvents {
  @Override
  public void enqueued(String queue, String kind, int jobs) {
    first.enqueued(queue, kind, jobs);
    second.enqueued(queue, kind, jobs);
  }

  @Override
  public void claimed(Lease lease, Duration waited) {
    first.claimed(lease, waited);
    second.claimed(lease, waited);
  }

  @Override
  public void reported(Report report, boolean again) {
    first.reported(report, again);
    second.reported(report, again);
  }

  @Override
  public void handedOut(Lease lease) {
    first.handedOut(lease);
    second.handedOut(lease);
  }

  @Override
  public void ended(Ending ending) {
    first.ended(ending);
    second.ended(ending);
  }

  @Override
  public void fenced(Report report) {
    first.fenced(report);
    second.fenced(report);
  }

  @Override
  public void recovered(Recovered counts) {
    first.recovered(counts);
    second.recovered(counts);
  }
}
