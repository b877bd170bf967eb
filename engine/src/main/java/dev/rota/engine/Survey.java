package dev.rota.engine;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A Survey is what a look at some routes' lanes has found, and up to where this node has taken jobs
 * since. For a moment claims of many jobs plan by it instead of looking again; whoever does not get
 * all it wants by it looks. What comes into other lanes meanwhile, or back into these, waits for
 * the next look.
 */
final class Survey {
  /**
   * Looks take at most one part in so many of the time, and a job that comes before others waits no
   * longer than this while there is plenty of those.
   */
  private static final int SHARE = 20;

  private static final long LEAST_NANOS = 50_000_000;
  private static final long MOST_NANOS = 200_000_000;

  private final Set<Integer> routes;
  private final Lanes.Peeked peeked;
  private final long start;
  private final long lasts;
  private final Map<Place, Long> next = new ConcurrentHashMap<>();

  /**
   * @param start when the look began, by {@link System#nanoTime}, and {@code end} when it was over
   */
  Survey(Collection<Integer> routes, Lanes.Peeked peeked, long start, long end) {
    this.routes = new HashSet<>(routes);
    this.peeked = peeked;
    this.start = start;
    this.lasts = Math.clamp(SHARE * (end - start), LEAST_NANOS, MOST_NANOS);
  }

  private record Place(int route, short lane) {}

  /** Whether a claim of these routes may go by it. */
  boolean isGoodFor(Collection<Integer> ids, long now) {
    return now - start < lasts && ids.size() == routes.size() && routes.containsAll(ids);
  }

  /** A job was taken here; the next ones come behind it. */
  void took(int route, short lane, long seq) {
    next.merge(new Place(route, lane), seq + 1, Math::max);
  }

  /** The heads as far as they are known without another look. */
  Lanes.Peeked peeked() {
    List<Head> heads = peeked.heads().stream().map(this::moved).toList();
    return new Lanes.Peeked(heads, peeked.newestRoute(), peeked.now(), false);
  }

  private Head moved(Head head) {
    long seq = next.getOrDefault(new Place(head.route(), head.lane()), 0L);
    return seq <= head.seq() ? head : new Head(head.route(), head.lane(), seq, head.waitedMillis());
  }
}
