package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.Rules;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A CrawlPayload is what a crawl job is about: an address, and the source it belongs to. */
record CrawlPayload(@Nullable String url, @Nullable String sourceId, @Nullable String sourceName) {
  static final String KIND = "crawl";
  static final String QUEUE = "crawl";
  private static final CrawlPayload NONE = new CrawlPayload(null, null, null);
  private static final int LONGEST = 2048;
  private static final Set<String> SCHEMES = Set.of("http", "https");

  CrawlPayload {
    if (url != null) {
      checkUrl(Rules.text("url", url, LONGEST));
    }
    if (sourceId != null) {
      Rules.name("source_id", sourceId);
    }
    if (sourceName != null) {
      Rules.name("source_name", sourceName);
    }
  }

  /** What the payload of a job of this kind says; what is not as it should be is not shown. */
  static CrawlPayload of(String kind, String payload) {
    if (!kind.equals(KIND) || !payload.stripLeading().startsWith("{")) {
      return NONE;
    }
    Map<String, Raw> members = Wire.members("payload", payload);
    try {
      return new CrawlPayload(
          text(members, "url"), text(members, "source_id"), text(members, "source_name"));
    } catch (InvalidInput e) {
      return NONE;
    }
  }

  boolean isEmpty() {
    return equals(NONE);
  }

  /** A payload with these members in the place of its own. */
  String in(String payload) {
    Map<String, Raw> members = new LinkedHashMap<>(Wire.members("payload", payload));
    put(members, "url", url);
    put(members, "source_id", sourceId);
    put(members, "source_name", sourceName);
    return Wire.write(members);
  }

  private static void put(Map<String, Raw> members, String name, @Nullable String value) {
    if (value != null) {
      members.put(name, new Raw(Json.quote(value)));
    }
  }

  private static @Nullable String text(Map<String, Raw> members, String name) {
    Raw value = members.get(name);
    return value == null || !value.json().startsWith("\"")
        ? null
        : Wire.read(value.json(), String.class);
  }

  private static void checkUrl(String url) {
    try {
      URI uri = new URI(url);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (SCHEMES.contains(scheme) && uri.getHost() != null) {
        return;
      }
    } catch (URISyntaxException e) {
      // It is refused below.
    }
    throw new InvalidInput("url", url, "must be an address, as in https://example.com");
  }
}
