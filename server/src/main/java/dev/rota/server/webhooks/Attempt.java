package dev.rota.server.webhooks;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An Attempt is how one try to deliver went.
 *
 * @param status what a server answered; null if none did
 * @param error why it did not arrive; null if it did
 * @param retryAfter how long the receiver wants to be left alone
 * @param lasting whether another try would go the same way
 */
record Attempt(
    @Nullable Integer status,
    @Nullable String error,
    @Nullable Duration retryAfter,
    boolean lasting) {
  static final int GONE = 410;

  static Attempt arrived(@Nullable Integer status) {
    return new Attempt(status, null, null, false);
  }

  /** Another try may go better. */
  static Attempt failed(String error) {
    return new Attempt(null, error, null, false);
  }

  static Attempt hopeless(String error) {
    return new Attempt(null, error, null, true);
  }

  boolean isGone() {
    return status != null && status == GONE;
  }
}
