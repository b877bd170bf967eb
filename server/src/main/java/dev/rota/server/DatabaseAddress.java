package dev.rota.server;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A DatabaseAddress is where a PostgreSQL is: for the JDBC driver, and whom to be there if the
 * address says so. Both forms that people have at hand are understood, {@code jdbc:postgresql://…}
 * and {@code postgresql://user:password@host/database}.
 */
public record DatabaseAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {

  static final Rule<DatabaseAddress> RULE =
      new Rule<>(
          "jdbc:postgresql://host[:port][,host…]/database or postgresql://[user[:password]@]host[:port]/database",
          DatabaseAddress::parse);

  static @Nullable DatabaseAddress parse(String text) {
    if (text.startsWith("jdbc:postgresql:")) {
      return new DatabaseAddress(text, Optional.empty(), Optional.empty());
    }
    if (!text.startsWith("postgres://") && !text.startsWith("postgresql://")) {
      return null;
    }
    try {
      return parse(URI.create(text));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * The authority is taken apart by hand: several hosts, as a cluster has them, are no host to
   * {@link URI}.
   */
  private static @Nullable DatabaseAddress parse(URI uri) {
    var authority = uri.getRawAuthority();
    var path = uri.getRawPath();
    if (authority == null || path == null || path.length() < 2) {
      return null;
    }
    var at = authority.lastIndexOf('@');
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    var login = at < 0 ? "" : authority.substring(0, at);
    var colon = login.indexOf(':');
    return new DatabaseAddress(
        "jdbc:postgresql://" + authority.substring(at + 1) + path + query,
        decoded(colon < 0 ? login : login.substring(0, colon)),
        decoded(colon < 0 ? "" : login.substring(colon + 1)));
  }

  private static Optional<String> decoded(String text) {
    // A plus stands for itself here, unlike in a form.
    return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8))
        .filter(it -> !it.isEmpty());
  }

  /**
   * Without the password, and without what an address of the first kind may hold in its parameters.
   */
  @Override
  public String toString() {
    var parameters = jdbcUrl.indexOf('?');
    return parameters < 0 ? jdbcUrl : jdbcUrl.substring(0, parameters);
  }
}
