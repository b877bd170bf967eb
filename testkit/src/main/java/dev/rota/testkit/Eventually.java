package dev.rota.testkit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Eventually is for conditions that give no signal when they come true: it looks every few
 * milliseconds.
 */
public final class Eventually {

  private static final Duration PAUSE = Duration.ofMillis(5);

  private Eventually() {}

  /**
   * Waits until the condition holds. Errors of the condition count as "not yet"; the last one is
   * told on failure.
   */
  public static void await(Duration atMost, Callable<Boolean> condition, String what)
      throws InterruptedException {
    var deadline = System.nanoTime() + atMost.toNanos();
    Throwable last = null;
    do {
      try {
        if (Objects.equals(condition.call(), true)) {
          return;
        }
        last = null;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception | AssertionError e) {
        last = e;
      }
      Thread.sleep(PAUSE);
    } while (System.nanoTime() < deadline);
    throw failure(atMost, what, last);
  }

  private static AssertionError failure(Duration atMost, String what, @Nullable Throwable last) {
    return new AssertionError(
        "Not within " + atMost + ": " + what + (last == null ? "" : " (" + last + ")"), last);
  }
}
