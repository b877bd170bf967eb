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
      return binaries.unpack(UserFolders.cache().resolve("postgres"));
    } catch (IOException e) {
      LOG.log(
          INFO,
          "The cache folder cannot be used, PostgreSQL is unpacked into the data folder: cause=\"{0}\"",
          e);
      return binaries.unpack(dataDirectory.resolve("programs"));
    }
  }
}
