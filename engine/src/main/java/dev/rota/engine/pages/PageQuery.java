package dev.rota.engine.pages;

import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A PageQuery says which pages are looked for; what is null does not matter.
 *
 * @param words what is on them, as one would type it into a search: words, "phrases", or, -not
 * @param job the job that fetched them last
 */
public record PageQuery(@Nullable String words, @Nullable Long job, @Nullable String host) {
  private static final int LONGEST = 1_000;

  public PageQuery {
    if (words != null) {
      Rules.text("q", words, LONGEST);
    }
    if (host != null) {
      Rules.name("host", host);
    }
  }
}
