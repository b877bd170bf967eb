package dev.rota.remote;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import dev.rota.Unique;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Bodies are what goes to the server, as JSON. */
final class Bodies {
  private static final int MOST = 1_000;

  private Bodies() {}

  static String job(NewJob job) {
    Members members =
        new Members()
            .put("kind", job.kind())
            .raw("payload", job.payload())
            .put("queue", job.queue())
            .put("priority", job.priority())
            .put("run_at", job.runAt())
            .seconds("delay_seconds", job.delay().isZero() ? null : job.delay())
            .put("max_retries", job.maxRetries())
            .raw("retry", job.retry() == null ? null : retry(job.retry()))
            .raw("unique", job.unique() == null ? null : unique(job.unique()))
            .texts("requires", job.requires())
            .seconds("timeout_seconds", job.timeout())
            .raw("limits", job.limits().isNone() ? null : limits(job.limits()))
            .texts("tags", job.tags())
            .raw("metadata", job.metadata())
            .put("trace", job.trace())
            .put("idempotency_key", job.idempotencyKey())
            .put("tenant", job.tenant());
    if (!job.parents().jobs().isEmpty()) {
      members
          .texts("depends_on", job.parents().jobs().stream().map(PublicId::ofJob).toList())
          .put("on_parent_failure", job.parents().onFailure().word());
    }
    if (job.concurrency() != null) {
      members
          .put("concurrency_key", job.concurrency().key())
          .put("concurrency_limit", job.concurrency().limit());
    }
    return members.toString();
  }

  private static String retry(RetryPolicy policy) {
    return new Members()
        .seconds("base_seconds", policy.base())
        .put("factor", policy.factor())
        .seconds("cap_seconds", policy.cap())
        .put("jitter", policy.jitter())
        .toString();
  }

  private static String limits(Limits limits) {
    return new Members()
        .seconds("cpu_seconds", limits.cpu())
        .put("memory_mb", limits.memoryMb())
        .toString();
  }

  private static String unique(Unique unique) {
    return new Members()
        .put("key", unique.key())
        .put("scope", word(unique.scope()))
        .seconds("period_seconds", unique.period())
        .put("on_duplicate", word(unique.onDuplicate()))
        .toString();
  }

  static String want(Claim.Want want) {
    return new Members()
        .put("queue", want.queue())
        .put("max", Math.min(MOST, want.max()))
        .numbers("kinds", want.kinds())
        .put("slots", want.slots())
        .toString();
  }

  static String beat(Beat beat) {
    return key(beat.job(), beat.fence())
        .put("progress", beat.progress())
        .put("message", beat.progress() == null ? null : beat.message())
        .toString();
  }

  static String report(Report report) {
    Members members = key(report.job(), report.fence());
    switch (report.outcome()) {
      case Outcome.Completed done ->
          members.put("outcome", "completed").raw("result", done.result());
      case Outcome.Failed failed -> failed(members, failed);
      case Outcome.Cancelled cancelled -> members.put("outcome", "cancelled");
      case Outcome.Released released -> members.put("outcome", "released");
    }
    Map<String, Long> counters = report.usage().counters();
    return members
        .seconds("ran_seconds", report.usage().ran())
        .numbers("counters", counters)
        .put("cpu_time_ms", report.usage().cpuMillis())
        .put("memory_peak_mb", report.usage().memoryPeakMb())
        .raw("metadata", report.usage().metadata())
        .toString();
  }

  private static void failed(Members members, Outcome.Failed failed) {
    members
        .put("outcome", "failed")
        .put("error_type", failed.errorType())
        .put("error_message", failed.error())
        .put("stack_trace", failed.stackTrace());
    switch (failed.retry()) {
      case Outcome.Retry.ByPolicy policy -> members.put("retry", (Boolean) null);
      case Outcome.Retry.Never never -> members.put("retry", false);
      case Outcome.Retry.At at -> members.put("retry_at", at.when());
      case Outcome.Retry.After after -> members.seconds("retry_after_seconds", after.delay());
    }
  }

  private static Members key(long job, long fence) {
    return new Members().put("job_id", Long.toString(job)).put("fence", Long.toString(fence));
  }

  private static @Nullable String word(@Nullable Enum<?> value) {
    return value == null ? null : value.name().toLowerCase(Locale.ROOT);
  }
}
