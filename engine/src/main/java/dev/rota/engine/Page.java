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

  /** The first so many of what was found; what was found beyond them tells that there is more. */
  public static <T> Page<T> of(List<Keyed<T>> found, int limit) {
    boolean more = found.size() > limit;
    List<Keyed<T>> shown = more ? found.subList(0, limit) : found;
    return new Page<>(
        shown.stream().map(Keyed::item).toList(), more ? shown.getLast().key() : null);
  }
}
