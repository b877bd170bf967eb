package dev.rota.cli;

import dev.rota.engine.Engine;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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

  MigrateCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    try (var database = NodeDatabase.openOrJoin(Settings.read(SettingsSource.ofProcess()))) {
      var applied = Engine.migrate(database.source());
      spec.commandLine()
          .getOut()
          .println(
              applied.isEmpty()
                  ? "The schema is up to date."
                  : "Applied " + String.join(", ", applied) + ".");
      return 0;
    }
  }
}
