package dev.rota.engine;

import dev.rota.Json;
import dev.rota.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * JobChanges are what shall be different about a job; null stays as it is.
 *
 * @param retryBase the wait before the first retry
 * @param payload not while the job runs: its worker has the old one
 * @param metadata the same
 */
public record JobChanges(
    @Nullable Integer maxRetries,
    @Nullable Duration retryBase,
    @Nullable Duration timeout,
    @Nullable Integer priority,
    @Nullable String payload,
    @Nullable String metadata) {
  public JobChanges {
    if (maxRetries != null) {
      Rules.range("max_retries", maxRetries, 0, Rules.RETRIES_MAX);
    }
    if (retryBase != null) {
      Rules.range("retry_backoff_seconds", retryBase, Duration.ZERO, Rules.FURTHEST);
    }
    if (timeout != null) {
      Rules.range("timeout", timeout, Duration.ofMillis(1), Rules.FURTHEST);
    }
    if (priority != null) {
      Rules.range("priority", priority, 0, Rules.PRIORITY_MAX);
    }
    if (payload != null) {
      Json.check("payload", payload);
    }
    if (metadata != null) {
      JobNotes.checked("metadata", metadata);
    }
  }

  /** Whether the job must not run meanwhile. */
  boolean waits() {
    return payload != null || metadata != null;
  }
}
