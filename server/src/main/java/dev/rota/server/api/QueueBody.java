package dev.rota.server.api;

import dev.rota.engine.Queue;
import dev.rota.engine.QueueSettings;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A QueueBody has the settings of a queue as callers send them; what is not said has no limit. */
record QueueBody(
    @Nullable Integer nodeLimit,
    @Nullable Integer clusterLimit,
    @Nullable Integer rate,
    @Nullable Double ratePeriodSeconds,
    @Nullable Integer maxRetries,
    @Nullable RetryBody retry,
    @Nullable Double timeoutSeconds,
    @Nullable Integer recoveryBoost) {

  QueueSettings settings() {
    return new QueueSettings(
        nodeLimit,
        clusterLimit,
        rate,
        Seconds.readOrNull("rate_period_seconds", ratePeriodSeconds),
        maxRetries,
        retry == null ? null : retry.policy(),
        Seconds.readOrNull("timeout_seconds", timeoutSeconds),
        recoveryBoost == null ? 0 : recoveryBoost);
  }

  static QueueBody of(QueueSettings settings) {
    return new QueueBody(
        settings.perNode(),
        settings.inCluster(),
        settings.rate(),
        Seconds.showOrNull(settings.ratePeriod()),
        settings.maxRetries(),
        RetryBody.of(settings.retry()),
        Seconds.showOrNull(settings.timeout()),
        settings.recoveryBoost());
  }

  /** A View is a queue as callers see it. */
  record View(String name, boolean isPaused, @Nullable Instant pausedAt, QueueBody settings) {
    static View of(Queue queue) {
      return new View(
          queue.name(), queue.paused(), queue.pausedAt(), QueueBody.of(queue.settings()));
    }
  }
}
