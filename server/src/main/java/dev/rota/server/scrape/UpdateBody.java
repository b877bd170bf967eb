package dev.rota.server.scrape;

import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An UpdateBody is what a worker or a person says of a job.
 *
 * @param stats an object of what the worker counted; {@code progress} in it is a percentage
 * @param metadata an object whose members are added to those that the job has
 * @param startedAt understood, and not used: the database's clock decides
 * @param completedAt likewise
 */
record UpdateBody(
    @Nullable String status,
    @Nullable Raw stats,
    @Nullable Raw metadata,
    @Nullable String errorMessage,
    @Nullable Instant startedAt,
    @Nullable Instant completedAt,
    @Nullable Integer priority,
    @Nullable String workerId) {
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  UpdateBody {
    stats = orNothing("stats", stats);
    metadata = orNothing("metadata", metadata);
  }

  private static @Nullable Raw orNothing(String field, @Nullable Raw object) {
    if (object == null || object.json().equals("null")) {
      return null;
    }
    Wire.members(field, object.json());
    return object;
  }

  /** How far the worker says it is, if it does. */
  @Nullable Integer progress() {
    BigDecimal told = numbers().get("progress");
    return told == null ? null : Math.clamp(Math.round(told.doubleValue()), 0, 100);
  }

  /** Those numbers of the stats that are counts. */
  Map<String, Long> counters() {
    Map<String, Long> counters = new HashMap<>();
    numbers()
        .forEach((name, number) -> {
          if (number.abs().compareTo(LONGEST) <= 0 && number.stripTrailingZeros().scale() <= 0) {
            counters.put(name, number.longValue());
          }
        });
    return counters;
  }

  /** The name that the sample worker writes into the metadata when it starts. */
  @Nullable String workerInMetadata() {
    Raw name = metadata == null ? null : Wire.members("metadata", metadata.json()).get("workerId");
    return name == null || !name.json().startsWith("\"")
        ? null
        : Wire.read(name.json(), String.class);
  }

  private Map<String, BigDecimal> numbers() {
    Map<String, BigDecimal> numbers = new HashMap<>();
    if (stats != null) {
      Wire.members("stats", stats.json())
          .forEach((name, value) -> number(value).ifPresent(number -> numbers.put(name, number)));
    }
    return numbers;
  }

  private static Optional<BigDecimal> number(Raw value) {
    try {
      return Optional.of(new BigDecimal(value.json()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
