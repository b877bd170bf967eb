package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Handlers are all that run at a moment, on all nodes, as they themselves would see it: never more
 * of a concurrency key than its limit. The limit of a key is the number at its end.
 */
final class Handlers {
  private final Map<String, Set<Long>> byKey = new HashMap<>();

  synchronized void start(List<Lease> leases) {
    for (Lease lease : leases) {
      String key = key(lease);
      if (key != null) {
        Set<Long> active = byKey.computeIfAbsent(lease.queue() + "/" + key, k -> new HashSet<>());
        active.add(lease.fence());
        assertThat(active)
            .as("active at %s of %s", key, lease.queue())
            .hasSizeLessThanOrEqualTo(limit(key));
      }
    }
  }

  synchronized void end(Lease lease) {
    byKey.values().forEach(active -> active.remove(lease.fence()));
  }

  /** Leases may end from now on without their handlers knowing: what runs is not counted. */
  synchronized void loseTrack() {
    byKey.clear();
  }

  /** The concurrency key, which jobs of a history have among their tags. */
  private static @org.jspecify.annotations.Nullable String key(Lease lease) {
    return lease.tags().isEmpty() ? null : lease.tags().get(0);
  }

  static int limit(String key) {
    return Character.digit(key.charAt(key.length() - 1), 10);
  }
}
