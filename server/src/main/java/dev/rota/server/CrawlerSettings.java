package dev.rota.server;

import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.MILLIS;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** CrawlerSettings are the settings of the built-in crawler. */
public final class CrawlerSettings {

  public static final Setting<Integer> CONCURRENCY =
      Setting.of(
          "ROTA_CRAWLER_CONCURRENCY",
          "4",
          Rule.number(1, 1_000),
          "How many crawls this node runs at once ([guide](guides/crawler.md))");

  public static final Setting<String> USER_AGENT =
      Setting.of(
          "ROTA_CRAWLER_USER_AGENT",
          "rota-crawler/1.0",
          new Rule<>(
              "a name, as in rota-crawler/1.0, and perhaps a remark behind it",
              value -> value.matches("[A-Za-z][A-Za-z0-9_-]*(/[!-~]+)?( [ -~]+)?") ? value : null),
          "What the crawler calls itself; robots.txt speaks to it by the name in front of the `/`");

  public static final Setting<Duration> DELAY =
      Setting.of(
          "ROTA_CRAWLER_DELAY_MILLIS",
          "1000",
          Rule.time(MILLIS, 0, 300_000),
          "The least pause between two requests of the crawler to one host; a site may ask for more");

  public static final Setting<Integer> MAX_BYTES =
      Setting.of(
          "ROTA_CRAWLER_MAX_BYTES",
          "2097152",
          Rule.number(1_024, 64 << 20),
          "How long a page may be, packed or unpacked; longer ones are not read");

  public static final Setting<Integer> MAX_PAGES =
      Setting.of(
          "ROTA_CRAWLER_MAX_PAGES",
          "10000",
          Rule.number(1, 1_000_000),
          "The most that a crawl may ask for as `maxPages`");

  public static final Setting<Set<String>> CONTENT_TYPES =
      Setting.of(
          "ROTA_CRAWLER_CONTENT_TYPES",
          "text/html,application/xhtml+xml,text/plain",
          Rule.words(),
          "What the crawler reads; bodies of other types are not transferred");

  public static final Setting<Integer> REDIRECTS =
      Setting.of(
          "ROTA_CRAWLER_REDIRECTS",
          "5",
          Rule.number(0, 20),
          "How many redirects in a row the crawler follows");

  public static final Setting<Duration> KEEP =
      Setting.of(
          "ROTA_CRAWLER_KEEP_DAYS",
          "30",
          Rule.time(DAYS, 1, 36_500),
          "How long pages are kept that the last whole crawl of their site has not seen");

  public static final Setting<Boolean> ALLOW_PRIVATE =
      Setting.of(
          "ROTA_CRAWLER_ALLOW_PRIVATE",
          "",
          Rule.flag(),
          "Whether the crawler may fetch from private, loopback and link-local addresses; unset means: only if this node serves the API, and on a loopback address alone");

  static final List<Setting<?>> ALL =
      List.of(
          CONCURRENCY,
          USER_AGENT,
          DELAY,
          MAX_BYTES,
          MAX_PAGES,
          CONTENT_TYPES,
          REDIRECTS,
          KEEP,
          ALLOW_PRIVATE);

  private CrawlerSettings() {}

  /** Whether private addresses may be fetched from: whoever makes the jobs is on them already. */
  public static boolean allowsPrivate(Settings settings) {
    return settings.find(ALLOW_PRIVATE).orElseGet(() -> settings.servesLoopbackOnly());
  }
}
