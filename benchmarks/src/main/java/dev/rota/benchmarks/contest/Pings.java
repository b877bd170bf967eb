package dev.rota.benchmarks.contest;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pings are jobs that carry the time of the call that enqueued them to an idle worker, which notes
 * how long ago that was when its handler starts.
 */
public final class Pings implements AutoCloseable {
  private final BlockingQueue<Double> arrivals = new LinkedBlockingQueue<>();
  private final JobQueue.Work work;

  private Pings(JobQueue queue) throws Exception {
    this.work =
        queue.work(payload -> {
          if (payload.startsWith("{\"at\"")) {
            double micros = micros() - Long.parseLong(payload.replaceAll("[^0-9]", ""));
            arrivals.add(micros / 1e3);
          }
        });
  }

  public static Pings listen(JobQueue queue) throws Exception {
    return new Pings(queue);
  }

  /** Enqueues so many jobs, each after a pause in which all comes to rest. */
  public static void send(JobQueue queue, int pings) throws Exception {
    for (int i = 0; i < pings; i++) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(20, 60));
      queue.enqueue("{\"at\": " + micros() + "}");
    }
  }

  /** Waits for so many pings; gives the milliseconds of the last ones. */
  public List<Double> collect(int all, int last) throws InterruptedException {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      Double millis = arrivals.poll(1, TimeUnit.MINUTES);
      if (millis == null) {
        throw new IllegalStateException("a job has not arrived within a minute");
      }
      if (i >= all - last) {
        times.add(millis);
      }
    }
    return times;
  }

  @Override
  public void close() {
    work.close();
  }

  /** The wall clock, which processes of one machine share. */
  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
