package dev.rota.crawler;

import crawlercommons.filters.basic.BasicURLNormalizer;
import dev.rota.pages.NewPage;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** Urls come in many spellings; each page has one address here. */
final class Urls {
  private static final BasicURLNormalizer NORMALIZER = new BasicURLNormalizer();

  private Urls() {}

  /** The one spelling of an address that can be fetched; empty if it cannot. */
  static Optional<URI> canonical(String text) {
    try {
      String normal = NORMALIZER.filter(text);
      if (normal == null || normal.length() > NewPage.URL_MAX) {
        return Optional.empty();
      }
      URI url = URI.create(normal);
      boolean fetchable =
          isWeb(url) && url.getHost() != null && !url.getHost().isEmpty() && url.getPort() != 0;
      return fetchable ? Optional.of(url) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Where a link or a redirect of a page leads to. */
  static Optional<URI> resolve(URI base, String link) {
    try {
      return canonical(base.resolve(link.strip().replace(" ", "%20")).toString());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Scheme, host and port: what one robots.txt is for. */
  static URI site(URI url) {
    return url.resolve("/");
  }

  static String host(URI url) {
    return String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
  }

  private static boolean isWeb(URI url) {
    return "http".equals(url.getScheme()) || "https".equals(url.getScheme());
  }
}
