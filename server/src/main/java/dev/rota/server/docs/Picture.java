package dev.rota.server.docs;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A Picture is an image of the documentation. */
final class Picture {
  private static final Map<String, String> TYPES =
      Map.of("png", "image/png", "svg", "image/svg+xml");

  private final String type;
  private final byte[] content;

  private Picture(String type, byte[] content) {
    this.type = type;
    this.content = content;
  }

  void send(ServerResponse response) {
    response
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(HeaderNames.CACHE_CONTROL, "max-age=3600")
        .send(content);
  }

  /** Whether a path ends as pictures do. */
  static boolean isOne(String path) {
    return TYPES.containsKey(ending(path));
  }

  /** The one at a path below {@code /docs/}. */
  static Optional<Picture> find(String path) {
    String type = TYPES.get(ending(path));
    if (type == null || !path.matches("([A-Za-z0-9-]+/)*[A-Za-z0-9-]+\\.[a-z]+")) {
      return Optional.empty();
    }
    try (var in = Picture.class.getResourceAsStream("pages/" + path)) {
      return in == null ? Optional.empty() : Optional.of(new Picture(type, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String ending(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
