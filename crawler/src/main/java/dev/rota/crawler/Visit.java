package dev.rota.crawler;

import dev.rota.pages.KnownPage;
import dev.rota.pages.PageStore;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Visit is how the pages of one crawl are had: within its scope, as far as robots.txt allows, in
 * turn with others, over redirects, and only if they have changed.
 */
final class Visit {
  private static final int TRIES = 3;

  private final CrawlRequest request;
  private final CrawlerOptions options;
  private final Scope scope;
  private final Fetcher fetcher;
  private final Courtesy courtesy;
  private final PageStore store;
  private final Robots robots;

  Visit(
      CrawlRequest request,
      CrawlerOptions options,
      Fetcher fetcher,
      Courtesy courtesy,
      PageStore store) {
    this.request = request;
    this.options = options;
    this.scope = Scope.of(request.start(), request.includeSubdomains());
    this.fetcher = fetcher;
    this.courtesy = courtesy;
    this.store = store;
    this.robots = new Robots(this::file, options, request.respectRobots());
  }

  /**
   * An Arrival is where a visit has ended.
   *
   * @param known what is known of that page from the last time
   * @param passed the addresses that led there by redirects
   */
  record Arrival(URI url, Fetched answer, @Nullable KnownPage known, Set<URI> passed) {}

  Scope scope() {
    return scope;
  }

  Robots robots() {
    return robots;
  }

  /** Goes to a page. */
  Arrival page(URI first) throws FetchFailure, InterruptedException {
    Set<URI> passed = new LinkedHashSet<>();
    for (URI url = first; ; ) {
      check(first, url);
      KnownPage known = store.find(url.toString()).orElse(null);
      Fetched answer = patiently(url, conditions(known), options.contentTypes()::contains);
      if (!answer.isRedirect()) {
        return new Arrival(url, answer, known, passed);
      }
      url = next(url, answer, passed);
    }
  }

  /** Gets a robots.txt or a sitemap, wherever redirects lead. */
  Fetched file(URI first) throws FetchFailure, InterruptedException {
    Set<URI> passed = new LinkedHashSet<>();
    for (URI url = first; ; ) {
      Fetched answer = patiently(url, Map.of(), type -> true);
      if (!answer.isRedirect()) {
        return answer;
      }
      url = next(url, answer, passed);
    }
  }

  private void check(URI first, URI url) throws FetchFailure, InterruptedException {
    if (!scope.contains(url)) {
      throw FetchFailure.lasting(
          FetchFailure.OUT_OF_SCOPE, first + " redirects out of scope, to " + url);
    }
    if (!robots.allow(url)) {
      throw FetchFailure.lasting(
          FetchFailure.ROBOTS, Urls.site(url) + "robots.txt does not allow " + url);
    }
  }

  private URI next(URI url, Fetched answer, Set<URI> passed) throws FetchFailure {
    passed.add(url);
    URI next =
        Urls.resolve(url, String.valueOf(answer.header("Location")))
            .orElseThrow(() ->
                FetchFailure.lasting(
                    FetchFailure.REDIRECTS,
                    url + " redirects to what is no address: " + answer.header("Location")));
    if (passed.contains(next) || passed.size() > options.redirects()) {
      throw FetchFailure.lasting(
          FetchFailure.REDIRECTS,
          passed.contains(next)
              ? url + " redirects in a circle"
              : url + " redirects more than " + options.redirects() + " times");
    }
    return next;
  }

  /** Sends a request in its turn, and again when the site has asked to come back soon. */
  private Fetched patiently(URI url, Map<String, String> headers, Predicate<String> types)
      throws FetchFailure, InterruptedException {
    var wish = new Fetcher.Wish(url, headers, request.timeout(), types);
    String host = Urls.host(url);
    for (int tried = 1; ; tried++) {
      Fetched answer = courtesy.inTurn(host, robots.pause(url), () -> fetcher.fetch(wish));
      Duration wait = answer.retryAfter();
      if (wait == null) {
        return answer;
      }
      courtesy.rest(host, wait);
      if (tried == TRIES) {
        throw FetchFailure.busy(
            "%s answered %d and asked to come back in %d s"
                .formatted(url, answer.status(), wait.toSeconds()),
            wait);
      }
    }
  }

  private static Map<String, String> conditions(@Nullable KnownPage known) {
    Map<String, String> headers = new HashMap<>();
    if (known != null && known.etag() != null) {
      headers.put("If-None-Match", known.etag());
    }
    if (known != null && known.lastModified() != null) {
      headers.put("If-Modified-Since", known.lastModified());
    }
    return headers;
  }
}
