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
}
