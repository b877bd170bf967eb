package dev.rota.cli;

import dev.rota.engine.backup.Manifest;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** An ExportCommand writes everything that a database keeps for Rota into a file. */
@Command(
    name = "export",
    description =
        "Writes a backup of everything, as of one instant, into a file; nodes may go on running.",
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'rota-'uuuuMMdd'T'HHmmss'Z.zip'");

  @Mixin private final DatabaseOptions options = new DatabaseOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "Must not be there yet. Default: rota-TIME.zip in the working folder")
  private @Nullable Path file;

  ExportCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Path to = file == null ? Path.of(LocalDateTime.now(ZoneOffset.UTC).format(NAME)) : file;
    Manifest written =
        options.with(backup -> {
          try (var bar = new ProgressBar(spec.commandLine().getErr(), Terminal.ofProcess())) {
            return backup.export(to, bar::at);
          }
        });
    spec.commandLine()
        .getOut()
        .println(
            "%s has %d rows of %d tables, as of %s."
                .formatted(to, written.rows(), written.tables().size(), written.takenAt()));
    return Exit.OK;
  }
}
