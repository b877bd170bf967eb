package dev.rota.engine.scheduler;

import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A TargetFilter is which targets to list; null means any.
 *
 * @param source the source that lists them
 * @param after the number after which to begin
 */
public record TargetFilter(
    @Nullable String kind,
    @Nullable Boolean active,
    @Nullable Boolean approved,
    @Nullable String source,
    long after,
    int limit) {
  public TargetFilter {
    Rules.range("limit", limit, 1, 1_000);
  }
}
