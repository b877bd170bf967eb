package dev.rota.worker;

import dev.rota.RotaException;
import dev.rota.Rules;
import java.time.Duration;

/** A RetryAfter fails an execution and has the job tried again after this long. */
public final class RetryAfter extends RotaException {
  private final Duration delay;

  public RetryAfter(Duration delay) {
    this(delay, "Retry after " + delay);
  }

  public RetryAfter(Duration delay, String message) {
    super("retry-after", message);
    this.delay = Rules.range("retry_after", delay, Duration.ZERO, Rules.FURTHEST);
  }

  public RetryAfter(Duration delay, String message, Throwable cause) {
    super("retry-after", message, cause);
    this.delay = Rules.range("retry_after", delay, Duration.ZERO, Rules.FURTHEST);
  }

  public Duration delay() {
    return delay;
  }
}
