package dev.rota.server;

import dev.rota.engine.scheduler.Fate;
import dev.rota.engine.scheduler.SchedulerEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;

/** SchedulerMetrics count what became of planned times, as far as this node decided it. */
public final class SchedulerMetrics implements SchedulerEvents {

  private final Map<Fate, Counter> fates = new EnumMap<>(Fate.class);

  public SchedulerMetrics(MeterRegistry registry) {
    for (var fate : Fate.values()) {
      fates.put(fate, registry.counter("occurrences", "fate", fate.word()));
    }
  }

  @Override
  public void fated(Fate fate, int count) {
    var counter = fates.get(fate);
    if (counter != null) {
      counter.increment(count);
    }
  }
}
