package dev.rota.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** An Outage is the time during which the source does not answer; it is logged and told once. */
final class Outage {
  private static final Logger LOG = System.getLogger(Outage.class.getName());

  private final Events events;
  private final Set<String> failing = new HashSet<>();
  private long since;

  Outage(Events events) {
    this.events = events;
  }

  void failed(String loop, Throwable reason) {
    if (begins(loop)) {
      LOG.log(Level.WARNING, "The source does not answer, trying again loop=" + loop, reason);
      events.tell(listener -> listener.sourceUnavailable(reason));
    }
  }

  void worked(String loop) {
    long nanos = ends(loop);
    if (nanos >= 0) {
      Duration took = Duration.ofNanos(nanos);
      LOG.log(Level.INFO, "The source answers again outage_ms=" + took.toMillis());
      events.tell(listener -> listener.sourceAvailable(took));
    }
  }

  private synchronized boolean begins(String loop) {
    boolean first = failing.isEmpty();
    failing.add(loop);
    since = first ? System.nanoTime() : since;
    return first;
  }

  private synchronized long ends(String loop) {
    return failing.remove(loop) && failing.isEmpty() ? System.nanoTime() - since : -1;
  }
}
