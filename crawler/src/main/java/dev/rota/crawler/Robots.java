package dev.rota.crawler;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Robots are the rules that sites give to crawlers, read once for each site and crawl. */
final class Robots {
  private static final SimpleRobotRules EVERYTHING = new SimpleRobotRules(RobotRulesMode.ALLOW_ALL);

  private final Map<URI, SimpleRobotRules> known = new HashMap<>();
  private final Request request;
  private final CrawlerOptions options;
  private final boolean respected;

  Robots(Request request, CrawlerOptions options, boolean respected) {
    this.request = request;
    this.options = options;
    this.respected = respected;
  }

  /** How a robots.txt is had. */
  @FunctionalInterface
  interface Request {
    Fetched send(URI url) throws FetchFailure, InterruptedException;
  }

  boolean allow(URI url) throws FetchFailure, InterruptedException {
    return rules(url).isAllowed(url.toString());
  }

  /** How long to wait after a request to the site. */
  Duration pause(URI url) {
    SimpleRobotRules rules = known.getOrDefault(Urls.site(url), EVERYTHING);
    long asked = rules.getCrawlDelay();
    Duration delay = Duration.ofMillis(asked == SimpleRobotRules.UNSET_CRAWL_DELAY ? 0 : asked);
    return delay.compareTo(options.delay()) > 0 ? delay : options.delay();
  }

  List<String> sitemaps(URI url) throws FetchFailure, InterruptedException {
    return rules(url).getSitemaps();
  }

  private SimpleRobotRules rules(URI url) throws FetchFailure, InterruptedException {
    URI site = Urls.site(url);
    SimpleRobotRules rules = known.get(site);
    if (rules == null) {
      rules = respected ? read(site.resolve("/robots.txt")) : EVERYTHING;
      known.put(site, rules);
    }
    return rules;
  }

  /** Without an answer nobody knows what is allowed, so that nothing is (RFC 9309). */
  private SimpleRobotRules read(URI robots) throws FetchFailure, InterruptedException {
    SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
    Fetched answer = request.send(robots);
    if (answer.status() >= 500 || answer.status() == 429) {
      throw FetchFailure.status(
          answer.status(), robots + " answered " + answer.status(), answer.retryAfter());
    }
    return answer.status() == 200
        ? parser.parseContent(
            robots.toString(),
            answer.body(),
            answer.contentType(),
            List.of(options.robotName().toLowerCase(java.util.Locale.ROOT)))
        : parser.failedFetch(answer.status());
  }
}
