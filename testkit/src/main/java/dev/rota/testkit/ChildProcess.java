package dev.rota.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A ChildProcess is a program under test in a process of its own, to be read from, waited for and
 * killed. What it writes, to either stream, is kept line by line.
 */
public final class ChildProcess implements AutoCloseable {

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  ChildProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().name("output-of-" + process.pid()).start(this::read);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until it writes a line that contains the text, or has done so already, and returns that
   * line.
   */
  public String awaitLine(String text, Duration atMost) throws InterruptedException {
    return awaitLine(line -> line.contains(text), "a line with \"" + text + "\"", atMost);
  }

  /** Waits for a line of that kind. */
  public synchronized String awaitLine(Predicate<String> wanted, String what, Duration atMost)
      throws InterruptedException {
    var deadline = System.nanoTime() + atMost.toNanos();
    for (var next = 0; ; ) {
      for (; next < lines.size(); next++) {
        if (wanted.test(lines.get(next))) {
          return lines.get(next);
        }
      }
      var left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (ended || left <= 0) {
        throw new AssertionError(
            "Process "
                + pid()
                + (ended ? " ended" : " did not write")
                + " before "
                + what
                + "; it wrote:\n"
                + output());
      }
      wait(left);
    }
  }

  /** Everything it has written so far. */
  public synchronized String output() {
    return String.join("\n", lines);
  }

  /** Ends it with SIGKILL and waits until it is gone: nothing of it gets to run any more. */
  public void kill9() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  /** Asks it to stop, with SIGTERM. */
  public void stop() {
    process.toHandle().destroy();
  }

  /** Waits for its end, and for the last of its output, and returns its exit code. */
  public int awaitExit(Duration atMost) throws InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError(
          "Process " + pid() + " did not end within " + atMost + "; it wrote:\n" + output());
    }
    synchronized (this) {
      while (!ended) {
        wait();
      }
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
  }

  private void read() {
    try (var output = process.inputReader()) {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      // The stream of a process that was killed may break instead of ending.
      add("(output broke off: " + e + ")");
    } catch (UncheckedIOException e) {
      add("(output broke off: " + e.getCause() + ")");
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }
}
