package dev.rota.server.declared;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A SimulatedNode schedules and works on moved time: its jobs take as long as document 003 says, by
 * the clock of the database.
 */
final class SimulatedNode implements AutoCloseable {
  private static final Map<String, Duration> LENGTHS =
      Map.of("deal", Duration.ofMinutes(5), "retrieval", Duration.ofMinutes(2));

  private static final Claim CLAIM =
      new Claim(
          100,
          List.of(
              new Claim.Want("sp.work", 100, Map.of()),
              new Claim.Want("metrics.run", 1, Map.of()),
              new Claim.Want("metrics.cleanup", 1, Map.of())));

  private final Engine engine;
  private final Scheduler scheduler;
  private final JobSource source;
  private final Map<Lease, Instant> running = new HashMap<>();
  private boolean killed;

  SimulatedNode(String name, DataSource database, SchedulerOptions options) {
    this.engine =
        Engine.open(
            database,
            EngineOptions.builder().name(name).lease(Duration.ofMinutes(10)).build(),
            EngineEvents.NONE);
    this.scheduler = Scheduler.open(engine, options);
    this.source = engine.source();
  }

  Scheduler scheduler() {
    return scheduler;
  }

  void apply(Declaration declaration) {
    new DeclarationKeeper(engine, scheduler).apply(declaration);
  }

  void tick() {
    engine.tick();
  }

  /** Ends what is over by now and takes what there is to do. */
  void work(Instant now) {
    List<Report> reports = new ArrayList<>();
    running.forEach((lease, start) -> {
      if (!start.plus(LENGTHS.getOrDefault(lease.kind(), Duration.ZERO)).isAfter(now)) {
        reports.add(Report.of(lease, new Outcome.Completed(null)));
      }
    });
    running.keySet().removeIf(lease -> reports.stream().anyMatch(r -> r.fence() == lease.fence()));
    List<Lease> leases = source.exchange(reports, CLAIM).leases();
    leases.forEach(lease -> running.put(lease, now));
  }

  int running() {
    return running.size();
  }

  /** It stops, and nobody is told. */
  void kill() {
    killed = true;
  }

  @Override
  public void close() {
    if (!killed) {
      engine.close();
    }
  }
}
