package dev.rota.crawler;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Duration;
import java.util.Set;

/**
 * CrawlerOptions are what holds for every crawl of a node.
 *
 * @param delay the least pause between two requests to one host; a site may ask for more
 * @param maxBytes how long a page may be
 * @param contentTypes what is read; anything else is left alone
 * @param redirects how many redirects in a row are followed
 * @param maxPages how many pages one job may ask for
 * @param allowPrivate whether private, loopback and link-local addresses may be fetched from
 */
public record CrawlerOptions(
    String userAgent,
    Duration delay,
    int maxBytes,
    Set<String> contentTypes,
    int redirects,
    int maxPages,
    boolean allowPrivate) {
  public static final CrawlerOptions DEFAULT =
      new CrawlerOptions(
          "rota-crawler/1.0",
          Duration.ofSeconds(1),
          2 << 20,
          Set.of("text/html", "application/xhtml+xml", "text/plain"),
          5,
          10_000,
          false);

  public CrawlerOptions {
    Rules.name("user_agent", userAgent);
    if (!userAgent.matches("[A-Za-z][A-Za-z0-9_-]*(/[!-~]+)?( [ -~]+)?")) {
      throw new InvalidInput(
          "user_agent", userAgent, "must begin with a name, as in rota-crawler/1.0");
    }
    Rules.range("delay", delay, Duration.ZERO, Duration.ofMinutes(5));
    Rules.range("max_bytes", maxBytes, 1_024, 64 << 20);
    Rules.range("redirects", redirects, 0, 20);
    Rules.range("max_pages", maxPages, 1, 1_000_000);
    contentTypes = Set.copyOf(contentTypes);
  }

  /** The name by which robots.txt speaks to this crawler. */
  String robotName() {
    return userAgent.split("[/ ]", 2)[0];
  }

  public CrawlerOptions withDelay(Duration other) {
    return new CrawlerOptions(
        userAgent, other, maxBytes, contentTypes, redirects, maxPages, allowPrivate);
  }

  public CrawlerOptions withMaxBytes(int other) {
    return new CrawlerOptions(
        userAgent, delay, other, contentTypes, redirects, maxPages, allowPrivate);
  }

  public CrawlerOptions withAllowPrivate(boolean other) {
    return new CrawlerOptions(userAgent, delay, maxBytes, contentTypes, redirects, maxPages, other);
  }
}
