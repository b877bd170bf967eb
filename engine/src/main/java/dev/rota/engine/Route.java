package dev.rota.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Route is one queue, kind, set of required capabilities and tenant; every job is on one.
 *
 * @param tenant whose jobs they are, if that was said
 */
record Route(int id, String queue, String kind, Set<String> requires, @Nullable String tenant) {
  /** Whose turn a job of this route is; jobs of nobody share one. */
  String turn() {
    return tenant == null ? "" : tenant;
  }

  boolean isServedBy(Set<String> capabilities) {
    return capabilities.containsAll(requires);
  }
}
