package dev.rota.cli;

import dev.rota.engine.backup.Manifest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** An ImportCommand loads what an export wrote. */
@Command(
    name = "import",
    description = "Loads a backup into a database in which there is nothing yet.",
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
  @Mixin private final DatabaseOptions options = new DatabaseOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "What rota export wrote.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private Path file;

  ImportCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Manifest loaded =
        options.with(backup -> {
          try (var bar = new ProgressBar(spec.commandLine().getErr(), Terminal.ofProcess())) {
            return backup.restore(file, bar::at);
          }
        });
    spec.commandLine()
        .getOut()
        .println(
            "Loaded %d rows of %d tables, as of %s. Start a node with rota up or rota server."
                .formatted(loaded.rows(), loaded.tables().size(), loaded.takenAt()));
    return Exit.OK;
  }
}
