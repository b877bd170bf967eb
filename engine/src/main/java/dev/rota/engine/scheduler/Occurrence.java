package dev.rota.engine.scheduler;

import dev.rota.JobState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An Occurrence is one planned time of a schedule and its fate.
 *
 * @param decidedAt when its fate was decided
 * @param runAt when its job may start
 * @param jobState how its job fares; null if it has none, or that is no longer kept
 * @param deferrals how many ticks the cap of catching up put it off
 * @param reason why, where the fate alone does not tell
 */
public record Occurrence(
    long schedule,
    Instant plannedAt,
    Fate fate,
    Instant decidedAt,
    @Nullable Instant runAt,
    @Nullable Long job,
    @Nullable JobState jobState,
    int deferrals,
    @Nullable String reason) {

  /** How much later than planned its job may start; zero if it has none. */
  public Duration lateBy() {
    return runAt == null || runAt.isBefore(plannedAt)
        ? Duration.ZERO
        : Duration.between(plannedAt, runAt);
  }
}
