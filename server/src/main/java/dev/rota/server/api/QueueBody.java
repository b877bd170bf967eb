package dev.rota.server.api;

import dev.rota.engine.LiveCounts;
import dev.rota.engine.QueuePulse;
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
    @Nullable LimitsBody limits,
    @Nullable Integer recoveryBoost) {

  QueueSettings settings() {
    return new QueueSettings(
        nodeLimit,
        clusterLimit,
        rate,
        Seconds.readOrNull("rate_period_seconds", ratePeriodSeconds),
        maxRetries,
        retry == null ? null : retry.policy(),
        LimitsBody.timeout(limits, timeoutSeconds),
        recoveryBoost == null ? 0 : recoveryBoost,
        LimitsBody.limits(limits));
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
        LimitsBody.of(settings.limits()),
        settings.recoveryBoost());
  }

  /**
   * A View is a queue as callers see it.
   *
   * @param jobs how many live ones it has
   * @param lastMinute what was done to its jobs in the last minute
   */
  record View(
      String name,
      boolean isPaused,
      @Nullable Instant pausedAt,
      QueueBody settings,
      LiveView jobs,
      DoneView lastMinute) {}

  /** Live jobs by state; more than 10,000 are not counted. */
  record LiveView(long pending, long scheduled, long running, long paused) {
    static LiveView of(LiveCounts counts) {
      return new LiveView(counts.pending(), counts.scheduled(), counts.running(), counts.paused());
    }
  }

  /** What was done to jobs. */
  record DoneView(long enqueued, long started, long completed, long failed, long cancelled) {
    static DoneView of(QueuePulse pulse) {
      return new DoneView(
          pulse.enqueued(), pulse.started(), pulse.completed(), pulse.failed(), pulse.cancelled());
    }
  }
}
