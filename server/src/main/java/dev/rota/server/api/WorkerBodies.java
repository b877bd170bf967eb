package dev.rota.server.api;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Rules;
import dev.rota.Usage;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** WorkerBodies are what remote workers send and get. */
final class WorkerBodies {
  private static final int MOST = 1_000;
  private static final int MOST_SLOTS = 100_000;

  private WorkerBodies() {}

  /**
   * A worker's wish for jobs of one queue.
   *
   * @param slots how many jobs of the queue it runs at a time, busy or not
   */
  record WantBody(
      @Nullable String queue,
      @Nullable Integer max,
      @Nullable Map<String, Integer> kinds,
      @Nullable Integer slots) {
    Claim.Want want(int standard) {
      int most = Rules.range("wants.max", max == null ? standard : max, 1, MOST);
      return new Claim.Want(
          Rules.name("wants.queue", queue),
          most,
          kinds == null ? Map.of() : kinds,
          Rules.range("wants.slots", slots == null ? most : slots, 1, MOST_SLOTS));
    }
  }

  /**
   * What a worker sends to hand in reports and take out jobs, in one request.
   *
   * @param waitSeconds how long to wait for a job when there is none
   * @param leaseSeconds how long each job may go without a heartbeat
   */
  record ExchangeBody(
      @Nullable String workerId,
      @Nullable String version,
      @Nullable List<String> capabilities,
      @Nullable Integer max,
      @Nullable List<WantBody> wants,
      @Nullable Double waitSeconds,
      @Nullable Double leaseSeconds,
      @Nullable List<ReportBody> reports) {
    Claim claim() {
      if (wants == null || wants.isEmpty()) {
        return Claim.NOTHING;
      }
      int most = Rules.range("max", max == null ? 1 : max, 0, MOST);
      return most == 0
          ? Claim.NOTHING
          : new Claim(most, wants.stream().map(want -> want.want(most)).toList());
    }

    List<Report> handedIn() {
      return reports == null ? List.of() : reports.stream().map(ReportBody::report).toList();
    }
  }

  /**
   * How an execution ended.
   *
   * @param outcome completed, failed, cancelled or released
   * @param retry whether a failed one may be tried again; true unless said
   */
  record ReportBody(
      @Nullable String jobId,
      @Nullable String fence,
      @Nullable String outcome,
      @Nullable Raw result,
      @Nullable String errorType,
      @Nullable String errorMessage,
      @Nullable String stackTrace,
      @Nullable Boolean retry,
      @Nullable Instant retryAt,
      @Nullable Double retryAfterSeconds,
      @Nullable Double ranSeconds,
      @Nullable Map<String, Long> counters,
      @Nullable Long cpuTimeMs,
      @Nullable Integer memoryPeakMb,
      @Nullable Raw metadata) {

    Report report() {
      return new Report(
          Ids.JOB.read("job_id", said("job_id", jobId)),
          Ids.EXECUTION.read("fence", said("fence", fence)),
          end(),
          new Usage(
              Seconds.readOrNull("ran_seconds", ranSeconds),
              counters == null ? Map.of() : counters,
              cpuTimeMs,
              memoryPeakMb,
              metadata == null ? null : metadata.json()));
    }

    private Outcome end() {
      return switch (said("outcome", outcome)) {
        case "completed" -> new Outcome.Completed(result == null ? null : result.json());
        case "failed" ->
            new Outcome.Failed(
                errorType == null ? "Error" : errorType,
                errorMessage == null ? "" : errorMessage,
                stackTrace,
                next());
        case "cancelled" -> new Outcome.Cancelled();
        case "released" -> new Outcome.Released();
        default ->
            throw new InvalidInput(
                "outcome",
                said("outcome", outcome),
                "must be one of completed, failed, cancelled, released");
      };
    }

    private Outcome.Retry next() {
      if (retry != null && !retry) {
        return new Outcome.Retry.Never();
      }
      if (retryAt != null) {
        return new Outcome.Retry.At(retryAt);
      }
      return retryAfterSeconds != null
          ? new Outcome.Retry.After(Seconds.read("retry_after_seconds", retryAfterSeconds))
          : new Outcome.Retry.ByPolicy();
    }
  }

  /** How one execution ended, and who says so. */
  record SingleReportBody(@Nullable String workerId, @Nullable ReportBody report) {
    Report handedIn() {
      if (report == null) {
        throw new InvalidInput("report", "", "must be given");
      }
      return report.report();
    }
  }

  /** A sign of life of some executions. */
  record HeartbeatBody(
      @Nullable String workerId, @Nullable Double leaseSeconds, @Nullable List<BeatBody> jobs) {}

  /** A sign of life of one execution, and how far it is. */
  record BeatBody(
      @Nullable String jobId,
      @Nullable String fence,
      @Nullable Integer progress,
      @Nullable String message) {
    Beat beat() {
      return new Beat(
          Ids.JOB.read("job_id", said("job_id", jobId)),
          Ids.EXECUTION.read("fence", said("fence", fence)),
          progress == null ? null : Rules.range("progress", progress, 0, 100),
          message);
    }
  }

  /** A claimed job, with all that its worker needs. */
  record LeaseView(
      String jobId,
      String fence,
      String kind,
      String queue,
      Raw payload,
      int attempt,
      int currentRetryCount,
      int maxRetries,
      int priority,
      @Nullable Double timeoutSeconds,
      @Nullable LimitsBody limits,
      List<String> tags,
      Raw metadata,
      @Nullable String trace,
      Instant startedAt,
      Raw parents) {
    static LeaseView of(Lease lease) {
      return new LeaseView(
          Ids.JOB.show(lease.job()),
          Ids.EXECUTION.show(lease.fence()),
          lease.kind(),
          lease.queue(),
          new Raw(lease.payload()),
          lease.attempt(),
          lease.retries(),
          lease.maxRetries(),
          lease.priority(),
          Seconds.showOrNull(lease.timeout()),
          LimitsBody.of(lease.limits()),
          lease.tags(),
          new Raw(lease.metadata()),
          lease.trace(),
          lease.startedAt(),
          new Raw(lease.parents()));
    }
  }

  static String said(String field, @Nullable String value) {
    if (value == null) {
      throw new InvalidInput(field, "", "must be given");
    }
    return value;
  }
}
