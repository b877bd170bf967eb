package dev.rota.worker;

import dev.rota.Json;
import dev.rota.Rules;
import dev.rota.Usage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Meter is what an execution has counted and cost so far. It may be used from many threads. */
final class Meter {
  private final Map<String, Long> counters = new HashMap<>();
  private @Nullable Long cpuMillis;
  private @Nullable Integer memoryPeakMb;
  private @Nullable String metadata;

  synchronized void count(String counter, long n) {
    counters.merge(Rules.name("counter", counter), n, Long::sum);
  }

  synchronized void cpuTime(Duration used) {
    cpuMillis = used.toMillis();
  }

  /** What was measured from outside; what the handler says itself stands. */
  synchronized void measured(Duration cpu) {
    cpuMillis = cpuMillis == null ? Long.valueOf(cpu.toMillis()) : cpuMillis;
  }

  synchronized void memoryPeak(int megabytes) {
    memoryPeakMb = megabytes;
  }

  synchronized void metadata(String jsonObject) {
    Json.checkObject("metadata", jsonObject);
    metadata = jsonObject;
  }

  synchronized Usage read(Duration ran) {
    return new Usage(ran, counters, cpuMillis, memoryPeakMb, metadata);
  }
}
