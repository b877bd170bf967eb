package dev.rota.engine.scheduler;

import dev.rota.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * SchedulerOptions are the settings of a node's scheduler, and what schedules get that do not say
 * otherwise.
 *
 * @param catchUpMax how many times of a schedule one tick enqueues at the most
 * @param catchUpAge older times are dropped; null for no limit
 * @param catchUpSpread late times are spread evenly over this long
 * @param catchUpPause how long a schedule rests after the cap put some of its times off, and how
 *     long after its time a run still is on time
 * @param jitter a random delay up to this is added to every run
 * @param phase how long after its making a schedule of a plan starts
 * @param minimumInterval fixed intervals below it are refused
 * @param poll how long the scheduler rests at the most
 * @param keptMonths how many months occurrences are kept
 */
public record SchedulerOptions(
    int catchUpMax,
    @Nullable Duration catchUpAge,
    Duration catchUpSpread,
    Duration catchUpPause,
    Duration jitter,
    Duration phase,
    Duration minimumInterval,
    Duration poll,
    int keptMonths) {
  static final Duration SHORTEST = Duration.ofMillis(1);

  public SchedulerOptions {
    Rules.range("catchup_max", catchUpMax, 0, CatchUp.MOST);
    if (catchUpAge != null) {
      Rules.range("catchup_age", catchUpAge, Duration.ZERO, Rules.FURTHEST);
    }
    Rules.range("catchup_spread", catchUpSpread, Duration.ZERO, Rules.FURTHEST);
    Rules.range("catchup_pause", catchUpPause, SHORTEST, Rules.FURTHEST);
    Rules.range("jitter", jitter, Duration.ZERO, Rules.FURTHEST);
    Rules.range("phase", phase, Duration.ZERO, Rules.FURTHEST);
    Rules.range("minimum_interval", minimumInterval, SHORTEST, Rules.FURTHEST);
    Rules.range("poll", poll, SHORTEST, Duration.ofMinutes(5));
    Rules.range("kept_months", keptMonths, 1, 1_200);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A Builder collects the settings that differ from the defaults. */
  public static final class Builder {
    private int catchUpMax = 10;
    private @Nullable Duration catchUpAge;
    private Duration catchUpSpread = Duration.ofHours(1);
    private Duration catchUpPause = Duration.ofSeconds(60);
    private Duration jitter = Duration.ZERO;
    private Duration phase = Duration.ZERO;
    private Duration minimumInterval = Duration.ofSeconds(1);
    private Duration poll = Duration.ofSeconds(1);
    private int keptMonths = 13;

    private Builder() {}

    public Builder catchUpMax(int value) {
      this.catchUpMax = value;
      return this;
    }

    public Builder catchUpAge(@Nullable Duration value) {
      this.catchUpAge = value;
      return this;
    }

    public Builder catchUpSpread(Duration value) {
      this.catchUpSpread = value;
      return this;
    }

    public Builder catchUpPause(Duration value) {
      this.catchUpPause = value;
      return this;
    }

    public Builder jitter(Duration value) {
      this.jitter = value;
      return this;
    }

    public Builder phase(Duration value) {
      this.phase = value;
      return this;
    }

    public Builder minimumInterval(Duration value) {
      this.minimumInterval = value;
      return this;
    }

    public Builder poll(Duration value) {
      this.poll = value;
      return this;
    }

    public Builder keptMonths(int value) {
      this.keptMonths = value;
      return this;
    }

    public SchedulerOptions build() {
      return new SchedulerOptions(
          catchUpMax,
          catchUpAge,
          catchUpSpread,
          catchUpPause,
          jitter,
          phase,
          minimumInterval,
          poll,
          keptMonths);
    }
  }

  int max(Schedule schedule) {
    Integer own = schedule.definition().catchUp().max();
    return own == null ? catchUpMax : own;
  }

  /** How many times of a schedule one tick looks at: with a cap, no more than it may note. */
  int look(Schedule schedule) {
    boolean capped =
        schedule.definition().overlap() == Overlap.QUEUE
            && max(schedule) > 0
            && !schedule.isPaused()
            && !schedule.isHalted();
    return capped ? Math.min(DueTimes.MOST, max(schedule) + Judge.ROWS_AHEAD) : DueTimes.MOST;
  }

  @Nullable Duration age(Schedule schedule) {
    return either(schedule.definition().catchUp().age(), catchUpAge);
  }

  Duration spread(Schedule schedule) {
    Duration own = schedule.definition().catchUp().spread();
    return own == null ? catchUpSpread : own;
  }

  Duration jitter(Schedule schedule) {
    Duration own = schedule.definition().catchUp().jitter();
    return own == null ? jitter : own;
  }

  private static @Nullable Duration either(@Nullable Duration own, @Nullable Duration other) {
    return own == null ? other : own;
  }
}
