package dev.rota.cli;

import dev.rota.engine.Engine;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A MigrateCommand brings the schema to what this version needs, and starts nothing. */
@Command(
    name = "migrate",
    description = "Brings the schema of the database to what this version needs.",
    mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--plan",
      description = "Print which migrations would be applied, and apply none.")
  private boolean plan;

  @Option(names = "--sql", description = "With --plan: print their statements too.")
  private boolean sql;

  MigrateCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    try (var database = NodeDatabase.openOrJoin(Settings.read(SettingsSource.ofProcess()))) {
      if (plan) {
        tell(Engine.pendingMigrations(database.source()));
      } else {
        var applied = Engine.migrate(database.source());
        print(
            applied.isEmpty()
                ? "The schema is up to date."
                : "Applied " + String.join(", ", applied) + ".");
      }
      return Exit.OK;
    }
  }

  private void tell(List<Engine.PendingMigration> pending) {
    for (var migration : pending) {
      print((sql ? "-- " : "+ ") + migration.name());
      if (sql) {
        print(migration.sql());
      }
    }
    print(
        pending.isEmpty()
            ? "The schema is up to date."
            : (sql ? "-- " : "") + pending.size() + " would be applied.");
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
  }
}
