package dev.rota.crawler;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.pages.HostTurns;
import dev.rota.pages.PageStore;
import dev.rota.reach.Reach;
import dev.rota.worker.DoNotRetry;
import dev.rota.worker.Handler;
import dev.rota.worker.JobContext;
import dev.rota.worker.Measuring;
import dev.rota.worker.RetryAfter;
import java.time.Duration;
import java.util.Set;

/**
 * A Crawler is the handler of the kind {@code crawl}: it goes through a site and stores its pages.
 * One of them serves all such jobs of a process.
 */
public final class Crawler implements Handler, AutoCloseable {
  public static final String KIND = "crawl";

  /** What crawls of subreddits are called that administrators ask for. */
  public static final String SUBREDDIT_KIND = "crawl_subreddit";

  public static final String QUEUE = "crawl";

  private static final Set<String> NOBODY_THERE =
      Set.of(FetchFailure.CONNECTION, FetchFailure.TLS, FetchFailure.BROKEN, FetchFailure.TIMEOUT);

  private final PageStore store;
  private final CrawlerOptions options;
  private final PayloadReader payloads;
  private final Fetcher fetcher;
  private final Courtesy courtesy;

  /**
   * @param turns the turns of hosts, which crawlers of other nodes share
   */
  public Crawler(PageStore store, TargetUrls targets, HostTurns turns, CrawlerOptions options) {
    this(
        store,
        targets,
        options,
        options.allowPrivate() ? Reach.ANYWHERE : Reach.PUBLIC,
        new Courtesy(Timer.REAL, turns));
  }

  Crawler(PageStore store, TargetUrls targets, CrawlerOptions options, Reach reach, Timer timer) {
    this(store, targets, options, reach, new Courtesy(timer, HostTurns.ALONE));
  }

  private Crawler(
      PageStore store, TargetUrls targets, CrawlerOptions options, Reach reach, Courtesy courtesy) {
    this.store = store;
    this.options = options;
    this.payloads = new PayloadReader(targets, options.maxPages());
    this.fetcher = new Fetcher(options, reach);
    this.courtesy = courtesy;
  }

  @Override
  public String handle(JobContext job) throws Exception {
    return crawl(read(job), job);
  }

  @Override
  public Measuring measuring() {
    return Measuring.ALWAYS;
  }

  private CrawlRequest read(JobContext job) {
    try {
      return payloads.read(job.job(), job.payload());
    } catch (InvalidInput e) {
      throw new DoNotRetry(String.valueOf(e.getMessage()), e);
    }
  }

  private String crawl(CrawlRequest request, JobContext job) throws InterruptedException {
    job.progress(0, "Going to " + request.start());
    try {
      return new Crawl(
              request, options, new Visit(request, options, fetcher, courtesy, store), store, job)
          .run();
    } catch (FetchFailure e) {
      if (request.otherwise() != null && NOBODY_THERE.contains(e.reason())) {
        return crawl(request.from(request.otherwise()), job);
      }
      throw failed(request, e);
    }
  }

  /** The start could not be had: what comes next depends on why. */
  private static RotaException failed(CrawlRequest request, FetchFailure failure) {
    String message = "The crawl of " + request.start() + " failed: " + failure.getMessage();
    Duration later = failure.retryAfter();
    if (later != null) {
      return new RetryAfter(later, message, failure);
    }
    return failure.isLasting()
        ? new DoNotRetry(message, failure)
        : new RotaException("crawl-failed", message, failure);
  }

  @Override
  public void close() {
    fetcher.close();
  }
}
