package dev.rota.server.access;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Hosts are the names by which the server may be called. A page of somebody else can make a browser
 * call a server on the same machine under a name of its own; it cannot choose one of these. An
 * address is always one: nobody can make it lead elsewhere.
 */
record Hosts(Set<String> allowed) {
  private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
  private static final HeaderName FETCH_MODE = HeaderNames.create("Sec-Fetch-Mode");
  private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+]");
  private static final Pattern JSON =
      Pattern.compile("application/(json|x-ndjson|[\\w.-]+\\+json)\\b.*");

  Hosts {
    allowed = Set.copyOf(allowed);
  }

  /** Refuses a request under another name, or one that a page from elsewhere sends. */
  void check(ServerRequestHeaders headers) {
    String host = lower(headers.first(HeaderNames.HOST).orElse(""));
    if (!isKnown(name(host))) {
      throw Refusal.of(
          421,
          "unknown-host",
          "The server does not answer to the name %s; ROTA_ALLOWED_HOSTS can add it"
              .formatted(shown(host)));
    }
    String origin = lower(headers.first(HeaderNames.ORIGIN).orElse(""));
    if (!origin.isEmpty() && !isSame(origin, host)) {
      throw Refusal.of(
          403,
          "foreign-origin",
          "A page of %s may not call this server; ROTA_ALLOWED_HOSTS can add its host"
              .formatted(shown(origin)));
    }
    if (origin.isEmpty() && isFetchedByOthers(headers)) {
      throw Refusal.of(
          403,
          "foreign-origin",
          "A page of another origin may link to this server, not load from it");
    }
    checkForm(headers, !origin.isEmpty() || headers.contains(FETCH_SITE));
  }

  /**
   * Pictures, scripts and the like come without an origin, but browsers say whose page wants them.
   */
  private static boolean isFetchedByOthers(ServerRequestHeaders headers) {
    return FOREIGN.contains(lower(headers.first(FETCH_SITE).orElse("")))
        && !lower(headers.first(FETCH_MODE).orElse("")).equals("navigate");
  }

  /** What a form of a page sends must not pass as JSON. */
  private static void checkForm(ServerRequestHeaders headers, boolean isBrowser) {
    String type = lower(headers.first(HeaderNames.CONTENT_TYPE).orElse(""));
    if (isBrowser && !type.isEmpty() && !JSON.matcher(type).matches()) {
      throw Refusal.of(
          415, "wrong-content-type", "A browser must send application/json, not " + shown(type));
    }
  }

  private boolean isKnown(String name) {
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || ADDRESS.matcher(name).matches()
        || allowed.contains(name)
        || allowed.contains("*");
  }

  private boolean isSame(String origin, String host) {
    int scheme = origin.indexOf("://");
    String authority = scheme < 0 ? "" : origin.substring(scheme + 3);
    return !authority.isEmpty() && (authority.equals(host) || allowed.contains(name(authority)));
  }

  /** The authority without its port. */
  private static String name(String authority) {
    int colon = authority.lastIndexOf(':');
    return colon < 0 || authority.endsWith("]") ? authority : authority.substring(0, colon);
  }

  private static String lower(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private static String shown(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
