package dev.rota.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.HttpTest;
import io.helidon.webserver.http.HttpRouting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documentation, as the server shows it. */
class DocsRoutesTest extends HttpTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Pattern LINK = Pattern.compile("href=\"(/docs/[^\"#]*)");

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    new DocsRoutes().addTo(routing);
  }

  @Test
  void every_document_is_shown_and_links_lead_to_all_of_them() throws Exception {
    Set<String> seen = new TreeSet<>(Set.of("/docs/"));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      String path = open.removeFirst();
      Answer page = get(path);
      assertThat(page.status()).as(path).isEqualTo(200);
      assertThat(page.type()).isEqualTo("text/html; charset=utf-8");
      LINK.matcher(page.text())
          .results()
          .map(link -> link.group(1))
          .filter(seen::add)
          .forEach(open::addLast);
    }
    Set<String> files = new TreeSet<>();
    try (var all = Files.walk(DOCS)) {
      all.map(file -> DOCS.relativize(file).toString())
          .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
          .forEach(name -> files.add("/docs/" + name.replace(".md", "")));
    }
    assertThat(seen).containsAll(files).contains("/docs/about-rota", "/docs/ARCHITECTURE");
  }

  @Test
  void pictures_are_shown_where_they_stand() {
    assertThat(get("/docs/guides/dashboard").text())
        .contains("<img src=\"/docs/images/overview.png\" alt=\"The overview\">");
    Answer picture = get("/docs/images/overview.png");
    assertThat(picture.status()).isEqualTo(200);
    assertThat(picture.type()).isEqualTo("image/png");
    assertThat(get("/docs/images/nothing.png").status()).isEqualTo(404);
    assertThat(get("/docs/images/../../Picture.png").status()).isEqualTo(404);
  }

  @Test
  void a_page_that_has_not_changed_is_not_sent_again() {
    Answer first = get("/docs/");
    String etag = first.headers().firstValue("ETag").orElseThrow();
    assertThat(send("GET", "/docs/", "", "If-None-Match", etag).status()).isEqualTo(304);
    assertThat(get("/docs").status()).isEqualTo(200);
    assertThat(get("/docs/nothing").status()).isEqualTo(404);
    assertThat(get("/docs/../docs/%2e%2e/pom").status()).isEqualTo(404);
  }

  @Test
  void markdown_becomes_html() {
    String html =
        new Markdown(link -> link.startsWith("src") ? null : "/to/" + link)
            .html(
                """
                # A & B
                Some *text* with **bold `code`**, [a link](x.md), ![a picture](x.svg) and [none](src/x).

                | a | b |
                | --- | --- |
                | `1` | <2> |

                - one
                  more
                - two

                ```sh
                echo "<hi>"
                ```
                """);
    assertThat(html)
        .isEqualTo(
            """
            <h1 id="a--b">A &amp; B</h1>
            <p>Some <em>text</em> with <strong>bold <code>code</code></strong>, <a href="/to/x.md">a link</a>, <img src="/to/x.svg" alt="a picture"> and none.</p>
            <table>
            <tr><th>a</th><th>b</th></tr>
            <tr><td><code>1</code></td><td>&lt;2&gt;</td></tr>
            </table>
            <ul>
            <li>one
            more</li>
            <li>two</li>
            </ul>
            <pre><code>echo &quot;&lt;hi&gt;&quot;
            </code></pre>
            """);
  }
}
