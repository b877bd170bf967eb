package dev.rota.server.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A Picture is an image of the documentation. */
record Picture(String type, byte[] content) {
  private static final Map<String, String> TYPES =
      Map.of("png", "image/png", "svg", "image/svg+xml");

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
