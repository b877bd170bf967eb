package dev.rota.cli;

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
    exitCodeListHeading = "%nIt ends with%n",
    exitCodeList = {
      "0:done",
      "1:it failed",
      "2:it was called wrongly, or a value is not allowed",
      "3:there is no such job, queue, schedule …",
      "4:it was refused: the state does not allow it, or the token",
      "5:the server or the database cannot be reached"
    },
    footer = {
      "",
      "Commands that ask speak with the server at ROTA_URL, or with a database: --database. rota COMMAND --help has more.",
      "Settings are environment variables; docs/SETTINGS.md lists them all."
    })
public final class Rota implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  private Rota() {}

  public static void main(String[] arguments) {
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** A command line that understands these arguments; any, if none are given. */
  static CommandLine commandLine(String... arguments) {
    var rota = new CommandLine(new Rota());
    Commands.addTo(rota, arguments);
    return rota.setExecutionExceptionHandler(Rota::explain)
        .setParameterExceptionHandler(Rota::correct)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Says what is wrong with the arguments, and where to read on. */
  private static int correct(CommandLine.ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command.getErr().println(wrong.getMessage());
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
      String name = command.getCommandSpec().qualifiedName();
      command.getErr().println("%s --help tells what it takes.".formatted(name));
    }
    return Exit.USAGE;
  }

  /**
   * What a person can put right is told in words; anything else is a fault and keeps its stack
   * trace.
   */
  private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    var advice = Advice.of(failure);
    if (advice == null) {
      throw failure;
    }
    command.getOut().flush();
    command.getErr().println(advice.text());
    return advice.exit();
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return CommandLine.ExitCode.OK;
  }
}
