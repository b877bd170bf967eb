package dev.rota.server;

import dev.rota.engine.deadletters.DeadLetters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** DeadLetterMetrics show how many jobs have failed for good, and with how many sorts of errors. */
public final class DeadLetterMetrics implements Metrics.Refresher {
  private static final Duration LEAST_AGE = Duration.ofSeconds(5);

  private final DeadLetters letters;
  private volatile DeadLetters.Totals totals = new DeadLetters.Totals(0, 0);
  private long next = System.nanoTime();

  public DeadLetterMetrics(DeadLetters letters, MeterRegistry registry) {
    this.letters = letters;
    Gauge.builder("dead.letters", () -> totals.jobs())
        .description("Failed jobs that nobody has retried or deleted, up to ten thousand")
        .register(registry);
    Gauge.builder("dead.letter.groups", () -> totals.groups())
        .description("Groups of errors that they failed with, up to ten thousand")
        .register(registry);
  }

  @Override
  public synchronized void refresh() {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + LEAST_AGE.toNanos();
    totals = letters.totals();
  }
}
