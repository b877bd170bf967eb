package dev.rota.cli;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.declared.DeclarationKeeper;
import dev.rota.server.declared.DeclaredFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** An ApplyCommand makes what a file declares so, or tells what that would change. */
@Command(
    name = "apply",
    description = "Makes what a file declares so, and prints what has changed.",
    mixinStandardHelpOptions = true)
final class ApplyCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      defaultValue = "rota.yaml",
      description = "Default: ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private Path file;

  @Option(names = "--dry-run", description = "Print what would change, and change nothing.")
  private boolean dryRun;

  ApplyCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var settings = Settings.read(SettingsSource.ofProcess());
    var declaration = DeclaredFile.open(file.toAbsolutePath(), settings).declaration();
    return OneShot.run(engine -> {
      var out = spec.commandLine().getOut();
      var keeper = new DeclarationKeeper(engine, Scheduler.open(engine, Node.scheduling(settings)));
      var changes = dryRun ? keeper.changes(declaration) : keeper.apply(declaration);
      changes.forEach(out::println);
      out.println(
          changes.isEmpty()
              ? "Everything is as declared."
              : changes.size() + (dryRun ? " would change." : " changed."));
    });
  }
}
