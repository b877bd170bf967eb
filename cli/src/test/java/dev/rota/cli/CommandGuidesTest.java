package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.testkit.ShellGuide;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell lines of the guides about commands run as they stand, and print what they promise. */
class CommandGuidesTest {
  /** Each line starts a program. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private static RunningNode node;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(ShellGuide.canRun(), "curl and jq are needed");
    node = new RunningNode();
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
  }

  @Test
  void the_guide_of_the_command_line_does_what_it_says() throws Exception {
    List<String> printed = run("command-line.md");
    assertThat(String.join("\n", printed))
        .contains("Nothing is wrong.")
        .contains("rota top")
        .contains("IllegalStateException")
        .contains("3 jobs match.")
        .contains("(cancel) completed: 3 done")
        .contains("(undo) completed: 3 done")
        .contains("(delete) completed: 1 done")
        .contains("1. queue mail is paused")
        .contains("→ resume the queue")
        .contains("priority 70 and up to 5 retries")
        .contains("100 in 60.0 s")
        .contains("+ schedules.nightly")
        .contains("nightly paused")
        .contains("webhook on-call is deleted")
        .contains("queue.paused")
        .contains("backup.zip has ")
        .contains("Loaded ")
        .contains("The schema is up to date.\n");
  }

  @Test
  void the_guide_to_troubleshooting_does_what_it_says() throws Exception {
    List<String> printed = run("troubleshooting.md");
    String all = String.join("\n", printed);
    assertThat(all)
        .contains("no live worker has asked for jobs of kind report on queue reports")
        .contains("\"stale_locks_cleared\"")
        .contains("fails, as it was asked to")
        .contains("up to 5 retries")
        .contains("Nothing is due.")
        .contains(" duplicate")
        .contains("worker-node-1 is revoked.");
  }

  /** What each block prints. */
  private List<String> run(String guide) throws Exception {
    String before =
        "cd %s%n%sexport ROTA_URL=%s%n".formatted(folder, shell(folder, node.database), node.url);
    List<String> printed = new ArrayList<>();
    for (String block : new ShellGuide(Path.of("..", "docs", "guides", guide)).blocks()) {
      printed.add(ShellGuide.run(before + block, URI.create(node.url).getPort(), PATIENCE));
    }
    return printed;
  }

  /** Puts the command into a folder, and gives the lines that let it find a database. */
  static String shell(Path folder, TestDatabase database) throws IOException {
    Path rota = folder.resolve("rota");
    Files.writeString(rota, "#!/bin/sh\nexec " + words() + " \"$@\"\n");
    Files.setPosixFilePermissions(rota, PosixFilePermissions.fromString("rwx------"));
    StringBuilder lines = new StringBuilder();
    var environment = new HashMap<>(RunningNode.environment(database));
    environment.remove("ROTA_TEST_COMMAND");
    environment.forEach((name, value) ->
        lines.append("export %s='%s'%n".formatted(name, value.replace("'", "'\\''"))));
    return lines.toString();
  }

  private static String words() {
    List<String> words = RunningNode.words("up");
    return words.subList(0, words.size() - 1).stream()
        .map(word -> "'" + word + "'")
        .collect(Collectors.joining(" "));
  }
}
