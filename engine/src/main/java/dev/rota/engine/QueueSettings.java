package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Limits;
import dev.rota.RetryPolicy;
import dev.rota.Rules;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * QueueSettings are what a queue allows and what its jobs get when they do not say otherwise; null
 * means no limit or Rota's default.
 *
 * @param perNode how many of its jobs one node runs at a time
 * @param inCluster how many run at a time on all nodes together
 * @param rate how many start within {@code ratePeriod}
 * @param limits how much an execution of its jobs may take
 * @param recoveryBoost what is added to the priority of a job that is recovered from a stall
 */
public record QueueSettings(
    @Nullable Integer perNode,
    @Nullable Integer inCluster,
    @Nullable Integer rate,
    @Nullable Duration ratePeriod,
    @Nullable Integer maxRetries,
    @Nullable RetryPolicy retry,
    @Nullable Duration timeout,
    int recoveryBoost,
    Limits limits) {
  public static final QueueSettings DEFAULTS =
      new QueueSettings(null, null, null, null, null, null, null, 0, Limits.NONE);

  private static final int MOST = 1_000_000;

  public QueueSettings {
    atLeastOne("node_limit", perNode);
    atLeastOne("cluster_limit", inCluster);
    atLeastOne("rate", rate);
    if ((rate == null) != (ratePeriod == null)) {
      throw new InvalidInput(
          "rate_period", String.valueOf(ratePeriod), "goes with a rate and only with it");
    }
    if (ratePeriod != null) {
      Rules.range("rate_period", ratePeriod, Duration.ofMillis(1), Duration.ofDays(366));
    }
    if (maxRetries != null) {
      Rules.range("max_retries", maxRetries, 0, Rules.RETRIES_MAX);
    }
    if (timeout != null) {
      Rules.range("timeout", timeout, Duration.ofMillis(1), Rules.FURTHEST);
    }
    Rules.range("recovery_boost", recoveryBoost, 0, Rules.PRIORITY_MAX);
  }

  public QueueSettings withPerNode(@Nullable Integer limit) {
    return new QueueSettings(
        limit, inCluster, rate, ratePeriod, maxRetries, retry, timeout, recoveryBoost, limits);
  }

  public QueueSettings withInCluster(@Nullable Integer limit) {
    return new QueueSettings(
        perNode, limit, rate, ratePeriod, maxRetries, retry, timeout, recoveryBoost, limits);
  }

  public QueueSettings withRate(int starts, Duration period) {
    return new QueueSettings(
        perNode, inCluster, starts, period, maxRetries, retry, timeout, recoveryBoost, limits);
  }

  public QueueSettings withMaxRetries(@Nullable Integer retries) {
    return new QueueSettings(
        perNode, inCluster, rate, ratePeriod, retries, retry, timeout, recoveryBoost, limits);
  }

  public QueueSettings withRetry(@Nullable RetryPolicy policy) {
    return new QueueSettings(
        perNode, inCluster, rate, ratePeriod, maxRetries, policy, timeout, recoveryBoost, limits);
  }

  public QueueSettings withTimeout(@Nullable Duration longest) {
    return new QueueSettings(
        perNode, inCluster, rate, ratePeriod, maxRetries, retry, longest, recoveryBoost, limits);
  }

  public QueueSettings withRecoveryBoost(int boost) {
    return new QueueSettings(
        perNode, inCluster, rate, ratePeriod, maxRetries, retry, timeout, boost, limits);
  }

  public QueueSettings withLimits(Limits most) {
    return new QueueSettings(
        perNode, inCluster, rate, ratePeriod, maxRetries, retry, timeout, recoveryBoost, most);
  }

  private static void atLeastOne(String field, @Nullable Integer limit) {
    if (limit != null) {
      Rules.range(field, limit, 1, MOST);
    }
  }
}
