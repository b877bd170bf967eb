package dev.rota.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Terminal is the screen that answers go to.
 *
 * @param isThere whether they do; else they go to a file or to another program
 * @param width how many characters fit on a line
 */
record Terminal(boolean isThere, int width, int height, boolean colours) {
  private static final int USUAL_WIDTH = 80;
  private static final int USUAL_HEIGHT = 24;

  static Terminal ofProcess() {
    if (!isOutput()) {
      return new Terminal(false, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
    }
    boolean colours =
        Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty()
            && !"dumb".equals(System.getenv("TERM"));
    String[] size = size().split(" ", 2);
    return new Terminal(true, number(size[1], USUAL_WIDTH), number(size[0], USUAL_HEIGHT), colours);
  }

  /** Linux knows what output is by itself; elsewhere a shell is asked. */
  private static boolean isOutput() {
    try {
      String output = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return output.startsWith("/dev/pts/") || output.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return askShell();
    }
  }

  private static boolean askShell() {
    try {
      return new ProcessBuilder("sh", "-c", "test -t 1")
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Rows and columns, as the terminal knows them. */
  private static String size() {
    try {
      Process stty =
          new ProcessBuilder("sh", "-c", "stty size </dev/tty 2>/dev/null || echo 0 0").start();
      String size = stty.inputReader().readLine();
      return size == null || !size.contains(" ") ? "0 0" : size;
    } catch (IOException e) {
      return "0 0";
    }
  }

  private static int number(String text, int usual) {
    int number = text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    return number > 0 ? number : usual;
  }
}
