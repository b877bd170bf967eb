package dev.rota.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** What the pages of the dashboard ask for is what the benchmark of them asks for. */
class DashboardRequestsTest extends BrowserTest {
  private static final Path LIST =
      Path.of("../benchmarks/src/main/resources/dev/rota/benchmarks/dashboard_pages.txt");
  private static final String API = "/api/v1";

  @Test
  void the_benchmark_asks_what_the_pages_ask() throws Exception {
    String ended = create("{\"kind\": \"rota.echo\", \"queue\": \"crawl\"}");
    String waiting = create("{\"kind\": \"nobody-runs-this\", \"queue\": \"crawl\"}");
    Map<String, Set<String>> wanted = new LinkedHashMap<>();
    Set<String> requests = new TreeSet<>();
    for (String line : Files.readAllLines(LIST)) {
      if (line.startsWith("  ")) {
        requests.add(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        requests = new TreeSet<>();
        wanted.put(line.substring(line.indexOf(": ") + 2), requests);
      }
    }
    assertThat(wanted).hasSizeGreaterThan(8);
    wanted.forEach((place, expected) -> {
      String there = place.replace("{ended}", ended).replace("{waiting}", waiting);
      assertThat(asked(there, expected.size(), ended, waiting)).as(place).isEqualTo(expected);
    });
  }

  /** What a page asks for until it is filled; what comes again while it is open counts once. */
  private Set<String> asked(String place, int most, String ended, String waiting) {
    Set<String> asked = new ConcurrentSkipListSet<>();
    Page page = visit("/docs/");
    page.onRequest(request -> {
      URI uri = URI.create(request.url());
      if (uri.getPath().startsWith(API) && !uri.getPath().matches(".*/(me|stream)")) {
        asked.add(plain(request.url(), ended, waiting));
      }
    });
    page.navigate("/#" + place);
    assertThat(page.locator("main h1")).isVisible();
    assertThat(page.locator("main .card, main table, main .state").first()).isVisible();
    assertThat(page.locator("main .spinner")).hasCount(0);
    page.waitForCondition(() -> asked.size() >= most);
    return asked;
  }

  private static String plain(String url, String ended, String waiting) {
    return URLDecoder.decode(url.substring(url.indexOf(API) + API.length()), StandardCharsets.UTF_8)
        .replace(ended, "{ended}")
        .replace(waiting, "{waiting}")
        .replaceAll("/schedules/[^/?]+/", "/schedules/{schedule}/");
  }
}
