package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.server.http.Raw;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A TemplateBody is a template as callers send it: what its jobs are like unless they say
 * otherwise.
 *
 * @param payload may have places for parameters
 * @param parameters their values where a caller gives none
 * @param schema what a payload has to fit
 */
record TemplateBody(
    @Nullable String description,
    @Nullable String kind,
    @Nullable String queue,
    @Nullable Integer priority,
    @Nullable Integer maxRetries,
    @Nullable RetryBody retry,
    @Nullable Double timeoutSeconds,
    @Nullable LimitsBody limits,
    @Nullable List<String> tags,
    @Nullable List<String> requires,
    @Nullable String concurrencyKey,
    @Nullable Integer concurrencyLimit,
    @Nullable Raw metadata,
    @Nullable String tenant,
    @Nullable Raw payload,
    @Nullable Raw parameters,
    @Nullable Raw schema) {

  /** Refuses what no job could be made from. */
  void check(String actor) {
    new JobBody(
            kind == null ? NewJob.DEFAULT_QUEUE : kind,
            payload,
            queue,
            priority,
            null,
            null,
            maxRetries,
            retry,
            null,
            concurrencyKey,
            concurrencyLimit,
            requires,
            timeoutSeconds,
            limits,
            tags,
            metadata,
            null,
            null,
            tenant,
            null,
            null,
            null,
            null)
        .job(actor, null, null);
    if (concurrencyLimit != null && concurrencyKey == null) {
      throw new InvalidInput("concurrency_limit", concurrencyLimit, "goes with concurrency_key");
    }
  }
}
