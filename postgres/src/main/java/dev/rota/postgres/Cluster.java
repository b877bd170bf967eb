package dev.rota.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Cluster is the folder a server keeps its databases in, the programs of its major version, and
 * the account that owns it.
 */
record Cluster(Path data, Path binaries, int major, Account account) {

  /** Refuses data of another major version, before anything is touched. */
  static void checkMajor(Path data, int major) throws IOException {
    var file = data.resolve("PG_VERSION");
    if (!Files.exists(file)) {
      return;
    }
    var found = Files.readString(file).strip();
    if (!found.equals(Integer.toString(major))) {
      throw new PostgresException(
          "The data folder %1$s was made by PostgreSQL %2$s, and this Rota brings PostgreSQL %3$d, which cannot read it. Start it with a Rota that brings PostgreSQL %2$s; to move to %3$d, dump it there with pg_dump, start this Rota on a new data folder and restore the dump."
              .formatted(data, found, major));
    }
  }

  boolean isInitialised() {
    return Files.exists(data.resolve("PG_VERSION"));
  }

  /**
   * Makes the databases beside and renames, so that a start that is killed half way leaves nothing
   * that looks finished.
   */
  void initialise(ConnectionData connection, boolean durable)
      throws IOException, InterruptedException {
    var fresh = data.resolveSibling("data.new");
    var password = data.resolveSibling("password.new");
    Folders.delete(fresh);
    try {
      ConnectionData.writePrivate(password, connection.password() + "\n");
      Files.createDirectory(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      account.give(password);
      account.give(fresh);
      initdb(fresh, password, connection.user(), durable);
      Files.writeString(
          fresh.resolve("postgresql.conf"),
          "\ninclude_if_exists = 'rota.conf'\n",
          StandardOpenOption.APPEND);
      Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(password);
    }
  }

  private void initdb(Path folder, Path password, String user, boolean durable)
      throws InterruptedException {
    var words =
        new ArrayList<>(List.of(binaries.resolve("bin/initdb").toString(), "--pgdata=" + folder));
    words.addAll(List.of("--username=" + user, "--pwfile=" + password, "--auth=scram-sha-256"));
    words.addAll(List.of("--encoding=UTF8", "--locale=C", "--data-checksums", "--no-instructions"));
    if (major >= 17) {
      words.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
    }
    if (!durable) {
      words.add("--no-sync");
    }
    var result = new Command(words).through(account.wrapper()).run(binaries);
    if (!result.succeeded()) {
      throw new PostgresException(
          "PostgreSQL could not make its data folder " + folder + ": " + result.output());
    }
  }

  void writeSettings(Map<String, String> settings) throws IOException {
    var fresh = data.resolve("rota.conf.new");
    ConnectionData.writePrivate(fresh, ServerSettings.asFile(settings));
    account.give(fresh);
    Files.move(fresh, data.resolve("rota.conf"), StandardCopyOption.ATOMIC_MOVE);
  }
}
