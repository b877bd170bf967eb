package dev.rota;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A Unique is the promise that at most one job with this key exists in its queue and kind, for as
 * long as its scope says, and what a duplicate does to the job that is already there.
 */
public record Unique(String key, While scope, @Nullable Duration period, OnDuplicate onDuplicate) {

  /** How long a key stays taken. */
  public enum While {
    /** Until the job starts for the first time or ends. */
    PENDING,
    /** Until the job ends. */
    LIVE,
    /** For a period from the enqueue, whatever becomes of the job. */
    PERIOD
  }

  /** What a duplicate does to a job that has not started yet. */
  public enum OnDuplicate {
    /** Nothing: the answer is the job that is there. */
    KEEP,
    /** The newer payload takes the place of the older. */
    REPLACE_PAYLOAD,
    /** The newer delay takes the place of the older: debounce. */
    EXTEND_DELAY,
    /** Both. */
    REPLACE_PAYLOAD_AND_EXTEND_DELAY;

    public boolean replacesPayload() {
      return this == REPLACE_PAYLOAD || this == REPLACE_PAYLOAD_AND_EXTEND_DELAY;
    }

    public boolean extendsDelay() {
      return this == EXTEND_DELAY || this == REPLACE_PAYLOAD_AND_EXTEND_DELAY;
    }
  }

  public Unique {
    Rules.key("unique.key", key);
    if ((scope == While.PERIOD) != (period != null)) {
      throw new InvalidInput(
          "unique.period", String.valueOf(period), "goes with the scope PERIOD and only with it");
    }
    if (period != null) {
      Rules.range("unique.period", period, Duration.ofMillis(1), Rules.FURTHEST);
    }
  }

  public static Unique whileLive(String key) {
    return new Unique(key, While.LIVE, null, OnDuplicate.KEEP);
  }

  public static Unique whilePending(String key) {
    return new Unique(key, While.PENDING, null, OnDuplicate.KEEP);
  }

  public static Unique forPeriod(String key, Duration period) {
    return new Unique(key, While.PERIOD, period, OnDuplicate.KEEP);
  }

  public Unique onDuplicate(OnDuplicate other) {
    return new Unique(key, scope, period, other);
  }
}
