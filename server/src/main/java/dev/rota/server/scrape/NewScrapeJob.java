package dev.rota.server.scrape;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A NewScrapeJob is a job as it is sent to be created.
 *
 * @param config what its worker needs; {@code requiredCapabilities} in it is what a worker must
 *     have to get it
 * @param scheduledAt when it may start; at once if it is not said
 */
record NewScrapeJob(
    @Nullable String domain,
    @Nullable String jobType,
    @Nullable Integer priority,
    @Nullable Raw config,
    @Nullable Raw metadata,
    @Nullable Integer maxRetries,
    @Nullable Instant scheduledAt) {
  static final String QUEUE = "scrape";
  private static final String DEFAULT_TYPE = "domain_scrape";
  private static final int DEFAULT_PRIORITY = 5;
  private static final String TAG = "domain:";

  NewJob job(String actor) {
    String settings = config == null ? "{}" : config.json();
    NewJob.Builder job =
        NewJob.kind(Rules.name("job_type", jobType == null ? DEFAULT_TYPE : jobType))
            .queue(QUEUE)
            .priority(priority(priority == null ? DEFAULT_PRIORITY : priority))
            .tags(tag(domain))
            .requires(required(settings))
            .payload(
                "{\"domain\":%s,\"config\":%s}"
                    .formatted(Json.quote(String.valueOf(domain)), settings))
            .metadata(metadata == null ? "{}" : metadata.json())
            .createdBy(actor);
    if (maxRetries != null) {
      job.maxRetries(Rules.range("max_retries", maxRetries, 0, Rules.RETRIES_MAX));
    }
    if (scheduledAt != null) {
      job.runAt(scheduledAt);
    }
    return job.build();
  }

  /** The label by which the jobs of a domain are found. */
  static String tag(@Nullable String domain) {
    String name = Rules.name("domain", domain);
    return TAG + Rules.text("domain", name, Rules.NAME_MAX - TAG.length());
  }

  /** From 1 to 10 outside, from 0 to 100 inside. */
  static int priority(int shown) {
    return 10 * Rules.range("priority", shown, 1, 10);
  }

  private static String[] required(String config) {
    Raw required = Wire.members("config", config).get("requiredCapabilities");
    if (required == null || required.json().equals("null")) {
      return new String[0];
    }
    try {
      List<?> names = Wire.read(required.json(), List.class);
      return names.stream().map(NewScrapeJob::capability).distinct().toArray(String[]::new);
    } catch (InvalidInput e) {
      throw new InvalidInput(
          "config.requiredCapabilities", required.json(), "must be a list of names");
    }
  }

  private static String capability(@Nullable Object name) {
    return Rules.name("capability", name instanceof String text ? text : null);
  }
}
