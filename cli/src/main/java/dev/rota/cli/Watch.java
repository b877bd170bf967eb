package dev.rota.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A Watch shows something again and again, in its place if it is on a terminal. */
final class Watch {
  private static final String TOP_LEFT = "\u001b[H\u001b[J";

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "2",
      description = "Show it again every so many seconds, until Ctrl-C. Default: 2")
  private @Nullable Double seconds;

  Watch() {}

  /** Shows it once, or until the program ends. */
  int repeat(Output out, Runnable show) throws InterruptedException {
    if (seconds == null) {
      show.run();
      return Exit.OK;
    }
    while (true) {
      if (out.terminal().isThere()) {
        out.put(TOP_LEFT);
      }
      show.run();
      out.flush();
      Thread.sleep(Math.max(100, Math.round(seconds * 1000)));
    }
  }
}
