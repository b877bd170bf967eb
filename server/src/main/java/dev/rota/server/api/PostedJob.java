package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import dev.rota.engine.scheduler.NewRecurringJob;
import dev.rota.engine.scheduler.Recurrence;
import dev.rota.server.http.Raw;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A PostedJob is a job as callers post it: one that runs once, or one that recurs because it says
 * how often. One with an address and no kind is a crawl.
 */
record PostedJob(
    @Nullable String kind,
    @Nullable Raw payload,
    @Nullable String queue,
    @Nullable Integer priority,
    @Nullable Instant runAt,
    @Nullable Double delaySeconds,
    @Nullable Integer maxRetries,
    @Nullable RetryBody retry,
    @Nullable Integer retryBackoffSeconds,
    @Nullable UniqueBody unique,
    @Nullable String concurrencyKey,
    @Nullable Integer concurrencyLimit,
    @Nullable List<String> requires,
    @Nullable Double timeoutSeconds,
    @Nullable LimitsBody limits,
    @Nullable List<String> tags,
    @Nullable Raw metadata,
    @Nullable String trace,
    @Nullable String idempotencyKey,
    @Nullable String tenant,
    @Nullable List<String> dependsOn,
    @Nullable String onParentFailure,
    @Nullable String template,
    @Nullable Raw parameters,
    @Nullable String sourceId,
    @Nullable String sourceName,
    @Nullable String url,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String timeZone,
    @Nullable String scheduleTime,
    @Nullable Boolean scheduleEnabled) {

  /** When it recurs; nothing if it runs once. */
  Optional<Recurrence> recurrence(Duration minimum) {
    Optional<Recurrence> told =
        new RecurrenceFields(intervalMinutes, intervalType, timeOfDay, timeZone, scheduleTime)
            .read(minimum);
    if (scheduleEnabled != null && scheduleEnabled && told.isEmpty()) {
      throw new InvalidInput(
          "schedule_enabled", true, "goes with interval_minutes or schedule_time");
    }
    return scheduleEnabled == null || scheduleEnabled ? told : Optional.empty();
  }

  /** One that runs once. */
  NewJob once(String actor, @Nullable String keyOfHeader, @Nullable String traceOfHeader) {
    return body(idempotencyKey, trace).job(actor, keyOfHeader, traceOfHeader);
  }

  /** One that recurs; what makes one call safe or known is not for every run. */
  NewRecurringJob recurring(Recurrence when, String actor) {
    if (dependsOn != null && !dependsOn.isEmpty()) {
      throw new InvalidInput(
          "depends_on", dependsOn.getFirst(), "is for jobs that run once, and this one recurs");
    }
    return new NewRecurringJob(body(null, null).job(actor, null, null), when);
  }

  private JobBody body(@Nullable String key, @Nullable String context) {
    CrawlPayload crawl = new CrawlPayload(url, sourceId, sourceName);
    boolean crawls = kind == null && !crawl.isEmpty();
    if (crawls && url == null) {
      throw new InvalidInput("url", "", "must be given: the address to crawl");
    }
    String input = payload == null ? "{}" : payload.json();
    return new JobBody(
        crawls ? CrawlPayload.KIND : kind,
        crawl.isEmpty() ? payload : new Raw(crawl.in(input)),
        queue == null && crawls ? CrawlPayload.QUEUE : queue,
        priority,
        runAt,
        delaySeconds,
        maxRetries,
        retry(crawls),
        unique,
        concurrencyKey,
        concurrencyLimit,
        requires,
        timeoutSeconds,
        limits,
        tags,
        metadata,
        context,
        key,
        tenant,
        dependsOn,
        onParentFailure,
        template,
        parameters);
  }

  private @Nullable RetryBody retry(boolean crawls) {
    if (retry != null && retryBackoffSeconds != null) {
      throw new InvalidInput("retry_backoff_seconds", retryBackoffSeconds, "goes without retry");
    }
    RetryPolicy standard = NewRecurringJob.RETRY;
    return retryBackoffSeconds == null
        ? retry == null && crawls ? RetryBody.of(standard) : retry
        : RetryBody.of(standard.withBase(backoff(retryBackoffSeconds)));
  }

  static Duration backoff(int seconds) {
    return dev.rota.Rules.range(
        "retry_backoff_seconds",
        Duration.ofSeconds(seconds),
        Duration.ZERO,
        dev.rota.Rules.FURTHEST);
  }
}
