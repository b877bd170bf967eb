package dev.rota.cli;

import dev.rota.engine.Engine;
import dev.rota.engine.archive.Archive;
import dev.rota.engine.backup.Backup;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** DatabaseOptions say which database a command is about: it works on that, not on a server. */
final class DatabaseOptions {
  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "The database, or embedded for the one of the data folder. Default: ROTA_DATABASE_URL, else embedded")
  private @Nullable String database;

  DatabaseOptions() {}

  <T> T with(Function<Backup, T> task) throws InterruptedException {
    return on(source -> task.apply(Engine.backup(source)));
  }

  <T> T withArchive(Function<Archive, T> task) throws InterruptedException {
    return on(source -> task.apply(Engine.archive(source)));
  }

  private <T> T on(Function<DataSource, T> task) throws InterruptedException {
    try (var place = NodeDatabase.openOrJoin(settings())) {
      return task.apply(place.source());
    }
  }

  /** Whether the caller names a database. */
  boolean isNamed() {
    return database != null;
  }

  Settings settings() {
    Map<String, String> said = new HashMap<>();
    if (database != null) {
      said.put(Settings.DATABASE_URL.name(), database.equals(DirectApi.EMBEDDED) ? "" : database);
    }
    return Settings.read(SettingsSource.of(said).as("flag").or(SettingsSource.ofProcess()));
  }
}
