package dev.rota.cli;

import dev.rota.server.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An UpCommand starts a node and keeps it until the process is told to stop. */
@Command(
    name = "up",
    description =
        "Starts a node: PostgreSQL if it is the embedded one, the engine, workers and the HTTP server.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  @Mixin private final NodeFlags flags = new NodeFlags();

  @Option(
      names = "--demo",
      description =
          "Adds something to look at, once: jobs, one that fails, schedules, and a crawl of the documentation.")
  private boolean demo;

  UpCommand() {}

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The data folder of the embedded PostgreSQL (ROTA_DATA_DIR).")
  void dataDirectory(String value) {
    flags.say(Settings.DATA_DIR.name(), value);
  }

  @Override
  public Integer call() throws InterruptedException {
    return flags.run(flags.settings(), demo);
  }
}
