package dev.rota.worker;

import dev.rota.Limits;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A Gauge is what one thread of the system's has taken since it started. What other threads do for
 * it is not seen, and how much memory it holds at a time cannot be told, only how much it has
 * allocated.
 *
 * @param cpu null where the system does not tell
 * @param allocated bytes, also those that were freed again; null where the JVM does not tell
 */
record Gauge(@Nullable Duration cpu, @Nullable Long allocated) {
  private static final long MEGABYTE = 1L << 20;

  /** Reads a thread that runs; one that has ended took nothing that is known. */
  static Gauge of(Thread thread) {
    long id = thread.threadId();
    long nanos = ManagementFactory.getThreadMXBean().getThreadCpuTime(id);
    long bytes =
        ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
            ? threads.getThreadAllocatedBytes(id)
            : -1;
    return new Gauge(nanos < 0 ? null : Duration.ofNanos(nanos), bytes < 0 ? null : bytes);
  }

  /** In what it is more than the limits allow; null if in nothing. */
  @Nullable String excess(Limits limits) {
    if (cpu != null && limits.cpu() != null && cpu.compareTo(limits.cpu()) > 0) {
      return QuotaExceeded.cpu(limits.cpu(), cpu).getMessage();
    }
    if (allocated != null
        && limits.memoryMb() != null
        && allocated > limits.memoryMb() * MEGABYTE) {
      return "memory quota of %d MB exceeded: %d MB allocated"
          .formatted(limits.memoryMb(), allocated / MEGABYTE);
    }
    return null;
  }
}
