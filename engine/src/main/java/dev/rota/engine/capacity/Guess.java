package dev.rota.engine.capacity;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import org.jspecify.annotations.Nullable;

/**
 * A Guess is what a plan would be like; what it leaves out is as it is.
 *
 * @param plan the name of a plan, or a new one
 */
public record Guess(
    String plan, @Nullable Double perHour, @Nullable Double minutes, @Nullable Double concurrency) {
  private static final double MOST = 1e9;

  public Guess {
    Rules.name("plans.plan", plan);
    check("plans.per_hour", perHour);
    check("plans.minutes", minutes);
    check("plans.concurrency", concurrency);
  }

  private static void check(String field, @Nullable Double value) {
    if (value != null && !(value > 0 && value <= MOST)) {
      throw new InvalidInput(field, value, "must be more than 0 and at most " + (long) MOST);
    }
  }

  /** A plan that does not exist, all of which must be guessed. */
  PlanCapacity asNew(@Nullable Integer workers) {
    if (workers == null) {
      throw new InvalidInput("workers", "", "must be given, because there is no plan " + plan);
    }
    return new PlanCapacity(
        plan,
        null,
        given("plans.per_hour", perHour),
        given("plans.minutes", minutes),
        PlanCapacity.Basis.GIVEN,
        workers,
        given("plans.concurrency", concurrency),
        true);
  }

  private double given(String field, @Nullable Double value) {
    if (value == null) {
      throw new InvalidInput(field, "", "must be given, because there is no plan " + plan);
    }
    return value;
  }
}
