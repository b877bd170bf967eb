package dev.rota.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A Loop is a thread that does one step again and again until it is stopped. A step that throws is
 * tried again after a pause; nothing ends the loop but its end.
 */
final class Loop {
  /** A Step is one round of a loop; it says whether there is a next one. */
  @FunctionalInterface
  interface Step {
    boolean run() throws InterruptedException;
  }

  private final String name;
  private final Step step;
  private final Outage outage;
  private final Backoff backoff;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private boolean failing;

  /**
   * @param daemon whether the process may end while the loop goes on
   */
  Loop(String name, boolean daemon, Step step, Outage outage, Duration longestPause) {
    this.name = name;
    this.step = step;
    this.outage = outage;
    this.backoff = new Backoff(longestPause.toMillis());
    this.thread = Thread.ofPlatform().name("rota-" + name).daemon(daemon).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Ends the loop after this round. */
  void stop() {
    stopping.countDown();
  }

  /** Ends the loop now, whatever it waits for. */
  void interrupt() {
    stopping.countDown();
    thread.interrupt();
  }

  void join(Duration atMost) throws InterruptedException {
    thread.join(atMost);
  }

  private void run() {
    boolean goesOn = true;
    while (goesOn && stopping.getCount() > 0) {
      try {
        goesOn = step.run();
        worked(goesOn);
      } catch (InterruptedException e) {
        // Either stopped, and then this was the last round, or by mistake, and then it was not.
        goesOn = true;
      } catch (Throwable e) {
        failed(e);
      }
    }
  }

  private void worked(boolean goesOn) {
    if (failing && goesOn) {
      failing = false;
      backoff.reset();
      outage.worked(name);
    }
  }

  private void failed(Throwable reason) {
    failing = true;
    outage.failed(name, reason);
    try {
      stopping.await(backoff.nextMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // The next round sees whether this loop was stopped.
    }
  }
}
