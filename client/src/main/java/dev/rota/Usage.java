package dev.rota;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Usage is what an execution did and cost: counters such as {@code items_crawled}, and CPU time
 * and peak memory where they can be known.
 *
 * @param ran how long the handler ran, measured by the worker; null if it did not measure
 * @param metadata a JSON object, or null
 */
public record Usage(
    @Nullable Duration ran,
    Map<String, Long> counters,
    @Nullable Long cpuMillis,
    @Nullable Integer memoryPeakMb,
    @Nullable String metadata) {
  public static final Usage NONE = new Usage(null, Map.of(), null, null, null);

  public Usage {
    counters = Map.copyOf(counters);
    if (metadata != null) {
      Json.checkObject("metadata", metadata);
    }
  }

  /** Nothing but how long it ran. */
  public static Usage took(Duration ran) {
    return new Usage(ran, Map.of(), null, null, null);
  }
}
