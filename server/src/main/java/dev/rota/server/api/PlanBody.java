package dev.rota.server.api;

import dev.rota.NewJob;
import dev.rota.engine.scheduler.CatchUp;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.OnFailure;
import dev.rota.engine.scheduler.Overlap;
import dev.rota.schedule.TriggerFields;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PlanBody is a plan as callers send it: which jobs, for which targets, when, and what if.
 *
 * @param targetKind whose targets; without it there is a single schedule
 */
record PlanBody(
    @Nullable String targetKind,
    @Nullable Boolean onlyApproved,
    @Nullable Boolean onePerTarget,
    @Nullable String kind,
    @Nullable String queue,
    @Nullable Raw payload,
    @Nullable Integer priority,
    @Nullable Integer maxRetries,
    @Nullable Double timeoutSeconds,
    @Nullable List<String> tags,
    @Nullable String tenant,
    @Nullable String every,
    @Nullable Double perHour,
    @Nullable String cronExpression,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String timeZone,
    @Nullable Double phaseSeconds,
    @Nullable String overlap,
    @Nullable String onFailure,
    @Nullable Integer catchupMax,
    @Nullable Double catchupAgeSeconds,
    @Nullable Double catchupSpreadSeconds,
    @Nullable Double jitterSeconds,
    @Nullable Double staleAfterSeconds,
    @Nullable Boolean enabled) {

  NewPlan plan(String name, Duration minimum) {
    return NewPlan.named(name, kind == null ? "" : kind)
        .targets(targetKind)
        .onlyApproved(onlyApproved != null && onlyApproved)
        .onePerTarget(onePerTarget == null || onePerTarget)
        .queue(queue == null ? NewJob.DEFAULT_QUEUE : queue)
        .payload(payload == null ? "{}" : payload.json())
        .priority(priority == null ? 0 : priority)
        .maxRetries(maxRetries)
        .timeout(Seconds.readOrNull("timeout_seconds", timeoutSeconds))
        .tags(tags == null ? new String[0] : tags.toArray(String[]::new))
        .tenant(tenant)
        .trigger(when().trigger(minimum).orElse(null))
        .timeZone(timeZone == null ? "UTC" : timeZone)
        .phase(Seconds.readOrNull("phase_seconds", phaseSeconds))
        .overlap(overlap == null ? Overlap.QUEUE : Overlap.of(overlap))
        .onFailure(onFailure == null ? OnFailure.CONTINUE : OnFailure.of(onFailure))
        .catchUp(catchUp())
        .staleAfter(Seconds.readOrNull("stale_after_seconds", staleAfterSeconds))
        .enabled(enabled == null || enabled)
        .build();
  }

  private TriggerFields when() {
    return new TriggerFields(
        intervalMinutes, intervalType, timeOfDay, every, perHour, cronExpression, null);
  }

  private CatchUp catchUp() {
    return new CatchUp(
        catchupMax,
        Seconds.readOrNull("catchup_age_seconds", catchupAgeSeconds),
        Seconds.readOrNull("catchup_spread_seconds", catchupSpreadSeconds),
        Seconds.readOrNull("jitter_seconds", jitterSeconds));
  }
}
