package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.Scope;
import dev.rota.engine.windows.Window;
import dev.rota.engine.windows.WindowPolicy;
import dev.rota.engine.windows.WindowSort;
import dev.rota.engine.windows.WindowStanding;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Trigger;
import dev.rota.schedule.TriggerFields;
import dev.rota.server.http.Seconds;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A WindowBody is a window as callers send it.
 *
 * @param sort maintenance or execution
 * @param durationSeconds how long it lasts each time; goes with what says when
 */
record WindowBody(
    @Nullable String sort,
    @Nullable String policy,
    @Nullable String cronExpression,
    @Nullable String every,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable Double durationSeconds,
    @Nullable String timeZone,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable String queue,
    @Nullable String kind,
    @Nullable String tag,
    @Nullable String target,
    @Nullable Double spreadSeconds,
    @Nullable Boolean enabled) {
  private static final Duration SPREAD = Duration.ofMinutes(1);

  NewWindow window(String name) {
    TriggerFields when =
        new TriggerFields(
            intervalMinutes, intervalType, timeOfDay, every, null, cronExpression, null);
    String trigger = when.trigger(Interval.MINIMUM).map(Trigger::text).orElse(null);
    if ((trigger == null) != (durationSeconds == null)) {
      throw new InvalidInput(
          "duration_seconds",
          String.valueOf(durationSeconds),
          "goes with cron_expression, every or interval_minutes, and only with one of them");
    }
    return new NewWindow(
        name,
        sort == null ? WindowSort.MAINTENANCE : WindowSort.of(sort),
        policy == null ? WindowPolicy.HOLD : WindowPolicy.of(policy),
        trigger,
        Seconds.readOrNull("duration_seconds", durationSeconds),
        timeZone == null ? "UTC" : timeZone,
        startsAt,
        endsAt,
        new Scope(queue, kind, tag, target),
        spreadSeconds == null ? SPREAD : Seconds.read("spread_seconds", spreadSeconds),
        enabled == null || enabled);
  }

  /**
   * A View is a window as callers see it.
   *
   * @param activeUntil when the time of the window that it is now ends; null if it is not now
   * @param nextAt when it is there again
   */
  record View(
      String name,
      String sort,
      String policy,
      @Nullable String trigger,
      @Nullable String explained,
      @Nullable Double durationSeconds,
      String timeZone,
      @Nullable Instant startsAt,
      @Nullable Instant endsAt,
      @Nullable String queue,
      @Nullable String kind,
      @Nullable String tag,
      @Nullable String target,
      double spreadSeconds,
      boolean enabled,
      @Nullable Instant activeUntil,
      @Nullable Instant nextAt,
      String createdBy,
      Instant createdAt) {
    static View of(WindowStanding standing) {
      Window window = standing.window();
      NewWindow rule = window.rule();
      Scope scope = rule.scope();
      return new View(
          rule.name(),
          rule.sort().word(),
          rule.policy().word(),
          rule.trigger(),
          standing.explained(),
          Seconds.showOrNull(rule.duration()),
          rule.zone(),
          rule.from(),
          rule.to(),
          scope.queue(),
          scope.kind(),
          scope.tag(),
          scope.target(),
          Seconds.show(rule.spread()),
          rule.enabled(),
          standing.activeUntil(),
          standing.nextAt(),
          window.createdBy(),
          window.createdAt());
    }
  }
}
