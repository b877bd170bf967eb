package dev.rota.engine.pages;

import java.util.List;

/** A PageContent is a page with all that is on it. */
public record PageContent(StoredPage page, String text, List<String> links) {
  public PageContent {
    links = List.copyOf(links);
  }
}
