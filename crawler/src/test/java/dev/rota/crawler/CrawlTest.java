package dev.rota.crawler;

import dev.rota.reach.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A CrawlTest has a site on loopback, a store in memory, and a time in which nobody waits. */
abstract class CrawlTest {
  static final JsonMapper JSON = new JsonMapper();

  /** The site's own address, and otherwise what is public. */
  static final Reach SITE_ONLY =
      address ->
          address.equals(InetAddress.getLoopbackAddress()) ? null : Reach.PUBLIC.refusal(address);

  final AtomicLong now = new AtomicLong();
  final Timer timer =
      new Timer() {
        @Override
        public long nanos() {
          return now.get();
        }

        @Override
        public void sleep(Duration length) {
          now.addAndGet(length.toNanos());
        }
      };
  final MemoryPages pages = new MemoryPages();
  final CrawlerOptions options = CrawlerOptions.DEFAULT;
  Site site;
  OneJob job;
  private long jobs;

  @BeforeEach
  void open() throws IOException {
    site = new Site().withClock(now::get);
  }

  @AfterEach
  void close() {
    site.close();
  }

  /** Crawls with this payload, in which SITE stands for the site's address. */
  JsonNode crawl(String payload) throws Exception {
    return crawl(options, SITE_ONLY, payload);
  }

  JsonNode crawl(CrawlerOptions other, Reach reach, String payload) throws Exception {
    job = new OneJob(++jobs, payload.replace("SITE", "127.0.0.1:" + site.port()));
    try (Crawler crawler = new Crawler(pages, TargetUrls.NONE, other, reach, timer)) {
      return JSON.readTree(crawler.handle(job));
    }
  }
}
