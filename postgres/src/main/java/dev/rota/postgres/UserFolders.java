package dev.rota.postgres;

import java.nio.file.Path;
import java.util.Optional;

/**
 * UserFolders are the user's places for data and caches. Root's are those of the system: root's
 * server runs as another user, for whom root's home is closed.
 */
public final class UserFolders {

  private UserFolders() {}

  /** Where to keep a server's data if nobody says otherwise. */
  public static Path data() {
    return of("XDG_DATA_HOME", "/var/lib", ".local/share");
  }

  static Path cache() {
    return of("XDG_CACHE_HOME", "/var/cache", ".cache");
  }

  private static Path of(String variable, String ofRoot, String inHome) {
    return Optional.ofNullable(System.getenv(variable))
        .filter(configured -> !configured.isBlank())
        .map(Path::of)
        .orElseGet(() ->
            Account.isRoot() ? Path.of(ofRoot) : Path.of(System.getProperty("user.home"), inHome))
        .resolve("rota");
  }
}
