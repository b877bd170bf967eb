package dev.rota.worker;

import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A Probe is a listener that keeps what it is told, and waits that end in failure, not in a hang.
 */
final class Probe implements WorkerListener {
  final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  final List<Duration> durations = new CopyOnWriteArrayList<>();

  @Override
  public void started(Lease lease) {
    told.add("started " + lease.job());
  }

  @Override
  public void finished(Lease lease, Outcome outcome, Duration took) {
    durations.add(took);
    told.add("finished " + lease.job() + " " + outcome.getClass().getSimpleName());
  }

  @Override
  public void lost(Lease lease) {
    told.add("lost " + lease.job());
  }

  @Override
  public void released(Lease lease) {
    told.add("released " + lease.job());
  }

  @Override
  public void fenced(Report report) {
    told.add("fenced " + report.job());
  }

  @Override
  public void refused(Report report, InvalidInput reason) {
    told.add("refused " + report.job());
  }

  @Override
  public void sourceUnavailable(Throwable reason) {
    told.add("unavailable");
  }

  @Override
  public void sourceAvailable(Duration outage) {
    told.add("available");
  }

  /** Waits until it is told this, and drops what came before. */
  void await(String event) throws InterruptedException {
    for (String next = ""; !next.equals(event); ) {
      String polled = told.poll(60, TimeUnit.SECONDS);
      if (polled == null) {
        throw new AssertionError("never told: " + event);
      }
      next = polled;
    }
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("a latch stayed closed");
    }
  }

  /** Waits as a handler does that minds interrupts. */
  static void sleepLong() throws InterruptedException {
    Thread.sleep(Duration.ofMinutes(5));
  }
}
