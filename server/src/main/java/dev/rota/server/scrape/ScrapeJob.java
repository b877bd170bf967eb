package dev.rota.server.scrape;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Json;
import dev.rota.engine.Holding;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ScrapeJob is a job as scrape workers see it; what is not known of it is left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ScrapeJob(
    String id,
    @Nullable Raw domain,
    String jobType,
    String status,
    int priority,
    @Nullable String workerId,
    @Nullable String workerVersion,
    @Nullable String claimedAt,
    int retryCount,
    int maxRetries,
    Raw config,
    Map<String, Raw> metadata,
    @Nullable Raw stats,
    @Nullable String errorMessage,
    @Nullable String scheduledAt,
    @Nullable String startedAt,
    @Nullable String completedAt,
    String createdAt,
    String updatedAt) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  static ScrapeJob of(Job job, Holding holding) {
    Map<String, Raw> payload = members(job.payload());
    Map<String, Raw> metadata = Wire.members("metadata", job.metadata());
    if (holding.worker() != null) {
      metadata.put("claimedBy", new Raw(Json.quote(holding.worker())));
    }
    boolean claimed = job.startedAt() != null;
    boolean waits = job.state() == JobState.SCHEDULED;
    return new ScrapeJob(
        Ids.JOB.show(job.id()),
        payload.get("domain"),
        job.kind(),
        ScrapeStatus.of(job.state()).word(),
        Math.clamp(Math.round(job.priority() / 10.0), 1, 10),
        claimed ? holding.worker() : null,
        claimed ? holding.version() : null,
        showOrNull(job.startedAt()),
        job.retries(),
        job.maxRetries(),
        config(payload),
        metadata,
        stats(job, holding),
        job.error(),
        waits ? showOrNull(job.runAt()) : null,
        showOrNull(job.startedAt()),
        showOrNull(job.finishedAt()),
        show(job.createdAt()),
        show(holding.changedAt()));
  }

  /** With milliseconds, all three of them. */
  static String show(Instant time) {
    return TIME.format(time);
  }

  private static @Nullable String showOrNull(@Nullable Instant time) {
    return time == null ? null : show(time);
  }

  private static @Nullable Raw stats(Job job, Holding holding) {
    String stats = job.result() == null ? holding.details() : job.result();
    return stats == null ? null : new Raw(stats);
  }

  /** A job that came another way has its whole payload as configuration. */
  private static Raw config(Map<String, Raw> payload) {
    Raw config = payload.get("config");
    return config == null ? new Raw(Wire.write(payload)) : config;
  }

  private static Map<String, Raw> members(String payload) {
    try {
      return Wire.members("payload", payload);
    } catch (InvalidInput e) {
      return Map.of();
    }
  }
}
