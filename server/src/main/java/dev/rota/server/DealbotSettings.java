package dev.rota.server;

import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.util.List;

/** DealbotSettings are the settings of dealbot, by the names that its users know. */
public final class DealbotSettings {

  public static final Setting<JobsMode> JOBS_MODE =
      Setting.of(
          "DEALBOT_JOBS_MODE",
          "pgboss",
          Rule.choice(JobsMode.class),
          "`pgboss`: the plans of the file make jobs; `cron`: they are switched off, and a cron of one's own enqueues");

  public static final Setting<Boolean> DISABLE_CHAIN =
      Setting.of(
          "DEALBOT_DISABLE_CHAIN",
          "false",
          Rule.flag(),
          "Whether the sources of the file are switched off: targets stay as they are");

  public static final Setting<Boolean> ONLY_APPROVED =
      Setting.of(
          "USE_ONLY_APPROVED_PROVIDERS",
          "true",
          Rule.flag(),
          "In [examples/dealbot](../examples/dealbot/README.md): whether only approved providers have schedules");

  public static final Setting<Double> DEALS_PER_HOUR =
      Setting.of(
          "DEALS_PER_SP_PER_HOUR",
          "4",
          Rule.rate(),
          "In examples/dealbot: how many deals are made with each provider an hour");

  public static final Setting<Double> RETRIEVALS_PER_HOUR =
      Setting.of(
          "RETRIEVALS_PER_SP_PER_HOUR",
          "6",
          Rule.rate(),
          "In examples/dealbot: how many retrievals are made from each provider an hour");

  public static final Setting<Double> METRICS_PER_HOUR =
      Setting.of(
          "METRICS_PER_HOUR",
          "2",
          Rule.rate(),
          "In examples/dealbot: how often metrics are collected an hour");

  public static final Setting<Integer> DEAL_CONCURRENCY =
      Setting.of(
          "DEAL_MAX_CONCURRENCY",
          "10",
          Rule.number(1, 10_000),
          "In examples/dealbot: with the next one, how many jobs of `sp.work` a node runs at once: their sum");

  public static final Setting<Integer> RETRIEVAL_CONCURRENCY =
      Setting.of(
          "RETRIEVAL_MAX_CONCURRENCY",
          "10",
          Rule.number(1, 10_000),
          "In examples/dealbot: see the one before");

  public static final Setting<Duration> DEAL_TIMEOUT =
      Setting.of(
          "DEAL_JOB_TIMEOUT_SECONDS",
          "300",
          Rule.time(SECONDS, 1, 86_400),
          "In examples/dealbot: how long a deal may take; the longer of the two also is the lead before a maintenance window");

  public static final Setting<Duration> RETRIEVAL_TIMEOUT =
      Setting.of(
          "RETRIEVAL_JOB_TIMEOUT_SECONDS",
          "120",
          Rule.time(SECONDS, 1, 86_400),
          "In examples/dealbot: how long a retrieval may take");

  static final List<Setting<?>> ALL =
      List.of(
          JOBS_MODE,
          DISABLE_CHAIN,
          ONLY_APPROVED,
          DEALS_PER_HOUR,
          RETRIEVALS_PER_HOUR,
          METRICS_PER_HOUR,
          DEAL_CONCURRENCY,
          RETRIEVAL_CONCURRENCY,
          DEAL_TIMEOUT,
          RETRIEVAL_TIMEOUT);

  private DealbotSettings() {}
}
