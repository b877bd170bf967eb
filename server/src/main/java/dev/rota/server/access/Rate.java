package dev.rota.server.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Rate is how many requests a second each caller may send, and how many at once. It is kept by
 * each node for itself.
 */
final class Rate {
  private static final int MANY = 10_000;
  private static final double NANOS = 1e9;

  private final int perSecond;
  private final int burst;
  private final LongSupplier nanos;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  /**
   * @param perSecond 0 if there is no limit
   * @param nanos the time
   */
  Rate(int perSecond, int burst, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanos = nanos;
  }

  /** A Bucket holds what a caller may still send; it fills by itself. */
  private record Bucket(double left, long nanos, boolean refused) {}

  /** Takes one from the caller's bucket, or refuses. */
  void take(String caller) {
    if (perSecond == 0) {
      return;
    }
    forget();
    Bucket now = buckets.compute(caller, (name, before) -> taken(before));
    if (now.refused()) {
      throw Refusal.tooFast(
          "%s may send %d requests a second, %d at once".formatted(caller, perSecond, burst),
          (long) Math.ceil((1 - now.left()) / perSecond));
    }
  }

  private Bucket taken(@Nullable Bucket before) {
    long time = nanos.getAsLong();
    double there = before == null ? burst : full(before, time);
    return there < 1 ? new Bucket(there, time, true) : new Bucket(there - 1, time, false);
  }

  private double full(Bucket bucket, long time) {
    return Math.min(burst, bucket.left() + (time - bucket.nanos()) / NANOS * perSecond);
  }

  /** Callers that could fill their buckets meanwhile need none. */
  private void forget() {
    if (buckets.size() > MANY) {
      long time = nanos.getAsLong();
      buckets.values().removeIf(bucket -> full(bucket, time) >= burst);
    }
  }
}
