package dev.rota.benchmarks;

import java.io.PrintStream;
import java.util.Locale;

/** A Progress is where a run says what it does, with the seconds since its start. */
final class Progress {
  private final PrintStream out;
  private final long start = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  void say(String message) {
    double seconds = (System.nanoTime() - start) / 1e9;
    out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds, message);
  }
}
