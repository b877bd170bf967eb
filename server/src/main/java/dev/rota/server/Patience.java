package dev.rota.server;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Patience is how long a thread waits for a caller that does not go on. When it ends, the thread
 * is interrupted, which ends the connection that it reads.
 */
public record Patience(Duration most) {

  private static final ThreadLocal<@Nullable Wait> OPEN = new ThreadLocal<>();

  /** Begins a wait of this thread that ends elsewhere. Each connection has a thread of its own. */
  public void beginOpen() {
    endOpen();
    OPEN.set(begin());
  }

  static void endOpen() {
    var open = OPEN.get();
    if (open != null) {
      open.end();
      OPEN.remove();
    }
  }

  /** Begins a wait of this thread. */
  public Wait begin() {
    return begin(most);
  }

  /** Begins a wait of this thread that lasts no longer than that, either. */
  public Wait begin(Duration atMost) {
    return new Wait(Thread.currentThread(), atMost.compareTo(most) < 0 ? atMost : most);
  }

  /** A Wait lasts until it is ended; after that, nobody is interrupted for it. */
  public static final class Wait {
    private final Thread waiting;
    private final CompletableFuture<Boolean> alarm = new CompletableFuture<>();
    private boolean over;

    @SuppressWarnings("FutureReturnValueIgnored") // What it does at the end cannot fail.
    private Wait(Thread waiting, Duration most) {
      this.waiting = waiting;
      alarm
          .completeOnTimeout(true, Math.max(1, most.toMillis()), TimeUnit.MILLISECONDS)
          .thenAccept(late -> end(late));
    }

    private synchronized void end(boolean late) {
      if (late && !over) {
        waiting.interrupt();
      }
      over = true;
    }

    public void end() {
      alarm.complete(false);
      end(false);
    }
  }
}
