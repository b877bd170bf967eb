package dev.rota.crawler;

import java.net.URI;

/**
 * A Scope is the site that a crawl keeps to: the host it begins at, with or without {@code www.},
 * on the same port (or the usual ones), and its subdomains if they are wanted.
 */
record Scope(String host, int port, boolean includeSubdomains) {

  static Scope of(URI start, boolean includeSubdomains) {
    return new Scope(bare(Urls.host(start)), port(start), includeSubdomains);
  }

  boolean contains(URI url) {
    String other = bare(Urls.host(url));
    boolean same = other.equals(host) || (includeSubdomains && other.endsWith("." + host));
    return same && port(url) == port;
  }

  private static String bare(String host) {
    return host.startsWith("www.") ? host.substring(4) : host;
  }

  /** The usual ports count as one: sites move from one to the other. */
  private static int port(URI url) {
    int usual = "https".equals(url.getScheme()) ? 443 : 80;
    return url.getPort() == usual ? -1 : url.getPort();
  }
}
