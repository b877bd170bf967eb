package dev.rota.cli;

import java.io.BufferedReader;
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
    if (!isTerminal(1)) {
      return new Terminal(false, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
    }
    boolean colours =
        Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty()
            && !"dumb".equals(System.getenv("TERM"));
    String[] size = size().split(" ", 2);
    return new Terminal(true, number(size[1], USUAL_WIDTH), number(size[0], USUAL_HEIGHT), colours);
  }

  /** Whether somebody sits there who can be asked. */
  boolean canAsk() {
    return isThere && isTerminal(0);
  }

  /** Asks; anything but yes is a no. */
  boolean agrees(Output out, String question) {
    out.put(question + " [y/N] ");
    out.flush();
    try (BufferedReader keyboard = Files.newBufferedReader(Path.of("/dev/tty"))) {
      String answer = keyboard.readLine();
      return answer != null && answer.strip().matches("(?i)y(es)?");
    } catch (IOException e) {
      return false;
    }
  }

  /** Linux knows by itself what input (0) and output (1) are; elsewhere a shell is asked. */
  private static boolean isTerminal(int descriptor) {
    try {
      String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return askShell(descriptor);
    }
  }

  private static boolean askShell(int descriptor) {
    try {
      return new ProcessBuilder("sh", "-c", "test -t " + descriptor)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
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
