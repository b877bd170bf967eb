package dev.rota.cli;

import static java.lang.System.Logger.Level.WARNING;

import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** An UpCommand starts a node and keeps it until the process is told to stop. */
@Command(
    name = "up",
    description =
        "Starts a node: PostgreSQL if it is the embedded one, the engine, workers and the HTTP server.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {

  private static final System.Logger LOG = System.getLogger(UpCommand.class.getName());

  private final Map<String, String> flags = new HashMap<>();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  UpCommand() {}

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Where to listen (ROTA_HOST).")
  void host(String value) {
    flags.put(Settings.HOST.name(), value);
  }

  @Option(names = "--port", paramLabel = "PORT", description = "The port to listen on (ROTA_PORT).")
  void port(String value) {
    flags.put(Settings.PORT.name(), value);
  }

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The data folder of the embedded PostgreSQL (ROTA_DATA_DIR).")
  void dataDirectory(String value) {
    flags.put(Settings.DATA_DIR.name(), value);
  }

  @Option(
      names = "--run-mode",
      paramLabel = "MODE",
      description = "api, worker or both (ROTA_RUN_MODE).")
  void runMode(String value) {
    flags.put(Settings.RUN_MODE.name(), value);
  }

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "What declares queues, targets, plans and schedules (ROTA_FILE).")
  void file(String value) {
    flags.put(Settings.FILE.name(), value);
  }

  @Option(
      names = "--demo",
      description =
          "Adds something to look at, once: jobs, one that fails, schedules, and a crawl of the documentation.")
  private boolean demo;

  @Override
  public Integer call() throws InterruptedException {
    var settings =
        Settings.read(SettingsSource.of(flags).as("flag").or(SettingsSource.ofProcess()));
    Logging.setLevel(settings.get(Settings.LOG_LEVEL));
    Logging.setFormat(settings.get(Settings.LOG_FORMAT));
    for (var unknown : Settings.unknown(System.getenv().keySet())) {
      LOG.log(
          WARNING,
          "This is no setting and has no effect: name={0} nearest={1}",
          unknown.name(),
          unknown.nearest());
    }
    var node = new Node(settings, demo);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "rota-stop"));
    var out = spec.commandLine().getOut();
    out.println(node.start() + " (started in " + sinceStart() + "). Ctrl-C stops it.");
    out.flush();
    new CountDownLatch(1).await();
    return 0;
  }

  private static String sinceStart() {
    var millis = ManagementFactory.getRuntimeMXBean().getUptime();
    return "%.1f s".formatted(Duration.ofMillis(millis).toMillis() / 1000.0);
  }
}
