package dev.rota.server.api;

import static java.lang.System.Logger.Level.DEBUG;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.SourceUnavailable;
import dev.rota.engine.Engine;
import dev.rota.engine.Holder;
import java.time.Duration;
import java.util.List;

/** Polls are the waits of remote workers for jobs; closing them ends all, when the node stops. */
final class Polls implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Polls.class.getName());
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Engine engine;
  private volatile boolean closed;

  Polls(Engine engine) {
    this.engine = engine;
  }

  boolean isOpen() {
    return !closed;
  }

  /**
   * Claims as soon as there is something to claim; nothing when the time is over, or when the
   * database is away, which the next request is told.
   *
   * @throws java.io.UncheckedIOException if the caller has hung up
   */
  List<Lease> claim(HeldAnswer answer, Holder holder, Claim claim, Duration most)
      throws InterruptedException {
    List<Lease> leases = List.of();
    long since = System.nanoTime();
    while (leases.isEmpty()
        && !claim.isEmpty()
        && !closed
        && System.nanoTime() - since < most.toNanos()) {
      engine.awaitWork(STEP);
      answer.hold();
      try {
        leases = engine.leases().exchange(holder, List.of(), claim).leases();
      } catch (SourceUnavailable e) {
        LOG.log(DEBUG, "worker={0} waited in vain: {1}", holder.name(), e.getMessage());
        return List.of();
      }
    }
    return leases;
  }

  @Override
  public void close() {
    closed = true;
    engine.endWaits();
  }
}
