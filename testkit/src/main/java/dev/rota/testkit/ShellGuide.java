package dev.rota.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A ShellGuide is a guide whose shell lines are run as they stand, but for the port. */
public record ShellGuide(Path file) {
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");
  private static final String ADDRESS = "localhost:8060";

  /** Whether this machine has the programs that guides use. */
  public static boolean canRun() throws IOException, InterruptedException {
    return new ProcessBuilder("bash", "-c", "command -v curl && command -v jq")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Its blocks of shell lines, in their order. */
  public List<String> blocks() throws IOException {
    return BLOCK.matcher(Files.readString(file)).results().map(ShellGuide::lines).toList();
  }

  /** Runs a script against the server on this port; gives what it prints. */
  public static String run(String script, int port) throws IOException, InterruptedException {
    return run(script, port, Duration.ofMinutes(1));
  }

  /** The same for a script that may take longer. */
  public static String run(String script, int port, Duration atMost)
      throws IOException, InterruptedException {
    var bash =
        new ProcessBuilder(
                "timeout",
                Long.toString(atMost.toSeconds()),
                "bash",
                "-euo",
                "pipefail",
                "-c",
                script.replace(ADDRESS, "127.0.0.1:" + port))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (bash.waitFor() != 0) {
      throw new AssertionError("It ended with " + bash.exitValue() + ":\n" + script + "\n" + out);
    }
    return out;
  }

  private static String lines(MatchResult block) {
    return block.group(1);
  }
}
