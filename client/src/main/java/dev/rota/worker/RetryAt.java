package dev.rota.worker;

import dev.rota.RotaException;
import java.time.Instant;

/** A RetryAt fails an execution and has the job tried again at this instant. */
public final class RetryAt extends RotaException {
  private final Instant when;

  public RetryAt(Instant when) {
    this(when, "Retry at " + when);
  }

  public RetryAt(Instant when, String message) {
    super("retry-at", message);
    this.when = when;
  }

  public RetryAt(Instant when, String message, Throwable cause) {
    super("retry-at", message, cause);
    this.when = when;
  }

  public Instant when() {
    return when;
  }
}
