package dev.rota.cli;

import dev.rota.Json;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Processes;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A RunningNode is a node in a process of its own, with a fresh database, and what goes with it.
 */
final class RunningNode implements AutoCloseable {
  static final Duration SOON = Duration.ofMinutes(2);
  private static final Pattern URL = Pattern.compile("http://\\S+");

  final TestDatabase database = TestDatabase.create();
  final ChildProcess process;
  final String url;

  /**
   * @param more what {@code up} is told beside
   */
  RunningNode(String... more) throws IOException, InterruptedException {
    var processes = new Processes().withEnvironment("ROTA_PORT", "0");
    environment(database).forEach(processes::withEnvironment);
    process =
        processes.java(
            Rota.class, Stream.concat(Stream.of("up"), Stream.of(more)).toArray(String[]::new));
    url = url(process);
  }

  /** Where a node says that it listens. */
  static String url(ChildProcess node) throws InterruptedException {
    var found = URL.matcher(node.awaitLine("Rota listens on ", SOON));
    if (!found.find()) {
      throw new AssertionError(node.output());
    }
    return found.group();
  }

  /** What a process must know to start nodes of this build on a database. */
  static Map<String, String> environment(TestDatabase database) {
    return Map.of(
        "ROTA_DATABASE_URL", database.jdbcUrl(),
        "ROTA_DATABASE_USER", database.user(),
        "ROTA_DATABASE_PASSWORD", database.password(),
        "ROTA_TEST_COMMAND", command("up"));
  }

  /** Processes that know the server. */
  Processes workers() {
    return new Processes().withEnvironment("ROTA_URL", url);
  }

  /** The words that run the command line with the classes of this test, as a JSON array. */
  private static String command(String word) {
    return words(word).stream().map(Json::quote).collect(Collectors.joining(",", "[", "]"));
  }

  static List<String> words(String word) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        Rota.class.getName(),
        word);
  }

  @Override
  public void close() {
    process.close();
    database.close();
  }
}
