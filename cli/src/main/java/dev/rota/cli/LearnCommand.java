package dev.rota.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A LearnCommand does what commands do, so that the JVM can write down what that took; the script
 * {@code rota} lets it run once after a build. Nothing is changed, and nothing need be there.
 */
@Command(name = "learn", hidden = true)
final class LearnCommand implements Callable<Integer> {
  private static final List<String> ASKED =
      List.of("jobs", "queues", "schedules", "workers", "alerts", "operations", "top", "capacity");

  @Parameters(index = "0", paramLabel = "URL")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String url;

  LearnCommand() {}

  @Override
  public Integer call() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Rota.commandLine().usage(nowhere);
    ASKED.forEach(word -> run(nowhere, word, "--url", url));
    for (String word : List.of("job", "explain", "cancel", "retry", "pause", "resume")) {
      run(nowhere, word, "1", "--url", url);
    }
    return Exit.OK;
  }

  private static void run(PrintWriter out, String... words) {
    Rota.commandLine(words).setOut(out).setErr(out).execute(words);
  }
}
