package dev.rota.server;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.util.List;

/** SchedulerSettings are the settings of schedules: how late and how dense their runs may be. */
public final class SchedulerSettings {

  public static final Setting<Boolean> SCHEDULER_ENABLED =
      Setting.of(
              "ROTA_SCHEDULER_ENABLED",
              "true",
              Rule.flag(),
              "Whether this node may be the one that schedules, recovers and prunes")
          .alias("DEALBOT_PGBOSS_SCHEDULER_ENABLED");

  public static final Setting<Integer> CATCHUP_MAX =
      Setting.of(
              "ROTA_CATCHUP_MAX",
              "10",
              Rule.number(0, 10_000),
              "How many times of a schedule one tick enqueues at the most; with 0, what is late is missed")
          .alias("JOB_CATCHUP_MAX_ENQUEUE");

  public static final Setting<Duration> CATCHUP_SPREAD =
      Setting.of(
              "ROTA_CATCHUP_SPREAD_HOURS",
              "1",
              Rule.decimalTime(HOURS, 0, 8_760),
              "Over how many hours late times of a schedule are spread; decimals are allowed")
          .alias("JOB_CATCHUP_SPREAD_HOURS");

  public static final Setting<Duration> CATCHUP_AGE =
      Setting.of(
          "ROTA_CATCHUP_AGE_HOURS",
          "",
          Rule.decimalTime(HOURS, 0, 87_600),
          "How old a time of a schedule may be to be caught up; older ones are dropped, none if unset");

  public static final Setting<Duration> CATCHUP_PAUSE =
      Setting.of(
              "ROTA_SCHEDULER_POLL_SECONDS",
              "60",
              Rule.time(SECONDS, 1, 86_400),
              "How long a schedule rests when it could not catch up at once; a run that much later than planned is late")
          .alias("JOB_SCHEDULER_POLL_SECONDS");

  public static final Setting<Duration> JITTER =
      Setting.of(
              "ROTA_JITTER_SECONDS",
              "0",
              Rule.time(SECONDS, 0, 86_400),
              "The most by which runs of schedules are delayed at random")
          .alias("JOB_ENQUEUE_JITTER_SECONDS");

  public static final Setting<Duration> PHASE =
      Setting.of(
              "ROTA_PHASE_SECONDS",
              "0",
              Rule.time(SECONDS, 0, 31_536_000),
              "How long after its making a schedule of a plan starts")
          .alias("JOB_SCHEDULE_PHASE_SECONDS");

  public static final Setting<Duration> MINIMUM_INTERVAL =
      Setting.of(
          "ROTA_MINIMUM_INTERVAL_SECONDS",
          "1",
          Rule.decimalTime(SECONDS, 0, 86_400),
          "The shortest fixed interval that a schedule may have");

  public static final Setting<Duration> CHECK_INTERVAL =
      Setting.of(
          "ROTA_CHECK_INTERVAL_SECONDS",
          "1",
          Rule.time(SECONDS, 1, 300),
          "How long the scheduler rests at the most before it looks for what has come; it wakes earlier for a time that it knows");

  public static final Setting<Duration> LOCK_DURATION =
      Setting.of(
          "ROTA_LOCK_DURATION_SECONDS",
          "300",
          Rule.time(SECONDS, 1, 86_400),
          "How long a job of a remote worker stays locked without a heartbeat, unless the worker says otherwise");

  public static final Setting<Duration> METRICS_INTERVAL =
      Setting.of(
          "ROTA_METRICS_INTERVAL_SECONDS",
          "0",
          Rule.time(SECONDS, 0, 3600),
          "How old the numbers at `/api/v1/scheduler/metrics` may be; 0 counts when asked, as far as that is cheap");

  public static final Setting<Duration> STALE_LOCK_CHECK =
      Setting.of(
          "ROTA_STALE_LOCK_CHECK_SECONDS",
          "1",
          Rule.time(SECONDS, 1, 3600),
          "How often locks that have run out are looked for");

  static final List<Setting<?>> ALL =
      List.of(
          SCHEDULER_ENABLED,
          CATCHUP_MAX,
          CATCHUP_SPREAD,
          CATCHUP_AGE,
          CATCHUP_PAUSE,
          JITTER,
          PHASE,
          MINIMUM_INTERVAL,
          CHECK_INTERVAL,
          LOCK_DURATION,
          METRICS_INTERVAL,
          STALE_LOCK_CHECK);

  private SchedulerSettings() {}
}
