package dev.rota.benchmarks;

import dev.rota.benchmarks.contest.JobQueue;
import dev.rota.benchmarks.contest.Protocol;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The Contestant is Rota, or its raw SQL, as a program that is asked by the protocol. */
public final class Contestant {
  private Contestant() {}

  /** Serves {@code rota} or {@code raw}. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("raw")) {
      Protocol.serve(url -> new RawQueue(Scratch.at(url)));
    } else {
      String node = args[0] + "-" + ProcessHandle.current().pid();
      Protocol.serve(url -> new RotaQueue(Scratch.at(url), node), Contestant::extras);
    }
  }

  private static Protocol.Extras extras(JobQueue queue) {
    RotaQueue rota = (RotaQueue) queue;
    return (verb, words) ->
        switch (verb) {
          case "shape" -> {
            rota.shape(RotaQueue.Shape.valueOf(words[1].toUpperCase(Locale.ROOT)));
            yield Map.of();
          }
          case "hold" -> hold(rota, Integer.parseInt(words[1]));
          default -> throw new IllegalArgumentException("unknown: " + verb);
        };
  }

  /** The megabytes of heap in use while so many jobs are running at once. */
  private static Map<String, ?> hold(RotaQueue queue, int jobs) throws Exception {
    CountDownLatch running = new CountDownLatch(jobs);
    CountDownLatch end = new CountDownLatch(1);
    queue.enqueueAll(jobs, JobQueue.PAYLOAD);
    try (JobQueue.Work work =
        queue.work(
            payload -> {
              running.countDown();
              awaitQuietly(end);
            },
            jobs)) {
      running.await();
      long before = used();
      System.gc();
      long after = used();
      end.countDown();
      work.settle();
      return Map.of("before", before / 1e6, "heap", after / 1e6);
    }
  }

  private static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
