package dev.rota.worker;

import dev.rota.RotaException;

/** A DoNotRetry fails a job for good, whatever retries it has left. */
public final class DoNotRetry extends RotaException {
  public DoNotRetry(String message) {
    super("do-not-retry", message);
  }

  public DoNotRetry(String message, Throwable cause) {
    super("do-not-retry", message, cause);
  }
}
