package dev.rota.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Field is what jobs are claimed from: some routes, or what they have in a tier. */
record Field(List<Route> served, Openings open, @Nullable Tier tier) {
  /** What is left when it is empty counts as much. */
  int after() {
    return tier == null ? 0 : tier.after();
  }

  /** Those of the lanes found anew that belong to it. */
  Openings within(Openings found) {
    return tier == null ? found : found.only(tier::has);
  }
}
