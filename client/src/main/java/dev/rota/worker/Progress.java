package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A Progress is how far an execution has come, and whether that has been said. Many changes between
 * two beats go out as one.
 */
final class Progress {
  private static final int MESSAGE_MAX = 1024;

  private @Nullable Integer percent;
  private @Nullable String message;
  private boolean changed;
  private long saidAt;

  synchronized void set(int newPercent, @Nullable String newMessage) {
    percent = Math.clamp(newPercent, 0, 100);
    message = newMessage == null ? null : Excerpt.head(newMessage, MESSAGE_MAX);
    changed = true;
  }

  /** A beat that carries the progress if it changed, or if it was not said for so long. */
  synchronized Beat beat(Lease lease, long now, long repeatNanos) {
    if (percent == null || (!changed && now - saidAt < repeatNanos)) {
      return new Beat(lease.job(), lease.fence(), null, null);
    }
    changed = false;
    saidAt = now;
    return new Beat(lease.job(), lease.fence(), percent, message);
  }

  /** The last beat did not arrive: say it again. */
  synchronized void unsaid() {
    changed = true;
  }
}
