package dev.rota.worker;

import dev.rota.Lease;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JobContext is what a handler sees of its job, and how it speaks about it while it runs. It may
 * be used from several threads.
 */
public interface JobContext {
  /** All that is known of this execution. */
  Lease lease();

  default long job() {
    return lease().job();
  }

  default long fence() {
    return lease().fence();
  }

  default String kind() {
    return lease().kind();
  }

  default String queue() {
    return lease().queue();
  }

  default String payload() {
    return lease().payload();
  }

  default int attempt() {
    return lease().attempt();
  }

  default int retries() {
    return lease().retries();
  }

  default int maxRetries() {
    return lease().maxRetries();
  }

  default List<String> tags() {
    return lease().tags();
  }

  /** The metadata the job was enqueued with, a JSON object. */
  default String metadata() {
    return lease().metadata();
  }

  /**
   * What the jobs that it depends on gave: a JSON object with their results, by their names in the
   * graph or else by their ids as the API shows them.
   */
  default String parents() {
    return lease().parents();
  }

  default @Nullable String trace() {
    return lease().trace();
  }

  /** Says how far the job is; it is seen by others within a second. Out of 0 to 100 is bent. */
  void progress(int percent, @Nullable String message);

  /** Adds to one of this execution's counters, such as {@code items_crawled}. */
  void count(String counter, long n);

  /** Says how much CPU time the execution took; a virtual thread's own cannot be measured. */
  void cpuTime(Duration used);

  /** Says how much memory the execution took at its peak. */
  void memoryPeak(int megabytes);

  /** Attaches a JSON object to this execution; the last one stays. */
  void metadata(String jsonObject);

  /**
   * Whether the handler should stop, because the job was cancelled, timed out or lost its lease, or
   * because the worker stops. Its thread is interrupted then, too.
   */
  boolean isCancelled();

  /** Throws {@link JobCancelled} if the handler should stop. */
  void throwIfCancelled();

  /**
   * Runs this on a thread of its own when the handler should stop; at once if it already should.
   */
  void onCancel(Runnable action);

  /** How long until the job times out; null if it has no timeout. */
  @Nullable Duration remaining();

  /**
   * Records the job as completed within the handler's own transaction, so that both hold or
   * neither. The worker then reports nothing, unless the handler throws.
   */
  void completeIn(Connection connection, @Nullable String result);

  /** Records the job as failed within the handler's own transaction. */
  void failIn(Connection connection, Throwable error);
}
