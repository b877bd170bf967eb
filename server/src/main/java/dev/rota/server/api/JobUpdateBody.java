package dev.rota.server.api;

import dev.rota.engine.JobChanges;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import org.jspecify.annotations.Nullable;

/** A JobUpdateBody is what shall be different about a job; what is not said stays. */
record JobUpdateBody(
    @Nullable Integer maxRetries,
    @Nullable Integer retryBackoffSeconds,
    @Nullable Double timeoutSeconds,
    @Nullable Integer priority,
    @Nullable Raw payload,
    @Nullable Raw metadata,
    @Nullable String sourceId,
    @Nullable String sourceName,
    @Nullable String url,
    @Nullable Integer intervalMinutes,
    @Nullable String intervalType,
    @Nullable String timeOfDay,
    @Nullable String timeZone,
    @Nullable String scheduleTime,
    @Nullable Boolean scheduleEnabled) {

  /** The changes of a job that has this payload now. */
  JobChanges changes(String before) {
    CrawlPayload crawl = new CrawlPayload(url, sourceId, sourceName);
    String wanted = payload == null ? null : payload.json();
    return new JobChanges(
        maxRetries,
        retryBackoffSeconds == null ? null : PostedJob.backoff(retryBackoffSeconds),
        Seconds.readOrNull("timeout_seconds", timeoutSeconds),
        priority,
        crawl.isEmpty() ? wanted : crawl.in(wanted == null ? before : wanted),
        metadata == null ? null : metadata.json());
  }

  RecurrenceFields recurrence() {
    return new RecurrenceFields(intervalMinutes, intervalType, timeOfDay, timeZone, scheduleTime);
  }
}
