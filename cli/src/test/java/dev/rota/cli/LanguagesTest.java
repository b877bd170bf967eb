package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The clients in other languages, each with the tests that it brings, against nodes of this build.
 */
class LanguagesTest {
  private static final int MINUTES = 10;

  @Test
  void the_tests_of_the_client_for_node_pass() throws Exception {
    assumeTrue(
        runs("node", "-e", "process.exit(process.version.slice(1) >= '20' ? 0 : 1)"),
        "Node 20 is needed");
    try (var files = Files.list(folder("typescript").resolve("test"))) {
      var tests = files.map(Path::toString).filter(file -> file.endsWith(".test.js")).sorted();
      run("typescript", concat(List.of("node", "--test", "--test-concurrency=1"), tests.toList()));
    }
  }

  @Test
  void the_tests_of_the_client_for_python_pass() throws Exception {
    assumeTrue(
        runs("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"),
        "Python 3.9 is needed");
    run("python", List.of("python3", "-B", "-m", "unittest", "-v"));
  }

  private static void run(String client, List<String> words) throws Exception {
    try (var database = TestDatabase.create()) {
      var builder =
          new ProcessBuilder(words).directory(folder(client).toFile()).redirectErrorStream(true);
      builder.environment().putAll(RunningNode.environment(database));
      var process = builder.start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as(output).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
    }
  }

  static Path folder(String client) {
    return Path.of("..", "clients", client).toAbsolutePath().normalize();
  }

  static boolean runs(String... words) throws InterruptedException {
    try {
      return new ProcessBuilder(words).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
