package dev.rota.cli;

import static java.lang.System.Logger.Level.WARNING;

import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** NodeFlags are the settings of a node that a command line may say, and start it. */
final class NodeFlags {
  private static final System.Logger LOG = System.getLogger(NodeFlags.class.getName());

  private final Map<String, String> flags = new HashMap<>();

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  NodeFlags() {}

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Where to listen (ROTA_HOST).")
  void host(String value) {
    flags.put(Settings.HOST.name(), value);
  }

  @Option(names = "--port", paramLabel = "PORT", description = "The port to listen on (ROTA_PORT).")
  void port(String value) {
    flags.put(Settings.PORT.name(), value);
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

  /** Says a setting that a command has a flag of its own for. */
  void say(String name, String value) {
    flags.put(name, value);
  }

  Settings settings() {
    return Settings.read(SettingsSource.of(flags).as("flag").or(SettingsSource.ofProcess()));
  }

  /** Starts a node and keeps it until the process is told to stop. */
  int run(Settings settings, boolean demo) throws InterruptedException {
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
    return Exit.OK;
  }

  private static String sinceStart() {
    var millis = ManagementFactory.getRuntimeMXBean().getUptime();
    return "%.1f s".formatted(Duration.ofMillis(millis).toMillis() / 1000.0);
  }
}
