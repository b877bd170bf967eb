package dev.rota.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A Doorbell wakes the claims of this node when there may be work. An announcement says that work
 * may come soon but not exactly when (a caller's transaction is still open): for a second waits are
 * short.
 */
final class Doorbell {
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long SOON = TimeUnit.SECONDS.toNanos(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();
  private long rings;
  private long shortUntil = System.nanoTime();

  /** There is work now. */
  void ring() {
    lock.lock();
    try {
      rings++;
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** There may be work soon. */
  void announce() {
    lock.lock();
    try {
      shortUntil = System.nanoTime() + SOON;
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How often it has rung. */
  long rings() {
    lock.lock();
    try {
      return rings;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it has rung more often than the caller has seen, or the time is over.
   *
   * @return false if only time has passed: it has not rung, nor was it announced that it may
   */
  boolean await(long seen, Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long until = System.nanoTime() + atMost.toNanos();
      while (rings == seen) {
        long now = System.nanoTime();
        boolean soon = shortUntil - now > 0;
        long wait = soon ? Math.min(SHORT, until - now) : until - now;
        if (wait <= 0 || (rung.awaitNanos(wait) <= 0 && soon)) {
          return soon;
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
