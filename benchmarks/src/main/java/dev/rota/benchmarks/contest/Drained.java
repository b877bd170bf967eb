package dev.rota.benchmarks.contest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Drained is how many jobs were worked off, and how long that took from the start of the first
 * one.
 */
public record Drained(long jobs, double seconds) {

  /** Works off so many jobs, or what can be done in the time. */
  public static Drained by(JobQueue queue, long jobs, Duration atMost) throws Exception {
    AtomicLong handled = new AtomicLong();
    AtomicLong first = new AtomicLong();
    CountDownLatch all = new CountDownLatch(1);
    try (JobQueue.Work work =
        queue.work(payload -> {
          long number = handled.incrementAndGet();
          if (number == 1) {
            first.set(System.nanoTime());
          }
          if (number == jobs) {
            all.countDown();
          }
        })) {
      boolean complete = all.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
      long done = handled.get();
      if (complete) {
        work.settle();
      }
      return new Drained(done, done == 0 ? 0 : (System.nanoTime() - first.get()) / 1e9);
    }
  }

  public double rate() {
    return jobs == 0 ? 0 : jobs / seconds;
  }
}
