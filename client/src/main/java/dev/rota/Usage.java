package dev.rota;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Usage is what an execution did and cost: counters such as {@code items_crawled}, and CPU time
 * and peak memory where they can be known.
 *
 * @param metadata a JSON object, or null
 */
public record Usage(
    Map<String, Long> counters,
    @Nullable Long cpuMillis,
    @Nullable Integer memoryPeakMb,
    @Nullable String metadata) {
  public static final Usage NONE = new Usage(Map.of(), null, null, null);

  public Usage {
    counters = Map.copyOf(counters);
    if (metadata != null) {
      Json.checkObject("metadata", metadata);
    }
  }
}
