package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.postgres.PostgresException;
import dev.rota.server.SettingsException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Rota is the command line. */
@Command(
    name = "rota",
    description = "Durable jobs and schedules on PostgreSQL.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      UpCommand.class,
      ApplyCommand.class,
      DoctorCommand.class,
      EnqueueCommand.class,
      JobCommand.class,
      MigrateCommand.class,
      MigrateCronCommand.class,
      RecoverCommand.class,
      TokenCommand.class,
      VersionCommand.class,
      WorkCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = {"", "Settings are environment variables; docs/SETTINGS.md lists them all."})
public final class Rota implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  private Rota() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Rota())
        .setExecutionExceptionHandler(Rota::explain)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /**
   * What a person can put right is told in words; anything else is a fault and keeps its stack
   * trace.
   */
  private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (failure instanceof SettingsException
        || failure instanceof PostgresException
        || failure instanceof NodeDatabase.UnreachableException
        || failure instanceof RotaException) {
      command.getErr().println(failure.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw failure;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return CommandLine.ExitCode.OK;
  }
}
