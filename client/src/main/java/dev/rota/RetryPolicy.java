package dev.rota;

import java.time.Duration;

/**
 * A RetryPolicy is how long a failed job waits before its next try: {@code base × factor^retries},
 * at most {@code cap}, then varied by ± {@code jitter} of itself.
 */
public record RetryPolicy(Duration base, double factor, Duration cap, double jitter) {
  /** One minute, doubling, a day at the most, ± 20 %. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(Duration.ofMinutes(1), 2, Duration.ofHours(24), 0.2);

  /** Tries again at once, always. */
  public static final RetryPolicy IMMEDIATE = new RetryPolicy(Duration.ZERO, 1, Duration.ZERO, 0);

  public RetryPolicy {
    if (base.isNegative() || base.compareTo(Rules.FURTHEST) > 0) {
      throw new InvalidInput("retry.base", base, "must be from 0 to " + Rules.FURTHEST);
    }
    if (!(factor >= 1 && factor <= 100)) {
      throw new InvalidInput("retry.factor", factor, "must be from 1 to 100");
    }
    if (cap.isNegative() || cap.compareTo(Rules.FURTHEST) > 0) {
      throw new InvalidInput("retry.cap", cap, "must be from 0 to " + Rules.FURTHEST);
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new InvalidInput("retry.jitter", jitter, "must be from 0 to 1");
    }
  }

  /** A fixed wait between tries. */
  public static RetryPolicy every(Duration wait) {
    return new RetryPolicy(wait, 1, wait, 0);
  }

  public RetryPolicy withBase(Duration other) {
    return new RetryPolicy(other, factor, cap, jitter);
  }

  public RetryPolicy withCap(Duration other) {
    return new RetryPolicy(base, factor, other, jitter);
  }

  public RetryPolicy withJitter(double other) {
    return new RetryPolicy(base, factor, cap, other);
  }
}
