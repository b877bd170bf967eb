package dev.rota.worker;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A Quota is how much one execution in this process may take. Handlers run on virtual threads,
 * whose CPU time the JVM cannot tell: one with a quota runs on a thread of the system's, and is
 * measured there. What other threads do for it is not counted, and how much memory it holds at a
 * time cannot be told at all, only how much it has allocated.
 *
 * @param cpu CPU time; null for any
 * @param allocated bytes, also those that were freed again; null for any
 */
public record Quota(@Nullable Duration cpu, @Nullable Long allocated) {
  /** Measures, and bounds nothing. */
  public static final Quota NONE = new Quota(null, null);

  private static final long LOOK_MILLIS = 100;

  public Quota {
    if (cpu != null && !cpu.isPositive()) {
      throw new InvalidInput("cpu", cpu, "must be more than nothing");
    }
    if (allocated != null && allocated <= 0) {
      throw new InvalidInput("allocated", allocated, "must be more than nothing");
    }
  }

  public static Quota ofCpu(Duration most) {
    return new Quota(most, null);
  }

  public Quota withAllocated(long bytes) {
    return new Quota(cpu, bytes);
  }

  /**
   * A handler that tells its CPU time, and whose thread is interrupted when it has taken too much:
   * then the execution fails with {@code quota-exceeded}.
   */
  public Handler around(Handler handler) {
    return job -> run(job, handler);
  }

  private @Nullable String run(JobContext job, Handler handler) throws Exception {
    FutureTask<@Nullable String> task =
        new FutureTask<>(() -> {
          try {
            return handler.handle(job);
          } finally {
            tell(job);
          }
        });
    Thread thread = Thread.ofPlatform().name("job-" + job.job()).daemon().start(task);
    try {
      return await(task, thread);
    } catch (InterruptedException e) {
      thread.interrupt();
      thread.join();
      throw e;
    }
  }

  private @Nullable String await(FutureTask<@Nullable String> task, Thread thread)
      throws Exception {
    String excess = null;
    while (true) {
      try {
        String result = task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        refuse(excess);
        return result;
      } catch (ExecutionException e) {
        refuse(excess);
        throw e.getCause() instanceof Exception cause ? cause : new IllegalStateException(e);
      } catch (TimeoutException e) {
        excess = excess == null ? excess(thread.threadId()) : excess;
        if (excess != null) {
          thread.interrupt();
        }
      }
    }
  }

  private static void refuse(@Nullable String excess) {
    if (excess != null) {
      throw new RotaException("quota-exceeded", excess);
    }
  }

  private @Nullable String excess(long thread) {
    if (cpu != null
        && ManagementFactory.getThreadMXBean().getThreadCpuTime(thread) > cpu.toNanos()) {
      return "The job took more than %d ms of CPU time".formatted(cpu.toMillis());
    }
    if (allocated != null
        && ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        && threads.getThreadAllocatedBytes(thread) > allocated) {
      return "The job has allocated more than %d bytes".formatted(allocated);
    }
    return null;
  }

  private static void tell(JobContext job) {
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    if (nanos >= 0) {
      job.cpuTime(Duration.ofNanos(nanos));
    }
  }
}
