package dev.rota.server;

import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings are everything that can be configured, read and checked once at the start. A setting is
 * declared here, or in a class for its area; {@code docs/SETTINGS.md} is made from these
 * declarations.
 */
public final class Settings {

  public static final Setting<String> HOST =
      Setting.of(
          "ROTA_HOST",
          "127.0.0.1",
          Rule.text("an address or a host name"),
          "Where the server listens");

  public static final Setting<Integer> PORT =
      Setting.of(
              "ROTA_PORT",
              "8060",
              Rule.number(0, 65535),
              "The port of the server; 0 takes any free one")
          .alias("DEALBOT_PORT");

  public static final Setting<List<Integer>> COMPAT_PORTS =
      Setting.of(
          "ROTA_COMPAT_PORTS",
          "",
          Rule.numbers(1, 65535),
          "Further ports of the server, where clients of other systems look: `3000` for scrape workers");

  public static final Setting<Integer> METRICS_PORT =
      Setting.of(
              "ROTA_METRICS_PORT",
              "9090",
              Rule.number(0, 65535),
              "The port of health and metrics in run mode `worker`; 0 takes any free one")
          .alias("DEALBOT_METRICS_PORT");

  public static final Setting<RunMode> RUN_MODE =
      Setting.of(
              "ROTA_RUN_MODE",
              "both",
              Rule.choice(RunMode.class),
              "`api` serves the API and schedules, `worker` runs jobs, `both` does both")
          .alias("DEALBOT_RUN_MODE");

  public static final Setting<Path> DATA_DIR =
      Setting.of(
          "ROTA_DATA_DIR",
          "",
          Rule.path(),
          "Where the embedded PostgreSQL keeps its data; unset means a folder of the user's own");

  public static final Setting<DatabaseAddress> DATABASE_URL =
      Setting.of(
              "ROTA_DATABASE_URL",
              "",
              DatabaseAddress.RULE,
              "The PostgreSQL to use; unset means the embedded one")
          .asSecret();

  public static final Setting<String> DATABASE_USER =
      Setting.of(
          "ROTA_DATABASE_USER",
          "",
          Rule.text("a user name"),
          "The user at `ROTA_DATABASE_URL`, if the address names none");

  public static final Setting<String> DATABASE_PASSWORD =
      Setting.of("ROTA_DATABASE_PASSWORD", "", Rule.text("a password"), "The password of that user")
          .asSecret();

  public static final Setting<String> NODE_NAME =
      Setting.of(
          "ROTA_NODE_NAME",
          "",
          Rule.text("a name"),
          "What this node is called; unset means host and process number");

  public static final Setting<Set<String>> CAPABILITIES =
      Setting.of(
          "ROTA_CAPABILITIES",
          "",
          Rule.words(),
          "What this node can do beyond others: it gets the jobs that ask for it");

  public static final Setting<Duration> LEASE =
      Setting.of(
          "ROTA_LEASE_SECONDS",
          "20",
          Rule.time(SECONDS, 2, 3600),
          "How long a node that gives no sign of life keeps its jobs");

  public static final Setting<Duration> POLL =
      Setting.of(
          "ROTA_POLL_MILLIS",
          "100",
          Rule.time(MILLIS, 1, 300_000),
          "How long a node with free hands waits for news of work before it looks for itself");

  public static final Setting<Boolean> LISTEN =
      Setting.of(
          "ROTA_LISTEN",
          "true",
          Rule.flag(),
          "Whether to hear of work by LISTEN; `false` behind a pooler in transaction mode, where polling does it all");

  public static final Setting<Integer> WORKER_CONCURRENCY =
      Setting.of(
          "ROTA_WORKER_CONCURRENCY",
          "32",
          Rule.number(1, 10_000),
          "How many jobs this node runs at once");

  public static final Setting<Duration> DRAIN =
      Setting.of(
          "ROTA_DRAIN_SECONDS",
          "30",
          Rule.time(SECONDS, 0, 3600),
          "How long running jobs may go on when the node is stopped");

  public static final Setting<Integer> PAYLOAD_LIMIT =
      Setting.of(
          "ROTA_PAYLOAD_LIMIT_BYTES",
          "1048576",
          Rule.number(1, 256 << 20),
          "How big the payload of a job may be");

  public static final Setting<Duration> RETENTION =
      Setting.of(
          "ROTA_RETENTION_DAYS",
          "30",
          Rule.time(DAYS, 1, 36_500),
          "How long finished jobs and executions are kept");

  public static final Setting<Integer> RETENTION_PER_SCHEDULE =
      Setting.of(
          "ROTA_RETENTION_PER_SCHEDULE",
          "100",
          Rule.number(0, 1_000_000),
          "How many executions of a schedule are kept however old they are");

  public static final Setting<Path> ARCHIVE_DIR =
      Setting.of(
          "ROTA_ARCHIVE_DIR",
          "",
          Rule.path(),
          "Where finished jobs are written before they are dropped ([guide](guides/archive.md)); unset means nowhere");

  public static final Setting<Integer> QUARANTINE_AFTER =
      Setting.of(
          "ROTA_QUARANTINE_AFTER",
          "5",
          Rule.number(1, 1_000_000),
          "How many workers a job may take down with it before it is held back");

  public static final Setting<Path> FILE =
      Setting.of(
          "ROTA_FILE",
          "",
          Rule.path(),
          "The file that declares queues, targets, plans, schedules and windows ([guide](guides/rota-yaml.md)); unset means `rota.yaml` in the working folder, if it is there");

