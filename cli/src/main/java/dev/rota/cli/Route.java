package dev.rota.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A Route is a path of the API with its query. */
final class Route {
  private final StringBuilder text = new StringBuilder("/api/v1");
  private char next = '?';

  private Route() {}

  static Route to(String... parts) {
    Route route = new Route();
    for (String part : parts) {
      route.text.append('/').append(encoded(part));
    }
    return route;
  }

  /** With a parameter, unless it is null. */
  Route with(String name, @Nullable Object value) {
    if (value != null) {
      text.append(next).append(name).append('=').append(encoded(value.toString()));
      next = '&';
    }
    return this;
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
