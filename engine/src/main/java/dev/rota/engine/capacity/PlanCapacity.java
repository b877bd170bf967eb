package dev.rota.engine.capacity;

import org.jspecify.annotations.Nullable;

/**
 * A PlanCapacity is how many jobs of one plan the workers get through.
 *
 * @param queue null of a plan that does not exist
 * @param perHour how often each target's turn comes in an hour
 * @param minutes how long a job takes at the most; null if nobody knows
 * @param basis where the minutes come from
 * @param workers how many live workers serve its queue
 * @param concurrency how many of its jobs each of them runs at a time
 * @param onePerTarget whether a target has one job of these plans at a time
 */
public record PlanCapacity(
    String plan,
    @Nullable String queue,
    double perHour,
    @Nullable Double minutes,
    Basis basis,
    int workers,
    double concurrency,
    boolean onePerTarget) {

  /** A Basis is what the length of a job was taken from. */
  public enum Basis {
    TIMEOUT,
    MEASURED,
    GIVEN,
    UNKNOWN
  }

  /** Execution-minutes that each target takes in an hour. */
  public @Nullable Double minutesPerHour() {
    return minutes == null ? null : perHour * minutes;
  }

  /** Jobs per hour: workers × concurrency × (60 / minutes). */
  public @Nullable Double capacityPerHour() {
    return minutes == null ? null : workers * concurrency * (60 / minutes);
  }

  /** How many targets these are enough for. */
  public @Nullable Double sustainableTargets() {
    Double capacity = capacityPerHour();
    return capacity == null ? null : capacity / perHour;
  }

  PlanCapacity with(Guess guess, @Nullable Integer otherWorkers) {
    return new PlanCapacity(
        plan,
        queue,
        guess.perHour() == null ? perHour : guess.perHour(),
        guess.minutes() == null ? minutes : guess.minutes(),
        guess.minutes() == null ? basis : Basis.GIVEN,
        otherWorkers == null ? workers : otherWorkers,
        guess.concurrency() == null ? concurrency : guess.concurrency(),
        onePerTarget);
  }
}
