package dev.rota.crawler;

import dev.rota.worker.JobContext;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A MeteredThread does a job's work on a thread of the system's, whose CPU time can be told;
 * handlers run on virtual ones, whose cannot.
 */
final class MeteredThread {
  private MeteredThread() {}

  /** Does the work and says what CPU time it took; whoever interrupts the caller interrupts it. */
  static <T> T run(JobContext job, Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(() -> metered(job, work));
    Thread thread = Thread.ofPlatform().name("crawl-" + job.job()).daemon().start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      thread.interrupt();
      thread.join();
      throw e;
    }
  }

  private static <T> T metered(JobContext job, Callable<T> work) throws Exception {
    try {
      return work.call();
    } finally {
      long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (nanos >= 0) {
        job.cpuTime(Duration.ofNanos(nanos));
      }
    }
  }
}
