package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page to try the API on comes from this server alone. */
class TryItTest extends ApiTest {
  private static final Pattern URL = Pattern.compile("url\\([\"']?([^)\"']*)");
  private static final Pattern LINK = Pattern.compile("(?:src|href)=\"([^\"]*)\"");

  @Test
  void everything_on_the_page_is_served_here() {
    Answer page = get("/docs/api");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.type()).startsWith("text/html");
    assertThat(page.headers().firstValue("content-security-policy").orElse(""))
        .startsWith("default-src 'none'; script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(page.text()).doesNotContain("http:").doesNotContain("https:");
    List<String> links =
        LINK.matcher(page.text()).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(links).hasSizeGreaterThan(3).allMatch(link -> link.startsWith("/"));
    links.forEach(link -> assertThat(get(link).status()).as(link).isEqualTo(200));
    String start = get("/docs/api/start.js").text();
    assertThat(start).contains("validatorUrl: null").contains("/openapi.json");
    assertThat(get("/openapi.json").json().at("/servers/0/url").asString()).doesNotContain("//");
    links.stream()
        .filter(link -> link.endsWith(".css"))
        .forEach(link ->
            assertThat(URL.matcher(get(link).text()).results().map(found -> found.group(1)))
                .as("what the style loads is in it")
                .allMatch(url -> url.startsWith("data:")));
    links.forEach(link ->
        assertThat(get(link).headers().firstValue("x-content-type-options"))
            .as(link)
            .hasValue("nosniff"));
  }

  @Test
  void nothing_else_of_the_class_path_is_served() {
    String folder =
        LINK.matcher(get("/docs/api").text())
            .results()
            .map(found -> found.group(1))
            .filter(link -> link.endsWith(".css"))
            .findFirst()
            .orElseThrow()
            .replace("swagger-ui.css", "");
    for (String file : List.of("index.html", "..%2f..%2fx", "%2e%2e", "swagger-ui.css%00")) {
      assertThat(get(folder + file).status()).as(file).isBetween(400, 499);
    }
  }
}
