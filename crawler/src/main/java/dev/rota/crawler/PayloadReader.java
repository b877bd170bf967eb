package dev.rota.crawler;

import static java.lang.System.Logger.Level.INFO;

import dev.rota.InvalidInput;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A PayloadReader reads what a crawl job asks for, in the words of each API that makes such jobs:
 * options lie beside the url or in {@code config}, and where to begin is a url, a domain or a
 * target.
 */
final class PayloadReader {
  private static final System.Logger LOG = System.getLogger(PayloadReader.class.getName());
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SUBREDDIT = "subreddit";
  private static final Set<String> OTHERS =
      Set.of("config", "metadata", "name", "source_id", "source_name", "job_type", "subreddit_id");

  private final TargetUrls targets;
  private final int maxPages;

  PayloadReader(TargetUrls targets, int maxPages) {
    this.targets = targets;
    this.maxPages = maxPages;
  }

  CrawlRequest read(long job, String payload) {
    Members members = new Members(object("payload", parsed(payload)));
    Starts starts = starts(members);
    CrawlRequest request =
        new CrawlRequest(
            starts.first(),
            starts.otherwise(),
            starts.target(),
            members.number("depth", "depth", 3, 0, 100),
            members.number("maxPages", "max_pages", Math.min(100, maxPages), 1, maxPages),
            Duration.ofMillis(members.number("timeout", "timeout_ms", 30_000, 100, 600_000)),
            members.flag("respectRobots", "respect_robots", true),
            members.flag("includeSubdomains", "include_subdomains", false));
    List<String> unknown = members.unknown();
    if (!unknown.isEmpty()) {
      LOG.log(INFO, "The payload has members that mean nothing here: job={0} {1}", job, unknown);
    }
    return request;
  }

  /** Where to begin, and what that is called. */
  private record Starts(URI first, @Nullable URI otherwise, @Nullable String target) {}

  private Starts starts(Members members) {
    String url = members.text("url");
    String domain = members.text("domain");
    String named = members.name();
    if (url != null) {
      return new Starts(address("url", url), null, named == null ? domain : named);
    }
    if (domain != null) {
      return ofDomain(domain, named == null ? domain : named);
    }
    String found = members.targetUrl(targets);
    if (found != null) {
      return new Starts(address("target.url", found), null, named);
    }
    throw new InvalidInput(
        "url",
        named == null ? "" : named,
        "must be given, or a domain, or a target that has a url");
  }

  private static Starts ofDomain(String domain, String target) {
    if (!domain.matches("[A-Za-z0-9.-]+(:\\d{1,5})?|\\[[0-9A-Fa-f:.]+](:\\d{1,5})?")) {
      throw new InvalidInput("domain", domain, "must be a host name, as in example.com");
    }
    return new Starts(
        address("domain", "https://" + domain + "/"),
        address("domain", "http://" + domain + "/"),
        target);
  }

  private static URI address(String field, String url) {
    String whole = url.contains("://") ? url : "https://" + url;
    return Urls.canonical(whole)
        .filter(address -> !whole.split("[/?#]", 4)[2].contains("@"))
        .orElseThrow(() ->
            new InvalidInput(
                field,
                url,
                "must be an http or https address without a login, 2000 characters long at the most"));
  }

  private static JsonNode parsed(String payload) {
    try {
      return JSON.readTree(payload);
    } catch (JacksonException e) {
      throw new InvalidInput("payload", payload, "must be JSON");
    }
  }

  private static JsonNode object(String field, JsonNode node) {
    if (!node.isObject()) {
      throw new InvalidInput(field, node, "must be a JSON object");
    }
    return node;
  }

  /** Members are those of the payload; options may also lie in its {@code config}. */
  private static final class Members {
    private final JsonNode payload;
    private final @Nullable JsonNode config;
    private final List<String> known = new ArrayList<>(OTHERS);

    Members(JsonNode payload) {
      this.payload = payload;
      JsonNode inner = payload.get("config");
      this.config = inner == null || inner.isNull() ? null : object("config", inner);
    }

    @Nullable String text(String field) {
      JsonNode value = find(field, field);
      if (value == null) {
        return null;
      }
      if (!value.isString() || value.asString().isBlank()) {
        throw new InvalidInput(field, value, "must be a text");
      }
      return value.asString().strip();
    }

    int number(String field, String alias, int standard, int least, int most) {
      JsonNode value = find(field, alias);
      if (value == null) {
        return standard;
      }
      if (!value.isIntegralNumber()
          || !value.canConvertToInt()
          || value.asInt() < least
          || value.asInt() > most) {
        throw new InvalidInput(
            field, value, "must be a whole number from " + least + " to " + most);
      }
      return value.asInt();
    }

    boolean flag(String field, String alias, boolean standard) {
      JsonNode value = find(field, alias);
      if (value == null) {
        return standard;
      }
      if (!value.isBoolean()) {
        throw new InvalidInput(field, value, "must be true or false");
      }
      return value.asBoolean();
    }

    /** What the caller calls the thing that is crawled. */
    @Nullable String name() {
      JsonNode target = find("target", "target");
      if (target != null && target.isObject()) {
        return first(target, "external_id", "name", "id");
      }
      return first(payload, "target", "source_id", "source_name", SUBREDDIT, "subreddit_id");
    }

    /** The url of the target: told by the payload, or kept with the target. */
    @Nullable String targetUrl(TargetUrls targets) {
      JsonNode target = find("target", "target");
      JsonNode subreddit = find(SUBREDDIT, SUBREDDIT);
      if (target != null && target.isObject()) {
        String url = first(target, "url");
        String kind = first(target, "kind", "target_kind");
        String id = first(target, "external_id", "id", "name");
        return url != null || id == null
            ? url
            : targets.find(kind == null ? "source" : kind, id).orElse(null);
      }
      String id = subreddit == null ? first(payload, "subreddit_id") : subreddit.asString();
      Optional<String> found = id == null ? Optional.empty() : targets.find(SUBREDDIT, id);
      String source = first(payload, "target", "source_id");
      return found
          .or(() -> source == null ? Optional.empty() : targets.find("source", source))
          .orElse(null);
    }

    List<String> unknown() {
      List<String> unknown = new ArrayList<>(payload.propertyNames());
      if (config != null) {
        unknown.addAll(config.propertyNames());
      }
      unknown.removeAll(known);
      return unknown;
    }

    private static @Nullable String first(JsonNode node, String... fields) {
      for (String field : fields) {
        JsonNode value = node.get(field);
        if (value != null && (value.isString() || value.isNumber())) {
          return value.asString();
        }
      }
      return null;
    }

    private @Nullable JsonNode find(String field, String alias) {
      known.add(field);
      known.add(alias);
      for (JsonNode place : config == null ? List.of(payload) : List.of(payload, config)) {
        for (String name : List.of(field, alias)) {
          JsonNode value = place.get(name);
          if (value != null && !value.isNull()) {
            return value;
          }
        }
      }
      return null;
    }
  }
}
