package dev.rota.benchmarks.contest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An Enqueued is how many jobs were stored, and how long that took. */
public record Enqueued(long jobs, double seconds) {
  private static final int CHUNK = 20_000;

  /** Stores so many jobs with the call for many, or as many as can be stored in the time. */
  public static Enqueued inBulk(JobQueue queue, long jobs, String payload, Duration atMost)
      throws Exception {
    long start = System.nanoTime();
    long stored = 0;
    while (stored < jobs && System.nanoTime() - start < atMost.toNanos()) {
      int chunk = (int) Math.min(CHUNK, jobs - stored);
      queue.enqueueAll(chunk, payload);
      stored += chunk;
    }
    return new Enqueued(stored, (System.nanoTime() - start) / 1e9);
  }

  /** Lets so many callers store so many jobs each, one by one, or what they can in the time. */
  public static Enqueued byCallers(JobQueue queue, int callers, long each, Duration atMost)
      throws Exception {
    List<Callable<Long>> calls = new ArrayList<>();
    long until = System.nanoTime() + atMost.toNanos();
    for (int i = 0; i < callers; i++) {
      calls.add(() -> {
        long stored = 0;
        while (stored < each && System.nanoTime() < until) {
          queue.enqueue(JobQueue.PAYLOAD);
          stored++;
        }
        return stored;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      long start = System.nanoTime();
      long stored = 0;
      for (Future<Long> call : threads.invokeAll(calls)) {
        stored += call.get();
      }
      return new Enqueued(stored, (System.nanoTime() - start) / 1e9);
    }
  }

  public double rate() {
    return jobs / seconds;
  }
}
