package dev.rota.cli;

import dev.rota.engine.archive.ReadBack;
import dev.rota.engine.backup.Manifest;
import dev.rota.schedule.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** An ImportCommand loads what an export wrote, or finished jobs that were archived. */
@Command(
    name = "import",
    description = {
      "Loads a backup into a database in which there is nothing yet.",
      "With --archive, stores archived jobs again, in any database."
    },
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
  @Mixin private final DatabaseOptions options = new DatabaseOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--archive",
      description = "The files are of an archive: jobs that are there already are left alone.")
  private boolean archive;

  @Option(
      names = "--keep",
      paramLabel = "TIME",
      description = "How long retention leaves archived jobs alone. Default: 7d")
  private String keep = "7d";

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "What rota export wrote; with --archive also several files, or their folder.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private List<Path> files;

  ImportCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (!archive && files.size() > 1) {
      throw new ParameterException(
          spec.commandLine(), "A backup is one file; several files are of an archive: --archive");
    }
    String done = archive ? readBack() : load();
    spec.commandLine().getOut().println(done);
    return Exit.OK;
  }

  private String load() throws InterruptedException {
    Manifest loaded =
        options.with(backup -> {
          try (var bar = bar()) {
            return backup.restore(files.getFirst(), bar::at);
          }
        });
    return "Loaded %d rows of %d tables, as of %s. Start a node with rota up or rota server."
        .formatted(loaded.rows(), loaded.tables().size(), loaded.takenAt());
  }

  private String readBack() throws InterruptedException {
    Duration kept = DurationText.parse("keep", keep);
    ReadBack stored =
        options.withArchive(opened -> {
          try (var bar = bar()) {
            return opened.readBack(files, kept, bar::at);
          }
        });
    return "Stored %d jobs with %d executions from %d files; %d were there already. Retention leaves them alone for %s."
        .formatted(
            stored.jobs(),
            stored.executions(),
            stored.files(),
            stored.known(),
            DurationText.of(kept));
  }

  private ProgressBar bar() {
    return new ProgressBar(spec.commandLine().getErr(), Terminal.ofProcess());
  }
}
