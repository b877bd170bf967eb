package dev.rota.postgres;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Caches are where unpacked programs are kept: the user's cache folder, or the data folder where
 * there is none to write to.
 */
final class Caches {

  private static final System.Logger LOG = System.getLogger(Caches.class.getName());

  private Caches() {}

  static Path unpack(Binaries binaries, Path dataDirectory) throws IOException {
    try {
      return binaries.unpack(ofUser());
    } catch (IOException e) {
      LOG.log(
          INFO,
          "The cache folder cannot be used, PostgreSQL is unpacked into the data folder: cause=\"{0}\"",
          e);
      return binaries.unpack(dataDirectory.resolve("programs"));
    }
  }

  /** Root's server runs as another user, for whom root's home is closed. */
  private static Path ofUser() {
    var configured = System.getenv("XDG_CACHE_HOME");
    if (configured != null && !configured.isBlank()) {
      return Path.of(configured, "rota", "postgres");
    }
    return Account.isRoot()
        ? Path.of("/var/cache/rota/postgres")
        : Path.of(System.getProperty("user.home"), ".cache", "rota", "postgres");
  }
}
