package dev.rota.server;

import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.util.List;

/** AlertSettings say when the rules of alerts are checked, and what breaks them. */
public final class AlertSettings {

  public static final Setting<Duration> EVERY =
      Setting.of(
          "ROTA_ALERT_SECONDS",
          "30",
          Rule.time(SECONDS, 1, 3_600),
          "How often the node that leads checks the rules of alerts ([guide](guides/observability.md))");

  public static final Setting<Integer> DEPTH =
      Setting.of(
          "ROTA_ALERT_DEPTH",
          "1000",
          Rule.number(1, 100_000),
          "More pending jobs than this in a queue raise an alert");

  public static final Setting<Integer> FAILED =
      Setting.of(
          "ROTA_ALERT_FAILED_PERCENT",
          "10",
          Rule.number(1, 100),
          "More failed jobs than this among those of a queue that ended lately raise an alert");

  public static final Setting<Duration> RUNNING =
      Setting.of(
          "ROTA_ALERT_RUNNING_MINUTES",
          "60",
          Rule.time(MINUTES, 1, 525_600),
          "A job that runs for longer than this raises an alert");

  public static final Setting<Duration> LATE =
      Setting.of(
          "ROTA_ALERT_LATE_MINUTES",
          "5",
          Rule.time(MINUTES, 1, 525_600),
          "A schedule whose time has passed for longer than this without a decision raises an alert");

  public static final Setting<Integer> SUCCESS =
      Setting.of(
          "ROTA_ALERT_SUCCESS_PERCENT",
          "80",
          Rule.number(1, 100),
          "Fewer completed ones than this among the last 20 runs of a schedule raise an alert");

  public static final Setting<Integer> SLOWER =
      Setting.of(
          "ROTA_ALERT_SLOWER_PERCENT",
          "200",
          Rule.number(101, 10_000),
          "Last runs of a schedule that take more than this, compared with those before, raise an alert");

  public static final Setting<Integer> STALE =
      Setting.of(
          "ROTA_ALERT_STALE_SPANS",
          "2",
          Rule.number(0, 6),
          "Jobs of a queue that lose their workers in more spans of ten minutes than this within an hour raise an alert");

  static final List<Setting<?>> ALL =
      List.of(EVERY, DEPTH, FAILED, RUNNING, LATE, SUCCESS, SLOWER, STALE);

  private AlertSettings() {}
}
