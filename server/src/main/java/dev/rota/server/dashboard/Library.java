package dev.rota.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A Library is a package for the browser that lies on the class path as its makers published it.
 */
record Library(String name, String version, Map<String, Optional<Asset>> read) {
  private static final Set<String> NAMES =
      Set.of(
          "lit", "lit-element", "lit-html", "lit__reactive-element", "chart.js", "kurkle__color");
  private static final Pattern MODULE =
      Pattern.compile("([a-z][A-Za-z0-9-]*/)*[a-z][A-Za-z0-9.-]*[.]js");
  private static final Map<String, Library> KNOWN = new ConcurrentHashMap<>();

  /** Empty if the dashboard does not stand on it. */
  static Optional<Library> of(String name) {
    return NAMES.contains(name)
        ? Optional.of(KNOWN.computeIfAbsent(name, Library::open))
        : Optional.empty();
  }

  /** One of its modules. */
  Optional<Asset> module(String path) {
    return MODULE.matcher(path).matches()
        ? read.computeIfAbsent(path, this::load)
        : Optional.empty();
  }

  private Optional<Asset> load(String path) {
    String resource = "/META-INF/resources/webjars/%s/%s/%s".formatted(name, version, path);
    try (InputStream in = Library.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Asset.of(path, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Library open(String name) {
    String resource = "/META-INF/maven/org.webjars.npm/%s/pom.properties".formatted(name);
    try (InputStream in = Library.class.getResourceAsStream(resource)) {
      Properties properties = new Properties();
      properties.load(in);
      return new Library(name, properties.getProperty("version"), new ConcurrentHashMap<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
