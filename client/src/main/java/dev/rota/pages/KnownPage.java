package dev.rota.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A KnownPage is what a fetch needs to know of the one before.
 *
 * @param etag the ETag that the site gave, to the letter
 * @param lastModified the Last-Modified that the site gave, to the letter
 * @param hash the hash of its content
 * @param links where it led to
 */
public record KnownPage(
    @Nullable String etag, @Nullable String lastModified, String hash, List<String> links) {
  public KnownPage {
    links = List.copyOf(links);
  }
}
