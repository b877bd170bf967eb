package dev.rota.engine.scheduler;

import dev.rota.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A CatchUp is how a schedule makes up for times that passed without it; null means what the
 * scheduler is set to.
 *
 * @param max how many times one tick enqueues at the most; 0 for none that is late
 * @param age older times are dropped
 * @param spread late times are spread evenly over this long
 * @param jitter a random delay up to this is added to every run
 */
public record CatchUp(
    @Nullable Integer max,
    @Nullable Duration age,
    @Nullable Duration spread,
    @Nullable Duration jitter) {
  /** What the scheduler is set to. */
  public static final CatchUp DEFAULT = new CatchUp(null, null, null, null);

  static final int MOST = 10_000;

  public CatchUp {
    if (max != null) {
      Rules.range("catchup_max", max, 0, MOST);
    }
    within("catchup_age", age);
    within("catchup_spread", spread);
    within("jitter", jitter);
  }

  private static void within(String field, @Nullable Duration value) {
    if (value != null) {
      Rules.range(field, value, Duration.ZERO, Rules.FURTHEST);
    }
  }
}
