package dev.rota.benchmarks.contest;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A Flow is jobs that are stored and worked off at the same time.
 *
 * @param lead so many jobs the producer may be ahead of the workers
 * @param queued how many jobs are there before it starts; they are not the producer's
 */
public record Flow(Duration time, int lead, int queued) {
  private static final int BATCH = 500;
  private static final long LONGEST = Duration.ofMinutes(2).toNanos();

  /** A flow on an empty queue. */
  public static Flow of(Duration time) {
    return new Flow(time, 5_000, 0);
  }

  /**
   * Lets jobs flow and tells at the start and at every second how many have been done; gives how
   * many were stored and not done at the end, which is none unless there was a backlog.
   */
  public long run(JobQueue queue, LongConsumer everySecond) throws Exception {
    AtomicLong done = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    try (JobQueue.Work work = queue.work(payload -> done.incrementAndGet());
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Long> produced = threads.submit(() -> produce(queue, done, over));
      try {
        watch(done, produced, everySecond);
      } finally {
        over.set(true);
      }
      long stored = produced.get();
      if (queued == 0) {
        awaitEnd(done, stored);
        work.settle();
      }
      return queued + stored - done.get();
    }
  }

  private long produce(JobQueue queue, AtomicLong done, AtomicBoolean over) throws Exception {
    long stored = 0;
    while (!over.get()) {
      if (queued + stored - done.get() >= Math.max(lead, BATCH)) {
        Thread.sleep(1);
      } else {
        queue.enqueueAll(BATCH, JobQueue.PAYLOAD);
        stored += BATCH;
      }
    }
    return stored;
  }

  private void watch(AtomicLong done, Future<Long> produced, LongConsumer everySecond)
      throws InterruptedException {
    long start = System.nanoTime();
    everySecond.accept(done.get());
    for (int second = 1; second <= time.toSeconds() && !produced.isDone(); second++) {
      long wait = start + second * 1_000_000_000L - System.nanoTime();
      Thread.sleep(Duration.ofNanos(Math.max(0, wait)));
      everySecond.accept(done.get());
    }
  }

  private static void awaitEnd(AtomicLong done, long stored) throws InterruptedException {
    long until = System.nanoTime() + LONGEST;
    while (done.get() < stored && System.nanoTime() < until) {
      Thread.sleep(1);
    }
  }
}
