package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * A TargetSource is where targets of a kind come from: it is read again every so often, and what it
 * lists no more becomes inactive.
 *
 * @param location the path of a file, the address of an endpoint, or a query
 * @param allowEmpty whether to believe it when it lists nothing where there was something before
 * @param enabled whether it is read
 */
public record TargetSource(
    String name,
    String targetKind,
    Sort sort,
    String location,
    Duration every,
    boolean allowEmpty,
    boolean enabled) {
  private static final int LOCATION_MAX = 20_000;

  /** A Sort is how a source is read. */
  public enum Sort {
    FILE,
    HTTP,
    SQL;

    /** The name used in the database, in JSON and in the documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Sort of(String word) {
      for (Sort sort : values()) {
        if (sort.word().equals(word)) {
          return sort;
        }
      }
      throw new InvalidInput("sort", word, "must be file, http or sql");
    }
  }

  public TargetSource {
    Rules.name("name", name);
    Rules.name("target_kind", targetKind);
    if (location.isBlank() || location.length() > LOCATION_MAX) {
      throw new InvalidInput(
          "location", location, "must have 1 to " + LOCATION_MAX + " characters");
    }
    if (sort == Sort.HTTP) {
      checkAddress(location);
    }
    Rules.range("every", every, Duration.ofSeconds(1), Rules.FURTHEST);
  }

  /** A file with a JSON array, a JSON object per line, comma-separated values, or names. */
  public static TargetSource file(String name, String targetKind, String path, Duration every) {
    return new TargetSource(name, targetKind, Sort.FILE, path, every, false, true);
  }

  /** An endpoint that answers a JSON array, or an object whose member "targets" is one. */
  public static TargetSource http(String name, String targetKind, String url, Duration every) {
    return new TargetSource(name, targetKind, Sort.HTTP, url, every, false, true);
  }

  /** A query on the engine's own database, which may read and nothing else. */
  public static TargetSource sql(String name, String targetKind, String query, Duration every) {
    return new TargetSource(name, targetKind, Sort.SQL, query, every, false, true);
  }

  public TargetSource withAllowEmpty(boolean other) {
    return new TargetSource(name, targetKind, sort, location, every, other, enabled);
  }

  public TargetSource withEnabled(boolean other) {
    return new TargetSource(name, targetKind, sort, location, every, allowEmpty, other);
  }

  private static void checkAddress(String url) {
    try {
      URI uri = URI.create(url);
      if (uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // The refusal below says what is expected; the parser's words would not help.
    }
    throw new InvalidInput(
        "location", url, "must be an address that begins with http:// or https://");
  }
}
