package dev.rota.engine.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FoundPages are a part of what was looked for.
 *
 * @param next where the next part begins; null if this is the last
 */
public record FoundPages(List<StoredPage> pages, @Nullable Long next) {
  public FoundPages {
    pages = List.copyOf(pages);
  }
}
