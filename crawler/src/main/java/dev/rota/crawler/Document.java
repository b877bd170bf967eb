package dev.rota.crawler;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * A Document is what a page says and where it leads.
 *
 * @param canonical the address that the page itself calls its own, if it does
 * @param index whether the page lets itself be found
 */
record Document(
    String title, String text, List<URI> links, Optional<URI> canonical, boolean index) {
  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*[\"']?([^\\s;\"']+)", Pattern.CASE_INSENSITIVE);
  private static final int LONGEST_TITLE = 1_000;
  private static final int LONGEST_TEXT = 1_000_000;

  static Document read(URI url, Fetched answer) throws FetchFailure {
    try {
      return answer.contentType().equals("text/plain") ? plain(answer) : html(url, answer);
    } catch (IOException | RuntimeException e) {
      throw FetchFailure.lasting(FetchFailure.BROKEN, url + " cannot be read: " + e.getMessage());
    }
  }

  private static Document plain(Fetched answer) {
    String name = charset(answer);
    Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    String text = clean(new String(answer.body(), charset), LONGEST_TEXT);
    return new Document("", text, List.of(), Optional.empty(), true);
  }

  private static Document html(URI url, Fetched answer) throws IOException {
    var html =
        Jsoup.parse(new ByteArrayInputStream(answer.body()), charset(answer), url.toString());
    Set<String> wishes = wishes(html);
    Set<URI> links = new LinkedHashSet<>();
    if (!wishes.contains("nofollow") && !wishes.contains("none")) {
      html.select("a[href], area[href], iframe[src]").stream()
          .filter(link -> !link.attr("rel").toLowerCase(Locale.ROOT).contains("nofollow"))
          .map(link -> link.absUrl(link.hasAttr("href") ? "href" : "src"))
          .forEach(link -> Urls.canonical(link).ifPresent(links::add));
    }
    return new Document(
        clean(html.title(), LONGEST_TITLE),
        clean(text(html.body()), LONGEST_TEXT),
        List.copyOf(links),
        canonical(html),
        !wishes.contains("noindex") && !wishes.contains("none"));
  }

  private static String text(@Nullable Element body) {
    return body == null ? "" : body.text();
  }

  private static Optional<URI> canonical(org.jsoup.nodes.Document html) {
    return Optional.ofNullable(html.selectFirst("link[rel=canonical][href]"))
        .flatMap(link -> Urls.canonical(link.absUrl("href")));
  }

  /** What the page asks of robots. */
  private static Set<String> wishes(org.jsoup.nodes.Document html) {
    Element robots = html.selectFirst("meta[name=robots][content]");
    return robots == null
        ? Set.of()
        : Set.copyOf(
            List.of(robots.attr("content").toLowerCase(Locale.ROOT).split("[\\s,]+")).stream()
                .distinct()
                .toList());
  }

  /** The charset that the answer names, if it is one; null has it looked for in the page. */
  private static @Nullable String charset(Fetched answer) {
    Matcher found = CHARSET.matcher(String.valueOf(answer.header("Content-Type")));
    try {
      return found.find() && Charset.isSupported(found.group(1)) ? found.group(1) : null;
    } catch (IllegalCharsetNameException e) {
      return null;
    }
  }

  /** Text that PostgreSQL can store: no NUL, no halves of pairs, and not too much. */
  private static String clean(String text, int longest) {
    String cut = text.length() > longest ? text.substring(0, longest) : text;
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
        .replace('\0', '\uFFFD');
  }
}
