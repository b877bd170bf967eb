package dev.rota.engine.capacity;

import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.QueueLoad;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.Plan;
import dev.rota.engine.scheduler.Plans;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A Capacity sets what plans ask for against what workers get through, with the numbers of now or
 * with other ones.
 */
public final class Capacity {
  private static final Sql TIMES = Sql.load(Capacity.class, "plan_times");
  private static final int SAMPLE = 100;
  private static final Duration WEEK = Duration.ofDays(7);

  private final Engine engine;
  private final Plans plans;

  public Capacity(Engine engine, Plans plans) {
    this.engine = engine;
    this.plans = plans;
  }

  /** How long jobs of a queue and kind took at the most, lately. */
  private record Longest(Map<String, Double> minutesByPlan, Instant now) {}

  /** The plans that are in force, by the kind of their targets. */
  public List<TargetCapacity> now() {
    List<Plan> inForce =
        plans.list().stream()
            .filter(plan -> plan.definition().enabled() && plan.definition().trigger() != null)
            .filter(plan -> plan.definition().targetKind() != null)
            .toList();
    Map<String, Integer> sharing = new HashMap<>();
    inForce.forEach(plan -> sharing.merge(plan.definition().queue(), 1, Integer::sum));
    Map<String, QueueLoad> loads = new HashMap<>();
    engine.loads().of(sharing.keySet()).forEach(load -> loads.put(load.queue(), load));
    Longest longest = longest();
    Map<String, List<Plan>> byKind = new TreeMap<>();
    inForce.forEach(plan ->
        byKind
            .computeIfAbsent(String.valueOf(plan.definition().targetKind()), k -> new ArrayList<>())
            .add(plan));
    List<TargetCapacity> kinds = new ArrayList<>();
    byKind.forEach((kind, ofKind) ->
        kinds.add(
            new TargetCapacity(
                kind,
                ofKind.stream().mapToLong(Plan::schedules).max().orElse(0),
                ofKind.stream()
                    .map(plan ->
                        capacity(
                            plan.definition(),
                            loads.get(plan.definition().queue()),
                            sharing.getOrDefault(plan.definition().queue(), 1),
                            longest))
                    .toList())));
    return kinds;
  }

  /** The same with other numbers. */
  public TargetCapacity whatIf(WhatIf other) {
    String kind = other.targetKind();
    return now().stream()
        .filter(capacity -> capacity.targetKind().equals(kind))
        .findFirst()
        .orElseGet(() -> none(other))
        .with(other);
  }

  private static TargetCapacity none(WhatIf other) {
    if (other.plans().isEmpty()) {
      throw new RotaException(
          "not-found", "there is no plan for targets of kind " + other.targetKind());
    }
    String kind = other.targetKind();
    return new TargetCapacity(kind == null ? "" : kind, 0, List.of());
  }

  /**
   * Plans that share a queue have the same part of its slots each: the queue does not say how many
   * are for whom.
   */
  private static PlanCapacity capacity(
      NewPlan plan, @Nullable QueueLoad load, int sharing, Longest longest) {
    Duration timeout = plan.timeout();
    Double measured = longest.minutesByPlan().get(plan.name());
    Double perWorker = load == null ? null : load.slotsPerWorker();
    Double minutes = timeout == null ? measured : Double.valueOf(minutes(timeout));
    return new PlanCapacity(
        plan.name(),
        plan.queue(),
        perHour(plan.trigger(), plan.timeZone(), longest.now()),
        minutes,
        timeout != null
            ? PlanCapacity.Basis.TIMEOUT
            : measured == null ? PlanCapacity.Basis.UNKNOWN : PlanCapacity.Basis.MEASURED,
        load == null ? 0 : load.workers(),
        perWorker == null ? 0 : perWorker / sharing,
        plan.onePerTarget());
  }

  private static double minutes(Duration duration) {
    return duration.toMillis() / 60_000.0;
  }

  /** Intervals tell it; other triggers are asked about the coming week. */
  private static double perHour(@Nullable Trigger trigger, String zone, Instant now) {
    if (trigger == null) {
      return 0;
    }
    if (trigger instanceof Interval interval) {
      return 3_600_000.0 / interval.length().toMillis();
    }
    int fires =
        Timetable.of(trigger).in(zone).fires(now, now.plus(WEEK), Timetable.PREVIEW_MAX).size();
    return fires / (double) WEEK.toHours();
  }

  private Longest longest() {
    Map<String, Double> minutes = new HashMap<>();
    Instant[] now = {Instant.EPOCH};
    engine
        .database()
        .run(connection -> {
          Database.pin(connection);
          TIMES
              .on(connection)
              .set("sample", SAMPLE)
              .list(row -> {
                now[0] = Columns.instant(row, "now");
                Long millis = Columns.nullableLong(row, "longest_ms");
                if (millis != null) {
                  minutes.put(row.getString("name"), Math.max(1, millis) / 60_000.0);
                }
                return row;
              });
        });
    return new Longest(minutes, now[0]);
  }
}
