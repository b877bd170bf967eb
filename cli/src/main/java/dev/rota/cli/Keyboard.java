package dev.rota.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A Keyboard tells keys as they are pressed, and leaves the terminal as it was when it is closed.
 */
final class Keyboard implements AutoCloseable {
  static final int NONE = -1;
  static final int UP = 1000;
  static final int DOWN = 1001;
  private static final int ESCAPE = 27;

  private final InputStream terminal;
  private final String before;
  private final Thread hook = new Thread(this::restore, "rota-terminal");

  Keyboard() {
    try {
      this.terminal = new FileInputStream("/dev/tty");
      this.before = stty("-g");
      // A read waits a tenth of a second at most.
      stty("-icanon -echo min 0 time 1");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The next key; {@link #NONE} if none was pressed in a tenth of a second. */
  int read() {
    try {
      int key = terminal.read();
      if (key != ESCAPE) {
        return key;
      }
      if (terminal.read() != '[') {
        return ESCAPE;
      }
      return switch (terminal.read()) {
        case 'A' -> UP;
        case 'B' -> DOWN;
        default -> NONE;
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String stty(String arguments) throws IOException {
    Process stty = new ProcessBuilder("sh", "-c", "stty " + arguments + " </dev/tty").start();
    String said = stty.inputReader().readLine();
    return said == null ? "" : said;
  }

  private void restore() {
    try {
      stty(before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    restore();
    try {
      terminal.close();
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalStateException e) {
      // The program ends already, and the hook does the same.
      assert e.getMessage() != null;
    }
  }
}
