package dev.rota.worker;

import org.jspecify.annotations.Nullable;

/**
 * A Handler is the code that does one job. It ends well by returning, and fails by throwing; {@link
 * DoNotRetry}, {@link RetryAfter} and {@link RetryAt} also say what comes next.
 */
@FunctionalInterface
public interface Handler {
  /** Does the job and returns its result as JSON text, or null. */
  @Nullable String handle(JobContext job) throws Exception;

  /** Whether its worker measures what it takes; where a job has limits, unless it says more. */
  default Measuring measuring() {
    return Measuring.WHERE_LIMITED;
  }
}
