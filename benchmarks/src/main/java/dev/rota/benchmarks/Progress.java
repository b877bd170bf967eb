package dev.rota.benchmarks;

import java.io.PrintStream;
import java.util.Locale;

/** A Progress is where a run says what it does, with the seconds since its start. */
public final class Progress {
  private final PrintStream out;
  private final long start = System.nanoTime();

  public Progress(PrintStream out) {
    this.out = out;
  }

  public void say(String message) {
    double seconds = (System.nanoTime() - start) / 1e9;
    out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds, message);
  }
}
