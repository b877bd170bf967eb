package dev.rota.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.RotaException;
import dev.rota.reach.Reach;
import dev.rota.worker.DoNotRetry;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a crawl makes of a site. */
final class CrawlerTest extends CrawlTest {

  @Test
  void a_crawl_follows_links_to_its_depth_and_says_what_it_has_found() throws Exception {
    site.links("/", "Home", "/a", "b#part", "http://127.0.0.1:" + site.port() + "/A/../a")
        .links("/a", "Apples", "/", "/deep")
        .links("/b", "Bananas", "mailto:x@example.com", "javascript:void(0)", "/a")
        .links("/deep", "Deep", "/deeper")
        .links("/deeper", "Deeper");

    JsonNode result = crawl("{\"url\": \"http://SITE\", \"depth\": 2, \"source_id\": \"fruit\"}");

    assertThat(pages.pages.values())
        .extracting("title")
        .containsExactly("Home", "Apples", "Bananas", "Deep");
    assertThat(pages.pages.get(site.url("/a")))
        .satisfies(page -> {
          assertThat(page.text()).startsWith("The page Apples");
          assertThat(page.links()).containsExactly(site.url("/"), site.url("/deep"));
          assertThat(page.target()).isEqualTo("fruit");
          assertThat(page.status()).isEqualTo(200);
        });
    assertThat(site.paths())
        .containsExactly("/robots.txt", "/", "/sitemap.xml", "/a", "/b", "/deep");
    assertThat(result.at("/pages").asInt()).isEqualTo(4);
    assertThat(result.at("/indexed").asInt()).isEqualTo(4);
    assertThat(result.at("/stopped").isNull()).isTrue();
    assertThat(job.counters).containsEntry("items_crawled", 4L).containsEntry("items_indexed", 4L);
    assertThat(job.messages).last().asString().startsWith("99 4 pages, 4 indexed, 0 failed");
    assertThat(job.memory).isPositive();
  }

