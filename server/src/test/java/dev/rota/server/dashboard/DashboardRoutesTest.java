package dev.rota.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.HttpTest;
import io.helidon.webserver.http.HttpRouting;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard's files, as browsers get them. */
class DashboardRoutesTest extends HttpTest {
  private static final String[] BROWSER = {"Accept", "text/html,application/xhtml+xml"};
  private static final Pattern LINK = Pattern.compile("(?:src|href)=\"(/[^\"#]*)\"");
  private static final Pattern MAPPED = Pattern.compile("\"([^\"]+)\": \"(/[^\"]+)\"");
  private static final Pattern IMPORT =
      Pattern.compile("(?:\\bfrom\\s*|\\bimport\\s*[(]?)['\"]([^'\",\\s]+)['\"]");

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    new DashboardRoutes().addTo(routing);
  }

  @Test
  void a_browser_gets_the_page_and_others_get_text() {
    Answer page = send("GET", "/", "", BROWSER);
    assertThat(page.type()).startsWith("text/html");
    assertThat(page.text()).contains("<rota-app>").doesNotContain("http:", "https:", "{version:");
    assertThat(get("/").type()).startsWith("text/plain");
  }

  @Test
  void the_policy_lets_no_script_in_but_ours() {
    String policy =
        send("GET", "/", "", BROWSER).headers().firstValue("content-security-policy").orElse("");
    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self' 'sha256-", "require-trusted-types-for")
        .doesNotContain("unsafe", "http", "*");
  }

  @Test
  void every_module_that_another_needs_is_served() {
    String page = send("GET", "/", "", BROWSER).text();
    Map<String, String> mapped = new HashMap<>();
    MAPPED.matcher(page).results().forEach(found -> mapped.put(found.group(1), found.group(2)));
    Set<String> seen = new TreeSet<>();
    LINK.matcher(page)
        .results()
        .map(found -> found.group(1))
        .filter(link -> !link.startsWith("/docs"))
        .forEach(seen::add);
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      String path = open.removeFirst();
      Answer file = get(path);
      assertThat(file.status()).as(path).isEqualTo(200);
      assertThat(file.headers().firstValue("cache-control"))
          .hasValue("max-age=31536000, immutable");
      if (path.endsWith(".js")) {
        IMPORT
            .matcher(file.text())
            .results()
            .map((MatchResult found) -> address(path, found.group(1), mapped))
            .filter(seen::add)
            .forEach(open::addLast);
      }
    }
    assertThat(seen)
        .anyMatch(path -> path.endsWith("/pages/overview.js"))
        .anyMatch(path -> path.contains("/lit-html/"))
        .anyMatch(path -> path.contains("/chart.js/"));
  }

  private static String address(String from, String name, Map<String, String> mapped) {
    if (name.startsWith(".")) {
      return URI.create(from).resolve(name).toString();
    }
    String whole = mapped.get(name);
    if (whole != null) {
      return whole;
    }
    String folder = name.substring(0, name.indexOf('/') + 1);
    assertThat(mapped).as(name + " in " + from).containsKey(folder);
    return mapped.get(folder) + name.substring(folder.length());
  }

  @Test
  void what_a_browser_has_is_not_sent_again() {
    Answer page = send("GET", "/", "", BROWSER);
    String etag = page.headers().firstValue("etag").orElseThrow();
    Answer again = send("GET", "/", "", "Accept", "text/html", "If-None-Match", etag);
    assertThat(again.status()).isEqualTo(304);
    Answer packed = send("GET", "/", "", "Accept", "text/html", "Accept-Encoding", "gzip");
    assertThat(packed.headers().firstValue("content-encoding")).hasValue("gzip");
  }

  @Test
  void nothing_else_of_the_class_path_is_served() {
    for (String path :
        List.of(
            "/dashboard/x/index.html",
            "/dashboard/x/nothing.js",
            "/dashboard/x/..%2findex.txt",
            "/dashboard/lib/lit/1.0.0/index.js",
            "/dashboard/lib/swagger-ui/5.34.1/swagger-ui.css",
            "/dashboard/lib/lit/3.3.2/package.json",
            "/dashboard/lib/lit/3.3.2/../../x.js",
            "/dashboard/lib/lit/3.3.2/%2e%2e/index.js")) {
      assertThat(get(path).status()).as(path).isBetween(400, 499);
    }
  }
}
