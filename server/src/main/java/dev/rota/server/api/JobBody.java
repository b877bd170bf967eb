package dev.rota.server.api;

import dev.rota.ConcurrencyKey;
import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.OnParentFailure;
import dev.rota.Parents;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JobBody is a new job as callers send it; what is not said is left to the queue, then to Rota.
 */
record JobBody(
    @Nullable String kind,
    @Nullable Raw payload,
    @Nullable String queue,
    @Nullable Integer priority,
    @Nullable Instant runAt,
    @Nullable Double delaySeconds,
    @Nullable Integer maxRetries,
    @Nullable RetryBody retry,
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
    @Nullable Raw parameters) {

  NewJob job(String createdBy, @Nullable String keyOfHeader, @Nullable String traceOfHeader) {
    return job(createdBy, keyOfHeader, traceOfHeader, Set.of());
  }

  /**
   * The job without those of its parents that have these names: they are known to its graph only.
   */
  NewJob job(
      String createdBy,
      @Nullable String keyOfHeader,
      @Nullable String traceOfHeader,
      Set<String> names) {
    if (parameters != null) {
      throw new InvalidInput("parameters", parameters.json(), "goes with template");
    }
    if (template != null) {
      throw new InvalidInput("template", template, "is not for what does not run by itself");
    }
    return new NewJob(
        kind == null ? "" : kind,
        payload == null ? "{}" : payload.json(),
        queue == null ? NewJob.DEFAULT_QUEUE : queue,
        priority == null ? 0 : priority,
        runAt,
        delaySeconds == null ? Duration.ZERO : Seconds.read("delay_seconds", delaySeconds),
        maxRetries,
        retry == null ? null : retry.policy(),
        unique == null ? null : unique.unique(),
        concurrencyKey == null
            ? null
            : new ConcurrencyKey(concurrencyKey, concurrencyLimit == null ? 1 : concurrencyLimit),
        requires == null ? Set.of() : Set.copyOf(requires),
        LimitsBody.timeout(limits, timeoutSeconds),
        tags == null ? List.of() : tags,
        metadata == null ? "{}" : metadata.json(),
        trace == null ? traceOfHeader : trace,
        idempotencyKey == null ? keyOfHeader : idempotencyKey,
        createdBy,
        null,
        tenant,
        parents(names),
        LimitsBody.limits(limits));
  }

  private Parents parents(Set<String> names) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; dependsOn != null && i < dependsOn.size(); i++) {
      String parent = dependsOn.get(i);
      if (!names.contains(parent)) {
        ids.add(Ids.JOB.read("depends_on[" + i + "]", parent));
      }
    }
    return new Parents(
        ids,
        onParentFailure == null ? OnParentFailure.CANCEL : OnParentFailure.of(onParentFailure));
  }
}
