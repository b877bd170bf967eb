package dev.rota.server;

import dev.rota.engine.Engine;
import dev.rota.engine.Vitals;
import dev.rota.engine.alerts.Alert;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.Alerts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * ClusterMetrics show whether the cluster keeps up: how late schedules are, leases that ran out,
 * which share of jobs fails, and the alerts that are raised. They cost the same however many jobs
 * there are, and are read when somebody looks, at most every few seconds.
 */
public final class ClusterMetrics implements Metrics.Refresher {

  private static final Duration LEAST_AGE = Duration.ofSeconds(5);

  private final Engine engine;
  private final Alerts alerts;
  private final Map<AlertRule, AtomicLong> raised = new EnumMap<>(AlertRule.class);
  private final MultiGauge failed;
  private volatile Vitals vitals = new Vitals(0, 0, 0);
  private long next = System.nanoTime();

  public ClusterMetrics(Engine engine, Alerts alerts, MeterRegistry registry) {
    this.engine = engine;
    this.alerts = alerts;
    Gauge.builder("schedule.lag", () -> vitals.scheduleLagSeconds())
        .baseUnit("seconds")
        .description("For how long the schedule that waits longest has been due")
        .register(registry);
    Gauge.builder("schedules.overdue", () -> vitals.overdueSchedules())
        .description("Schedules that are due and not decided")
        .register(registry);
    Gauge.builder("leases.expired", () -> vitals.expiredLeases())
        .description("Leases that have run out and are not recovered")
        .register(registry);
    failed =
        MultiGauge.builder("queue.failed.ratio")
            .description("Which share of the jobs that ended lately failed")
            .register(registry);
    for (var rule : AlertRule.values()) {
      raised.put(rule, registry.gauge("alerts.raised", Line.rule(rule.word()), new AtomicLong()));
    }
  }

  @Override
  public synchronized void refresh() {
    if (System.nanoTime() - next < 0) {
      return;
    }
    next = System.nanoTime() + LEAST_AGE.toNanos();
    vitals = engine.census().vitals();
    failed.register(
        alerts.failedRates().entrySet().stream()
            .map(rate -> MultiGauge.Row.of(Tags.of("queue", rate.getKey()), rate.getValue()))
            .toList(),
        true);
    var list = alerts.list();
    raised.forEach((rule, count) ->
        count.set(list.stream().filter(Alert::isRaised).filter(a -> a.rule() == rule).count()));
  }
}
