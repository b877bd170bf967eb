package dev.rota.crawler;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.UnknownFormatException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sitemaps are the lists that sites make of their pages; they are a help, and may be missing. */
final class Sitemaps {
  private static final int MOST_FILES = 10;

  private final Robots.Request request;
  private final Scope scope;

  Sitemaps(Robots.Request request, Scope scope) {
    this.request = request;
    this.scope = scope;
  }

  /** The pages that these lists name, and the lists that they name, up to so many. */
  List<URI> pages(List<URI> first, int most) throws InterruptedException {
    Deque<URI> files = new ArrayDeque<>(first);
    Set<URI> read = new HashSet<>();
    List<URI> pages = new ArrayList<>();
    while (!files.isEmpty() && read.size() < MOST_FILES && pages.size() < most) {
      URI file = files.removeFirst();
      if (scope.contains(file) && read.add(file)) {
        switch (read(file)) {
          case SiteMapIndex index ->
              index.getSitemaps().forEach(map -> add(map.getUrl().toString(), files));
          case SiteMap map ->
              map.getSiteMapUrls().stream()
                  .limit(most)
                  .forEach(page -> add(page.getUrl().toString(), pages));
          default -> {}
        }
      }
    }
    return pages;
  }

  private static void add(String url, java.util.Collection<URI> to) {
    Urls.canonical(url).ifPresent(to::add);
  }

  private AbstractSiteMap read(URI file) throws InterruptedException {
    try {
      Fetched answer = request.send(file);
      return answer.status() == 200
          ? new SiteMapParser(false).parseSiteMap(answer.body(), file.toURL())
          : new SiteMap(file.toURL());
    } catch (FetchFailure | UnknownFormatException | IOException | RuntimeException e) {
      // A list that cannot be read names nothing.
      return new SiteMapIndex();
    }
  }
}
