package dev.rota.cli;

import java.io.PrintWriter;
import java.time.Duration;

/** A ProgressBar is drawn on a terminal while something takes long; elsewhere it is silent. */
final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 30;
  private static final long PAUSE = Duration.ofMillis(100).toNanos();

  private final PrintWriter writer;
  private final boolean isShown;
  private long drawnAt;
  private boolean isDrawn;

  ProgressBar(PrintWriter writer, Terminal terminal) {
    this.writer = writer;
    this.isShown = terminal.isThere();
  }

  void at(String what, long done, long total) {
    long now = System.nanoTime();
    if (isShown && (!isDrawn || now - drawnAt >= PAUSE)) {
      drawnAt = now;
      isDrawn = true;
      writer.print("\r" + bar(done, total) + " " + done + " " + what + "\u001b[K");
      writer.flush();
    }
  }

  static String bar(long done, long total) {
    long full = total <= 0 ? 0 : Math.min(WIDTH, done * WIDTH / total);
    return "[" + "#".repeat((int) full) + " ".repeat((int) (WIDTH - full)) + "]";
  }

  @Override
  public void close() {
    if (isDrawn) {
      writer.print("\r\u001b[K");
      writer.flush();
    }
  }
}