  public static final Setting<Duration> WORKER_POLL =
      Setting.of(
          "JOB_WORKER_POLL_SECONDS",
          "",
          Rule.time(SECONDS, 1, 300),
          "`ROTA_POLL_MILLIS` in seconds; counts instead of it if it is set");

  public static final Setting<Integer> STALE_DAYS =
      Setting.of(
          "STALE_DAYS",
          "30",
          Rule.number(1, 3650),
          "After how many days without a success a subreddit is crawled again; also the default of [examples/crawl](../examples/crawl/README.md)");

  public static final Setting<Duration> RESET_CRAWLING =
      Setting.of(
          "RESET_CRAWLING_AFTER_MIN",
          "15",
          Rule.time(MINUTES, 1, 1440),
          "How many minutes a crawl job that was set to `crawling` by hand may go without a change before it is queued again");

  public static final Setting<LogLevel> LOG_LEVEL =
      Setting.of(
          "ROTA_LOG_LEVEL",
          "info",
          Rule.choice(LogLevel.class),
          "How important a line of the log must be to be written");

  public static final Setting<LogFormat> LOG_FORMAT =
      Setting.of(
          "ROTA_LOG_FORMAT",
          "text",
          Rule.choice(LogFormat.class),
          "Whether a line of the log is text with `key=value` at its end, or a JSON object");

  public static final Setting<String> URL =
      Setting.of(
          "ROTA_URL",
          "",
          Rule.text("an address"),
          "Where commands and workers find a server ([guide](guides/command-line.md)); unset means `http://127.0.0.1:8060`, and servers take no notice of it");

  private static final List<Setting<?>> OWN =
      List.of(
          HOST,
          PORT,
          COMPAT_PORTS,
          METRICS_PORT,
          RUN_MODE,
          DATA_DIR,
          DATABASE_URL,
          DATABASE_USER,
          DATABASE_PASSWORD,
          NODE_NAME,
          CAPABILITIES,
          LEASE,
          POLL,
          LISTEN,
          WORKER_CONCURRENCY,
          DRAIN,
          PAYLOAD_LIMIT,
          RETENTION,
          RETENTION_PER_SCHEDULE,
          ARCHIVE_DIR,
          QUARANTINE_AFTER,
          LOG_LEVEL,
          LOG_FORMAT,
          FILE,
          WORKER_POLL,
          STALE_DAYS,
          RESET_CRAWLING,
          URL);

  /** All of them, in the order of the documentation. */
  static final List<Setting<?>> ALL =
      Stream.of(
              OWN,
              SchedulerSettings.ALL,
              AccessSettings.ALL,
              AlertSettings.ALL,
              WebhookSettings.ALL,
              CrawlerSettings.ALL,
              DealbotSettings.ALL)
          .flatMap(List::stream)
          .toList();

  private static final Path STANDARD_FILE = Path.of("rota.yaml").toAbsolutePath();

  /** Read by the launcher, before there is a program to read settings. */
  private static final String OF_LAUNCHER = "ROTA_JAVA_OPTS";

  private final Map<Setting<?>, Object> values;
  private final List<SettingInForce> inForce;

  Settings(Map<Setting<?>, Object> values, List<SettingInForce> inForce) {
    this.values = Map.copyOf(values);
    this.inForce = List.copyOf(inForce);
  }

  /**
   * Reads and checks all settings.
   *
   * @throws SettingsException if some are wrong; it names them all
   */
  public static Settings read(SettingsSource source) {
    return new SettingsReader(source).read();
  }

  /** What looks like a setting and is none, and the setting that was meant, most likely. */
  public record Unknown(String name, String nearest) {}

  public static List<Unknown> unknown(Collection<String> names) {
    var known = ALL.stream().flatMap(Setting::names).collect(Collectors.toSet());
    return names.stream()
        .filter(
            name -> name.startsWith("ROTA_") && !known.contains(name) && !name.equals(OF_LAUNCHER))
        .sorted()
        .map(name -> new Unknown(name, Nearest.of(name, known)))
        .toList();
  }

  /** What every setting is, and where that comes from. */
  public List<SettingInForce> inForce() {
    return inForce;
  }

  /** The value of a setting that has a default. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.name() + " is not set"));
  }

  /** The value of a setting that may be unset. */
  @SuppressWarnings("unchecked") // The reader put it there by the setting's own rule.
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }

  /** How long a node with free hands waits before it looks for work by itself. */
  public Duration workerPoll() {
    return find(WORKER_POLL).orElseGet(() -> get(POLL));
  }

  /** The file that declares what there should be, if there is one. */
  public Optional<Path> file() {
    return find(FILE).or(() -> Optional.of(STANDARD_FILE).filter(Files::exists));
  }

  /** Whether this node serves the API, and to callers on this machine alone. */
  boolean servesLoopbackOnly() {
    try {
      return get(RUN_MODE).servesApi() && InetAddress.getByName(get(HOST)).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Where this node listens, too. */
  public List<Integer> compatPorts() {
    return get(RUN_MODE).servesApi() ? find(COMPAT_PORTS).orElse(List.of()) : List.of();
  }

  /** Where this node listens. */
  public int listeningPort() {
    return get(get(RUN_MODE).servesApi() ? PORT : METRICS_PORT);
  }
}
