package dev.rota.engine.capacity;

import dev.rota.Rules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WhatIf is what plans, targets and workers would be like; what it leaves out is as it is.
 *
 * @param targetKind which plans it starts from; those of no kind if null
 * @param targets how many targets there would be
 * @param workers how many workers would serve the plans
 */
public record WhatIf(
    @Nullable String targetKind,
    @Nullable Integer targets,
    @Nullable Integer workers,
    List<Guess> plans) {
  private static final int MOST = 1_000_000;
  private static final int MOST_PLANS = 100;

  public WhatIf {
    plans = List.copyOf(plans);
    if (targetKind != null) {
      Rules.name("target_kind", targetKind);
    }
    if (targets != null) {
      Rules.range("targets", targets, 0, MOST);
    }
    if (workers != null) {
      Rules.range("workers", workers, 0, MOST);
    }
    Rules.range("plans", plans.size(), 0, MOST_PLANS);
  }
}
