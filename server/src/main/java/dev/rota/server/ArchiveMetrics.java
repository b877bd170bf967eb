package dev.rota.server;

import dev.rota.engine.archive.Archive;
import dev.rota.engine.archive.ArchiveTotals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** ArchiveMetrics show how many jobs and bytes are in the archive. */
public final class ArchiveMetrics implements Metrics.Refresher {
  private static final Duration LEAST_AGE = Duration.ofSeconds(5);

  private final Archive archive;
  private volatile ArchiveTotals totals = new ArchiveTotals(0, 0, 0, 0);
  private long next = System.nanoTime();

  public ArchiveMetrics(Archive archive, MeterRegistry registry) {
    this.archive = archive;
    FunctionCounter.builder("archive.jobs", this, metrics -> metrics.totals.jobs())
        .description("Jobs that were written into files of the archive")
        .register(registry);
    FunctionCounter.builder("archive.bytes", this, metrics -> metrics.totals.bytes())
        .description("Bytes of these files")
        .register(registry);
  }

  @Override
  public synchronized void refresh() {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + LEAST_AGE.toNanos();
    totals = archive.totals();
  }
}