  @Test
  void robots_txt_is_kept_to_and_can_be_passed_over() throws Exception {
    site.text("/robots.txt", "User-agent: rota-crawler\nDisallow: /secret\n")
        .links("/", "Home", "/secret/1", "/open")
        .links("/open", "Open")
        .links("/secret/1", "Secret");

    JsonNode kept = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(kept.at("/skipped/robots").asInt()).isEqualTo(1);
    assertThat(site.paths()).doesNotContain("/secret/1");
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/secret/1\"}"))
        .isInstanceOf(DoNotRetry.class)
        .hasMessageContaining("robots.txt does not allow");

    assertThat(crawl("{\"url\": \"http://SITE/\", \"respectRobots\": false}").at("/pages").asInt())
        .isEqualTo(3);
    assertThat(site.paths().stream().filter("/robots.txt"::equals)).hasSize(2);
  }

  @Test
  void without_an_answer_about_robots_nothing_is_fetched() throws Exception {
    site.on("/robots.txt", exchange -> Site.send(exchange, 500, "text/plain", ""))
        .links("/", "Home");
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isExactlyInstanceOf(RotaException.class)
        .hasMessageContaining("robots.txt answered 500");
    assertThat(site.paths()).containsExactly("/robots.txt");
  }

  @Test
  void pages_may_ask_not_to_be_found_or_followed() throws Exception {
    site.page(
            "/",
            "<meta name=Robots content='noindex'><a href=/a>a</a> <a rel=nofollow href=/b>b</a>")
        .page("/a", "<title>A</title><meta name=robots content='nofollow'><a href=/c>c</a>")
        .links("/b", "B")
        .links("/c", "C");
    JsonNode result = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(pages.pages.values()).extracting("title").containsExactly("A");
    assertThat(result.at("/skipped/noindex").asInt()).isEqualTo(1);
  }

  @Test
  void redirects_are_followed_within_the_site_and_not_beyond() throws Exception {
    site.links("/", "Home", "/moved", "/away", "/circle", "/chain0", "/nowhere")
        .redirect("/moved", "/new")
        .links("/new", "New")
        .redirect("/away", "https://example.com/")
        .redirect("/circle", "/circle2")
        .redirect("/circle2", "/circle")
        .redirect("/nowhere", "ftp://127.0.0.1/");
    for (int i = 0; i < 10; i++) {
      site.redirect("/chain" + i, "/chain" + (i + 1));
    }
    JsonNode result = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(pages.pages.keySet()).containsExactly(site.url("/"), site.url("/new"));
    assertThat(result.at("/skipped/out_of_scope").asInt()).isEqualTo(1);
    assertThat(result.at("/failed_by_reason/redirects").asInt()).isEqualTo(3);
    assertThat(result.at("/failures").toString())
        .contains("redirects in a circle")
        .contains("redirects more than 5 times");
    assertThat(site.paths()).contains("/chain5").doesNotContain("/chain6");
  }

  @Test
  void private_addresses_are_refused_also_behind_redirects() throws Exception {
    site.links("/", "Home", "/inside").redirect("/inside", "http://127.0.0.2:" + site.port() + "/");
    JsonNode result = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(result.at("/skipped/out_of_scope").asInt()).isEqualTo(1);

    for (String inside :
        List.of(
            "http://127.0.0.2/",
            "http://[::1]/",
            "http://169.254.169.254/latest/meta-data",
            "http://10.0.0.1/",
            "http://[::ffff:192.168.0.1]/",
            "http://2130706434/",
            "http://0x7f.2/",
            "http://localhost:1/")) {
      assertThatThrownBy(() -> crawl(options, Reach.PUBLIC, "{\"url\": \"" + inside + "\"}"))
          .as(inside)
          .isInstanceOf(DoNotRetry.class);
    }
    assertThatThrownBy(() -> crawl(options, Reach.PUBLIC, "{\"url\": \"http://SITE/\"}"))
        .isInstanceOf(DoNotRetry.class)
        .hasMessageContaining("127.0.0.1 is a loopback address");
    assertThat(site.asked()).as("requests of the first crawl alone").hasSize(4);
  }

  @Test
  void a_robots_txt_that_redirects_to_a_private_address_is_refused() {
    site.redirect("/robots.txt", "http://169.254.169.254/latest/meta-data");
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isInstanceOf(DoNotRetry.class)
        .hasMessageContaining("169.254.169.254 is a link-local address");
  }

  @Test
  void a_site_that_fails_here_and_there_completes_with_counts() throws Exception {
    byte[] bomb = packed(new byte[options.maxBytes() + 1]);
    site.links(
            "/",
            "Home",
            "/gone",
            "/fault",
            "/slow",
            "/huge",
            "/bomb",
            "/short",
            "/picture",
            "/ok",
            "/endless")
        .on("/fault", exchange -> Site.send(exchange, 500, "text/html", "no"))
        .on("/slow", exchange -> Hold.OUT.write(0))
        .on(
            "/huge",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "text/html");
              exchange.sendResponseHeaders(200, 1L << 40);
              byte[] part = new byte[1 << 16];
              while (true) {
                exchange.getResponseBody().write(part);
              }
            })
        .on(
            "/bomb",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "text/html");
              exchange.getResponseHeaders().add("Content-Encoding", "gzip");
              exchange.sendResponseHeaders(200, bomb.length);
              exchange.getResponseBody().write(bomb);
            })
        .on(
            "/short",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "text/html");
              exchange.sendResponseHeaders(200, 100);
              exchange.getResponseBody().write(1);
            })
        .on("/picture", exchange -> Site.send(exchange, 200, "image/png", "xxxx"))
        .on(
            "/endless",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "text/html");
              exchange.sendResponseHeaders(200, 0);
              exchange
                  .getResponseBody()
                  .write("<p>".getBytes(java.nio.charset.StandardCharsets.UTF_8));
              exchange.getResponseBody().flush();
              Hold.OUT.write(0);
            })
        .links("/ok", "Fine");

    JsonNode result = crawl("{\"url\": \"http://SITE/\", \"timeout\": 400}");

    assertThat(result.at("/pages").asInt()).as(result.toString()).isEqualTo(2);
    assertThat(result.at("/failed").asInt()).isEqualTo(7);
    JsonNode reasons = result.at("/failed_by_reason");
    assertThat(reasons.at("/http_404").asInt()).isEqualTo(1);
    assertThat(reasons.at("/http_500").asInt()).isEqualTo(1);
    assertThat(reasons.at("/timeout").asInt()).isEqualTo(2);
    assertThat(reasons.at("/too_large").asInt()).isEqualTo(2);
    assertThat(reasons.at("/broken").asInt()).isEqualTo(1);
    assertThat(result.at("/skipped/content_type").asInt()).isEqualTo(1);
  }

  @Test
  void a_site_whose_start_fails_fails_with_the_reason() {
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isInstanceOf(DoNotRetry.class)
        .hasMessageContaining("answered 404");
    site.on("/", exchange -> Site.send(exchange, 502, "text/html", ""));
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isExactlyInstanceOf(RotaException.class)
        .hasMessageContaining("answered 502");
    site.close();
    assertThatThrownBy(() -> crawl("{\"url\": \"http://SITE/\"}"))
        .isExactlyInstanceOf(RotaException.class)
        .hasMessageContaining("The crawl of http://127.0.0.1");
  }

  @Test
  void ten_thousand_links_are_no_burden() throws Exception {
    String[] links = new String[10_000];
    for (int i = 0; i < links.length; i++) {
      links[i] = "/" + i;
    }
    site.links("/", "Many", links).links("/0", "Zero", links);
    JsonNode result = crawl("{\"url\": \"http://SITE/\", \"maxPages\": 5}");
    assertThat(result.at("/pages").asInt()).isEqualTo(2);
    assertThat(result.at("/failed").asInt()).isEqualTo(3);
    assertThat(result.at("/waiting").asInt()).isEqualTo(9_996);
    assertThat(result.at("/stopped").asString()).isEqualTo("maxPages was reached");
    assertThat(pages.pages.get(site.url("/")).links()).hasSize(10_000);
  }

  @Test
  void pages_that_call_another_address_their_own_are_stored_once() throws Exception {
    site.links("/", "Home", "/a?x=1", "/a?x=2")
        .page("/a?x=1", "<link rel=canonical href=/a>")
        .page("/a?x=2", "<link rel=canonical href=/a>")
        .page("/a", "<title>A</title><link rel=canonical href=/a>");
    JsonNode result = crawl("{\"url\": \"http://SITE/\"}");
    assertThat(pages.pages.keySet()).containsExactly(site.url("/"), site.url("/a"));
    assertThat(result.at("/skipped/duplicate").asInt()).isEqualTo(2);
  }

  @Test
  void sitemaps_lead_to_pages_without_links() throws Exception {
    site.text("/robots.txt", "Sitemap: " + site.url("/maps.xml"))
        .on(
            "/maps.xml",
            exchange ->
                Site.send(
                    exchange,
                    200,
                    "application/xml",
                    "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>"
                        + site.url("/map.xml")
                        + "</loc></sitemap></sitemapindex>"))
        .on(
            "/map.xml",
            exchange ->
                Site.send(
                    exchange,
                    200,
                    "application/xml",
                    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"
                        + site.url("/island")
                        + "</loc></url><url><loc>https://example.com/</loc></url></urlset>"))
        .links("/", "Home")
        .links("/island", "Island");
    crawl("{\"url\": \"http://SITE/\"}");
    assertThat(pages.pages.values()).extracting("title").containsExactly("Home", "Island");
  }

  @Test
  void a_second_crawl_asks_only_for_what_has_changed() throws Exception {
    site.on(
            "/",
            exchange ->
                tagged(exchange, "one", "<title>Home</title><a href=/a>a</a><a href=/b>b</a>"))
        .links("/a", "Apples")
        .links("/b", "Bananas");
    crawl("{\"url\": \"http://SITE/\"}");
    site.links("/a", "Avocados").on("/b", exchange -> Site.send(exchange, 410, "text/html", ""));

    JsonNode again = crawl("{\"url\": \"http://SITE/\"}");

    assertThat(again.at("/pages").asInt()).isEqualTo(2);
    assertThat(again.at("/unchanged").asInt()).isEqualTo(1);
    assertThat(again.at("/indexed").asInt()).isEqualTo(1);
    assertThat(again.at("/removed").asInt()).isEqualTo(1);
    assertThat(pages.kept).containsOnlyKeys(site.url("/")).containsValue(2L);
    assertThat(pages.pages.values()).extracting("title").containsExactly("Home", "Avocados");
    assertThat(site.asked().stream().filter(asked -> asked.path().equals("/")).toList())
        .last()
        .satisfies(
            asked -> assertThat(asked.headers().get("If-none-match")).containsExactly("\"one\""));
  }

  @Test
  void every_request_says_who_asks_and_since_when_a_page_is_known() throws Exception {
    String date = "Wed, 21 Oct 2015 07:28:00 GMT";
    site.on(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Last-Modified", date);
          if (date.equals(exchange.getRequestHeaders().getFirst("If-Modified-Since"))) {
            exchange.sendResponseHeaders(304, -1);
          } else {
            Site.send(exchange, 200, "text/html", "<title>Home</title>");
          }
        });
    crawl("{\"url\": \"http://SITE/\"}");
    assertThat(crawl("{\"url\": \"http://SITE/\"}").at("/unchanged").asInt()).isEqualTo(1);
    assertThat(site.asked())
        .extracting(asked -> asked.headers().get("User-agent"))
        .containsOnly(List.of(options.userAgent()));
  }

  @Test
  void a_domain_is_tried_with_and_without_encryption() throws Exception {
    site.links("/", "Home", "/a").links("/a", "A");
    JsonNode result =
        crawl(
            """
            {"domain": "SITE", "job_type": "domain_scrape", "metadata": {}, "colour": "red",
             "config": {"depth": 1, "maxPages": 100, "timeout": 500, "respectRobots": true}}
            """);
    assertThat(result.at("/start_url").asString()).isEqualTo(site.url("/"));
    assertThat(result.at("/pages").asInt()).isEqualTo(2);
  }

  private static void tagged(com.sun.net.httpserver.HttpExchange exchange, String tag, String html)
      throws java.io.IOException {
    String quoted = '"' + tag + '"';
    exchange.getResponseHeaders().add("ETag", quoted);
    if (quoted.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      exchange.sendResponseHeaders(304, -1);
    } else {
      Site.send(exchange, 200, "text/html", html);
    }
  }

  private static byte[] packed(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Test
  void a_crawl_that_has_seen_the_whole_site_says_so_and_another_does_not() throws Exception {
    site.links("/", "Home", "/a").links("/a", "A", "/b").links("/b", "B");
    crawl("{\"url\": \"http://SITE/\", \"depth\": 1}");
    crawl("{\"url\": \"http://SITE/\", \"maxPages\": 2}");
    crawl("{\"url\": \"http://SITE/a\"}");
    assertThat(pages.completed).isEmpty();
    crawl("{\"url\": \"http://SITE/\"}");
    assertThat(pages.completed.values()).containsExactly(4L);
  }
}
