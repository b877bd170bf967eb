package dev.rota.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Page is a part of a list.
 *
 * @param next where the next page begins; null if this is the last
 * @param partial whether it has fewer items than it could because its time was over
 */
public record Page<T>(List<T> items, @Nullable Long next, boolean partial) {
  public Page {
    items = List.copyOf(items);
  }

  public Page(List<T> items, @Nullable Long next) {
    this(items, next, false);
  }
}
