package dev.rota.engine.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A TargetCapacity says whether targets of a kind can keep up with their plans, and how many of
 * them the workers could bear.
 *
 * @param targets how many there are
 */
public record TargetCapacity(String targetKind, long targets, List<PlanCapacity> plans) {
  private static final double HOUR = 60;

  public TargetCapacity {
    plans = List.copyOf(plans);
  }

  /**
   * Execution-minutes that each target takes in an hour, of the plans that let it have one job at a
   * time; null if the length of a job is not known.
   */
  public @Nullable Double minutesPerHour() {
    double sum = 0;
    for (PlanCapacity plan : plans) {
      Double minutes = plan.onePerTarget() ? plan.minutesPerHour() : Double.valueOf(0);
      if (minutes == null) {
        return null;
      }
      sum += minutes;
    }
    return sum;
  }

  /** What an hour leaves of itself to each target; less than nothing if its backlog grows. */
  public @Nullable Double headroomMinutes() {
    Double minutes = minutesPerHour();
    return minutes == null ? null : HOUR - minutes;
  }

  /** Whether a target's backlog ever drains. */
  public @Nullable Boolean keepsUp() {
    Double minutes = minutesPerHour();
    return minutes == null ? null : minutes <= HOUR;
  }

  /** The plan that runs out of workers first; null if the length of a job is not known. */
  public @Nullable PlanCapacity limitedBy() {
    return plans.stream().anyMatch(plan -> plan.minutes() == null)
        ? null
        : plans.stream()
            .min(
                Comparator.comparingDouble(
                    plan -> Objects.requireNonNull(plan.sustainableTargets())))
            .orElse(null);
  }

  public @Nullable Double sustainableTargets() {
    PlanCapacity least = limitedBy();
    return least == null ? null : least.sustainableTargets();
  }

  /**
   * How many targets could be borne if plans that share a queue share its slots as they need them,
   * whichever has more to do.
   */
  public @Nullable Double sharedTargets() {
    if (limitedBy() == null) {
      return null;
    }
    Map<@Nullable String, List<PlanCapacity>> queues = new HashMap<>();
    plans.forEach(plan -> queues.computeIfAbsent(plan.queue(), q -> new ArrayList<>()).add(plan));
    return queues.values().stream().mapToDouble(TargetCapacity::shared).min().orElse(0);
  }

  private static double shared(List<PlanCapacity> plans) {
    double slotMinutes =
        plans.stream().mapToDouble(plan -> plan.workers() * plan.concurrency() * HOUR).sum();
    double needed =
        plans.stream().mapToDouble(plan -> Objects.requireNonNull(plan.minutesPerHour())).sum();
    return slotMinutes / needed;
  }

  TargetCapacity with(WhatIf whatIf) {
    Map<String, Guess> guesses = new HashMap<>();
    whatIf.plans().forEach(guess -> guesses.put(guess.plan(), guess));
    List<PlanCapacity> changed = new ArrayList<>();
    for (PlanCapacity plan : plans) {
      Guess guess = guesses.remove(plan.plan());
      changed.add(
          plan.with(
              guess == null ? new Guess(plan.plan(), null, null, null) : guess, whatIf.workers()));
    }
    whatIf.plans().stream()
        .filter(guess -> guesses.containsKey(guess.plan()))
        .forEach(guess -> changed.add(guess.asNew(whatIf.workers())));
    return new TargetCapacity(
        targetKind, whatIf.targets() == null ? targets : whatIf.targets(), changed);
  }
}
