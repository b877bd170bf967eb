package dev.rota.cli;

import dev.rota.server.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A ServerCommand starts a node on a database that is there already. */
@Command(
    name = "server",
    description =
        "Starts a node on a PostgreSQL that is there already: rota up without the embedded one.",
    mixinStandardHelpOptions = true)
final class ServerCommand implements Callable<Integer> {
  @Mixin private final NodeFlags flags = new NodeFlags();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  ServerCommand() {}

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "The PostgreSQL to use (ROTA_DATABASE_URL).")
  void database(String value) {
    flags.say(Settings.DATABASE_URL.name(), value);
  }

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = flags.settings();
    if (settings.find(Settings.DATABASE_URL).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "Which database? Set ROTA_DATABASE_URL or say --database; rota up brings one of its own.");
    }
    return flags.run(settings, false);
  }
}
