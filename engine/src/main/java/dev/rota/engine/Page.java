package dev.rota.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Page is a part of a list.
 *
 * @param next where the next page begins; null if this is the last
 */
public record Page<T>(List<T> items, @Nullable Long next) {
  public Page {
    items = List.copyOf(items);
  }

  /** Whether it ended before it was full because it had looked at enough: the next one goes on. */
  public boolean isCutShort(int limit) {
    return next != null && items.size() < limit;
  }
}
