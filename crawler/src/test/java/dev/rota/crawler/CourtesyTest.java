package dev.rota.crawler;

import static java.time.ZoneOffset.UTC;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.worker.RetryAfter;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What a crawler owes to the hosts it asks. */
final class CourtesyTest extends CrawlTest {

  @Test
  void a_site_gets_the_pause_that_it_asks_for() throws Exception {
    site.text("/robots.txt", "User-agent: *\nCrawl-delay: 3\n")
        .links("/", "Home", "/a", "/b")
        .links("/a", "A")
        .links("/b", "B");
    crawl("{\"url\": \"http://SITE/\"}");
    assertThat(gaps()).hasSize(4).allMatch(gap -> gap >= 1_000_000_000L);
    assertThat(gaps().subList(1, 4)).allMatch(gap -> gap >= 3_000_000_000L);
  }

  @Test
  void without_a_wish_of_the_site_the_pause_is_the_crawlers_own() throws Exception {
    site.links("/", "Home", "/a", "/b").links("/a", "A").links("/b", "B");
    crawl("{\"url\": \"http://SITE/\"}");
    assertThat(gaps()).hasSize(4).allMatch(gap -> gap >= options.delay().toNanos());
  }

  @Test
  void jobs_take_turns_at_a_host() throws Exception {
    String[] links = LongStream.range(0, 20).mapToObj(i -> "/" + i).toArray(String[]::new);
    site.links("/", "Home", links);
    CrawlerOptions hasty = options.withDelay(Duration.ZERO);
    try (Crawler crawler = new Crawler(pages, TargetUrls.NONE, hasty, SITE_ONLY, Timer.REAL)) {
      List<FutureTask<String>> all = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        OneJob each = new OneJob(i, "{\"url\": \"" + site.url("/") + "\"}");
        all.add(new FutureTask<>(() -> crawler.handle(each)));
        Thread.ofVirtual().start(all.getLast());
      }
      for (FutureTask<String> each : all) {
        assertThat(each.get()).contains("\"pages\":1");
      }
    }
    assertThat(site.asked()).hasSize(4 * 23);
    assertThat(site.mostUnderWay()).isEqualTo(1);
  }

  @Test
  void a_site_that_asks_to_come_back_soon_is_waited_for() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    site.on(
        "/",
        exchange -> {
          if (asked.getAndIncrement() == 0) {
            exchange.getResponseHeaders().add("Retry-After", "30");
            Site.send(exchange, 429, "text/plain", "slowly");
          } else {
            Site.send(exchange, 200, "text/html", "<title>Home</title>");
          }
        });
    JsonNode result = crawl("{\"url\": \"http://SITE/\", \"depth\": 0}");
    assertThat(result.at("/pages").asInt()).isEqualTo(1);
    assertThat(gaps()).last().satisfies(gap -> assertThat(gap).isEqualTo(30_000_000_000L));
  }

  @Test
  void a_site_that_asks_to_come_back_later_gets_its_job_back_then() throws Exception {
    site.on(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "3600");
          Site.send(exchange, 503, "text/plain", "later");
        });
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isInstanceOfSatisfying(
            RetryAfter.class, later -> assertThat(later.delay()).isEqualTo(Duration.ofHours(1)))
        .hasMessageContaining("has asked to be left alone for 3600 s");
  }

  @Test
  void a_site_that_has_had_enough_midway_ends_the_crawl_with_what_there_is() throws Exception {
    site.links("/", "Home", "/a", "/b")
        .on(
            "/a",
            exchange -> {
              String later = RFC_1123_DATE_TIME.format(ZonedDateTime.now(UTC).plusHours(2));
              exchange.getResponseHeaders().add("Retry-After", later);
              exchange.sendResponseHeaders(429, -1);
            });
    JsonNode result = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(result.at("/pages").asInt()).isEqualTo(1);
    assertThat(result.at("/failed_by_reason/retry_after").asInt()).isEqualTo(1);
    assertThat(result.at("/stopped").asString()).contains("left alone for");
    assertThat(site.paths()).doesNotContain("/b");
  }

  @Test
  @Timeout(30)
  void a_crawl_that_is_told_to_stop_hangs_up() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    site.links("/", "Home", "/slow")
        .on(
            "/slow",
            exchange -> {
              reached.countDown();
              Hold.OUT.write(0);
            });
    job = new OneJob(1, "{\"url\": \"" + site.url("/") + "\", \"timeout\": 600000}");
    try (Crawler crawler = new Crawler(pages, TargetUrls.NONE, options, SITE_ONLY, timer)) {
      CompletableFuture<Throwable> end = new CompletableFuture<>();
      Thread handler =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  crawler.handle(job);
                  end.complete(new AssertionError("it went on"));
                } catch (Throwable e) {
                  end.complete(e);
                }
              });
      reached.await();
      handler.interrupt();
      assertThat(end.get()).isInstanceOf(InterruptedException.class);
      assertThat(job.counters).containsEntry("items_crawled", 1L);
    }
  }

  @Test
  @Timeout(30)
  void a_crawl_that_is_told_to_stop_does_not_wait_out_a_pause() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    Timer endless =
        new Timer() {
          @Override
          public long nanos() {
            return 0;
          }

          @Override
          public void sleep(Duration length) throws InterruptedException {
            waits.countDown();
            new CountDownLatch(1).await();
          }
        };
    site.text("/robots.txt", "User-agent: *\nCrawl-delay: 200\n").links("/", "Home", "/a");
    job = new OneJob(1, "{\"url\": \"" + site.url("/") + "\"}");
    try (Crawler crawler = new Crawler(pages, TargetUrls.NONE, options, SITE_ONLY, endless)) {
      FutureTask<String> crawl = new FutureTask<>(() -> crawler.handle(job));
      Thread handler = Thread.ofPlatform().start(crawl);
      waits.await();
      handler.interrupt();
      assertThatThrownBy(crawl::get).hasCauseInstanceOf(InterruptedException.class);
    }
    assertThat(site.paths()).containsExactly("/robots.txt");
  }

  private List<Long> gaps() {
    List<Site.Asked> asked = site.asked();
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < asked.size(); i++) {
      gaps.add(asked.get(i).at() - asked.get(i - 1).at());
    }
    return gaps;
  }
}
