package dev.rota.crawler;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A CrawlRequest is what the payload of a job asks for.
 *
 * @param start where to begin
 * @param otherwise where to begin if nobody answers there; null if there is no other way
 * @param target what the pages are about, as the caller calls it
 * @param depth how many links away from the start pages may be
 * @param maxPages how many pages are fetched at the most
 * @param timeout how long one request may take
 */
record CrawlRequest(
    URI start,
    @Nullable URI otherwise,
    @Nullable String target,
    int depth,
    int maxPages,
    Duration timeout,
    boolean respectRobots,
    boolean includeSubdomains) {

  /** The same from another start. */
  CrawlRequest from(URI other) {
    return new CrawlRequest(
        other, null, target, depth, maxPages, timeout, respectRobots, includeSubdomains);
  }
}
