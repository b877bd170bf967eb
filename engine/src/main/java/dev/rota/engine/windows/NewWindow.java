package dev.rota.engine.windows;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A NewWindow is a window as its caller wishes it: recurring with a trigger and a duration, or once
 * from one instant to another.
 *
 * @param trigger when it opens; null for a window that is there once
 * @param duration how long it lasts each time, in elapsed time
 * @param zone the time zone of the trigger
 * @param from when it is there once: its start; else no start is before it, and intervals are
 *     counted from it
 * @param to when it is there once: its end; else every start is before it
 * @param spread over how long what it held is let go
 */
public record NewWindow(
    String name,
    WindowSort sort,
    WindowPolicy policy,
    @Nullable String trigger,
    @Nullable Duration duration,
    String zone,
    @Nullable Instant from,
    @Nullable Instant to,
    Scope scope,
    Duration spread,
    boolean enabled) {
  public static final Duration LONGEST = Duration.ofDays(366);
  public static final Duration WIDEST_SPREAD = Duration.ofDays(1);

  public NewWindow {
    Rules.name("name", name);
    from = from == null ? null : from.truncatedTo(ChronoUnit.MICROS);
    to = to == null ? null : to.truncatedTo(ChronoUnit.MICROS);
    Rules.range("spread", spread, Duration.ZERO, WIDEST_SPREAD);
    if ((trigger == null) != (duration == null)) {
      throw new InvalidInput(
          "duration", String.valueOf(duration), "goes with a trigger and only with it");
    }
    if (duration != null) {
      Rules.range("duration", duration, Duration.ofMillis(1), LONGEST);
    }
    if (trigger == null && (from == null || to == null)) {
      throw new InvalidInput(
          "trigger", "", "must be given, or else both a start and an end of the only time");
    }
    if (from != null && to != null && !from.isBefore(to)) {
      throw new InvalidInput("ends_at", to, "must be after the start, " + from);
    }
    timetable(sort, trigger, zone, from, to);
  }

  /** Starts the description of a window in which nothing that matches starts. */
  public static Builder maintenance(String name) {
    return new Builder(name, WindowSort.MAINTENANCE);
  }

  /** Starts the description of a window outside of which nothing that matches starts. */
  public static Builder execution(String name) {
    return new Builder(name, WindowSort.EXECUTION);
  }

  /** The planned starts of a recurring window; null for one that is there once. */
  @Nullable Timetable timetable() {
    return timetable(sort, trigger, zone, from, to);
  }

  NewWindow withEnabled(boolean other) {
    return new NewWindow(
        name, sort, policy, trigger, duration, zone, from, to, scope, spread, other);
  }

  /**
   * Where clocks show a start twice, maintenance closes both times: together they last from the
   * first until the duration after the second, whichever was meant.
   */
  private static @Nullable Timetable timetable(
      WindowSort sort,
      @Nullable String trigger,
      String zone,
      @Nullable Instant from,
      @Nullable Instant to) {
    DstPolicy.Overlap overlap =
        sort == WindowSort.MAINTENANCE ? DstPolicy.Overlap.TWICE : DstPolicy.Overlap.FIRST;
    return trigger == null
        ? null
        : Timetable.of(Trigger.parse("trigger", trigger, Interval.MINIMUM))
            .in(zone)
            .from(from)
            .until(to)
            .with(new DstPolicy(DstPolicy.Gap.RUN_AFTER, overlap));
  }

  /** A Builder collects the wishes for one window. */
  public static final class Builder {
    private final String name;
    private final WindowSort sort;
    private WindowPolicy policy = WindowPolicy.HOLD;
    private @Nullable String trigger;
    private @Nullable Duration duration;
    private String zone = "UTC";
    private @Nullable Instant from;
    private @Nullable Instant to;
    private Scope scope = Scope.EVERYTHING;
    private Duration spread = Duration.ofMinutes(1);
    private boolean enabled = true;

    private Builder(String name, WindowSort sort) {
      this.name = name;
      this.sort = sort;
    }

    public Builder policy(WindowPolicy value) {
      this.policy = value;
      return this;
    }

    /** Again and again, each time for so long. */
    public Builder recurring(String triggerText, Duration length) {
      this.trigger = triggerText;
      this.duration = length;
      return this;
    }

    /** Once. */
    public Builder once(Instant start, Instant end) {
      return from(start).to(end);
    }

    public Builder zone(String timeZone) {
      this.zone = timeZone;
      return this;
    }

    public Builder from(@Nullable Instant start) {
      this.from = start;
      return this;
    }

    public Builder to(@Nullable Instant end) {
      this.to = end;
      return this;
    }

    public Builder scope(Scope value) {
      this.scope = value;
      return this;
    }

    public Builder queue(@Nullable String value) {
      return scope(new Scope(value, scope.kind(), scope.tag(), scope.target()));
    }

    public Builder kind(@Nullable String value) {
      return scope(new Scope(scope.queue(), value, scope.tag(), scope.target()));
    }

    public Builder tag(@Nullable String value) {
      return scope(new Scope(scope.queue(), scope.kind(), value, scope.target()));
    }

    public Builder target(@Nullable String externalId) {
      return scope(new Scope(scope.queue(), scope.kind(), scope.tag(), externalId));
    }

    public Builder spread(Duration value) {
      this.spread = value;
      return this;
    }

    public Builder enabled(boolean value) {
      this.enabled = value;
      return this;
    }

    public NewWindow build() {
      return new NewWindow(
          name, sort, policy, trigger, duration, zone, from, to, scope, spread, enabled);
    }
  }
}
