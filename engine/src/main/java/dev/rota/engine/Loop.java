package dev.rota.engine;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A Loop is a thread that does one task again and again: at the latest when the wait that the task
 * asked for is over, earlier when somebody wakes it. What the task throws is logged, counted, and
 * the loop goes on.
 */
public final class Loop implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Loop.class.getName());
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  /** A Task does its work and says how long it may rest. */
  @FunctionalInterface
  public interface Task {
    Duration run() throws Exception;
  }

  private final String name;
  private final Task task;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private final AtomicLong failures = new AtomicLong();
  private boolean wake;
  private volatile boolean closed;

  private Loop(String name, Task task) {
    this.name = name;
    this.task = task;
    this.thread = Thread.ofPlatform().daemon().name("rota-" + name).unstarted(this::turn);
  }

  public static Loop start(String name, Task task) {
    Loop loop = new Loop(name, task);
    loop.thread.start();
    return loop;
  }

  /** Makes the task run again now, or right after its current run. */
  public void wake() {
    lock.lock();
    try {
      wake = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How often the task has thrown. */
  long failures() {
    return failures.get();
  }

  @Override
  public void close() {
    closed = true;
    wake();
    if (thread.equals(Thread.currentThread())) {
      return;
    }
    try {
      if (!thread.join(Duration.ofSeconds(5))) {
        thread.interrupt();
        thread.join(Duration.ofSeconds(5));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn() {
    boolean failing = false;
    while (!closed) {
      Duration rest = AFTER_FAILURE;
      try {
        rest = task.run();
        failing = false;
      } catch (InterruptedException e) {
        return;
      } catch (Exception | LinkageError | OutOfMemoryError e) {
        failures.incrementAndGet();
        if (!closed && !failing) {
          LOG.log(
              Level.WARNING,
              "loop=" + name + " failed, goes on every second: " + e.getMessage(),
              e);
        }
        failing = true;
      }
      if (!rest(rest)) {
        return;
      }
    }
  }

  private boolean rest(Duration rest) {
    lock.lock();
    try {
      long nanos = rest.toNanos();
      while (!wake && nanos > 0 && !closed) {
        nanos = woken.awaitNanos(nanos);
      }
      wake = false;
      return true;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }
}
