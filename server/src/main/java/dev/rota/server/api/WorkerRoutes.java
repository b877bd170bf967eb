package dev.rota.server.api;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.Signal;
import dev.rota.Verdict;
import dev.rota.engine.Engine;
import dev.rota.engine.Holder;
import dev.rota.engine.WorkerInfo;
import dev.rota.server.api.WorkerBodies.BeatBody;
import dev.rota.server.api.WorkerBodies.ExchangeBody;
import dev.rota.server.api.WorkerBodies.HeartbeatBody;
import dev.rota.server.api.WorkerBodies.LeaseView;
import dev.rota.server.api.WorkerBodies.SingleReportBody;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Problem;
import dev.rota.server.http.Seconds;
import dev.rota.server.http.Wire;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * WorkerRoutes let workers anywhere claim jobs, say that they live, and report: the same protocol
 * that workers in the process have, with a lease of its own for each job.
 */
record WorkerRoutes(Engine engine, Duration lockDuration, Polls polls) {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration SHOWN = Duration.ofHours(1);

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/workers", this::list);
    routing.post("/api/v1/workers/exchange", this::exchange);
    routing.post("/api/v1/workers/report", this::report);
    routing.post("/api/v1/workers/heartbeat", this::heartbeat);
  }

  record WorkerList(List<WorkerInfo> workers) {}

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new WorkerList(engine.workers().list(SHOWN)));
  }

  /**
   * What became of one report.
   *
   * @param status of a refused one: what the job is now
   */
  record VerdictView(String jobId, String fence, String verdict, @Nullable String status) {}

  record ExchangeView(List<VerdictView> verdicts, List<LeaseView> jobs) {}

  private void exchange(ServerRequest request, ServerResponse response)
      throws InterruptedException {
    if (!polls.isOpen()) {
      stopping(response);
      return;
    }
    ExchangeBody body = Wire.read(Body.text(request), ExchangeBody.class);
    Principal principal = Principal.of(request);
    Claim claim = body.claim();
    claim.wants().forEach(want -> principal.needQueue(want.queue()));
    List<Report> reports = body.handedIn();
    checkQueues(principal, reports.stream().map(Report::job).toList());
    Duration wait =
        body.waitSeconds() == null
            ? Duration.ZERO
            : Rules.range(
                "wait_seconds",
                Seconds.read("wait_seconds", body.waitSeconds()),
                Duration.ZERO,
                LONGEST_WAIT);
    Holder holder =
        engine
            .workers()
            .remote(
                Rules.name("worker_id", body.workerId()),
                body.version(),
                request.remotePeer().host(),
                body.capabilities() == null ? Set.of() : Set.copyOf(body.capabilities()),
                principal.token(),
                lease(body.leaseSeconds()));
    JobSource.Exchange done = engine.leases().exchange(holder, reports, claim);
    List<VerdictView> verdicts = verdicts(reports, done.verdicts());
    HeldAnswer answer = new HeldAnswer(response);
    List<Lease> leases =
        done.leases().isEmpty() ? polls.claim(answer, holder, claim, wait) : done.leases();
    try {
      answer.give(new ExchangeView(verdicts, leases.stream().map(LeaseView::of).toList()));
    } catch (UncheckedIOException e) {
      release(holder, leases);
      throw e;
    }
  }

  private static void stopping(ServerResponse response) {
    response.header(HeaderNames.RETRY_AFTER, "1");
    Problem.of(503, "stopping", "this node is stopping: ask another one").send(response);
  }

  /** Jobs that never reached the worker they were for go back at once. */
  private void release(Holder holder, List<Lease> leases) {
    List<Report> untouched =
        leases.stream().map(lease -> Report.of(lease, new Outcome.Released())).toList();
    engine.leases().exchange(holder, untouched, Claim.NOTHING);
  }

  /** One report, for workers that handle one job at a time; a late one is a conflict. */
  private void report(ServerRequest request, ServerResponse response) {
    SingleReportBody body = Wire.read(Body.text(request), SingleReportBody.class);
    Report report = body.handedIn();
    checkQueues(Principal.of(request), List.of(report.job()));
    Holder holder = holder(body.workerId(), null);
    VerdictView verdict =
        verdicts(
                List.of(report),
                engine.leases().exchange(holder, List.of(report), Claim.NOTHING).verdicts())
            .getFirst();
    if (verdict.status() != null) {
      throw new RotaException(
          "fenced",
          "the lease of job %s under fence %s has ended, and the job is now %s: this report does not count"
              .formatted(verdict.jobId(), verdict.fence(), verdict.status()));
    }
    Answers.ok(response, verdict);
  }

  private List<VerdictView> verdicts(List<Report> reports, List<Verdict> verdicts) {
    List<VerdictView> views = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      Report report = reports.get(i);
      boolean fenced = verdicts.get(i) == Verdict.FENCED;
      views.add(
          new VerdictView(
              Ids.JOB.show(report.job()),
              Ids.EXECUTION.show(report.fence()),
              verdicts.get(i).name().toLowerCase(Locale.ROOT),
              fenced
                  ? engine.jobs().get(report.job()).map(job -> job.state().word()).orElse("gone")
                  : null));
    }
    return views;
  }

  /** What a worker must be told: {@code cancel} or {@code lost}. */
  record SignalView(String jobId, String fence, String signal) {
    static SignalView of(Signal signal) {
      return new SignalView(
          Ids.JOB.show(signal.job()),
          Ids.EXECUTION.show(signal.fence()),
          signal.kind().name().toLowerCase(Locale.ROOT));
    }
  }

  record HeartbeatView(List<SignalView> signals, Instant at) {}

  private void heartbeat(ServerRequest request, ServerResponse response) {
    HeartbeatBody body = Wire.read(Body.text(request), HeartbeatBody.class);
    Holder holder = holder(body.workerId(), body.leaseSeconds());
    engine.workers().heard(holder.name());
    List<Beat> beats =
        body.jobs() == null ? List.of() : body.jobs().stream().map(BeatBody::beat).toList();
    checkQueues(Principal.of(request), beats.stream().map(Beat::job).toList());
    List<Signal> signals = engine.leases().renew(holder, beats);
    Answers.ok(
        response, new HeartbeatView(signals.stream().map(SignalView::of).toList(), Instant.now()));
  }

  /** What somebody says of a job of a queue that is not theirs does not count. */
  private void checkQueues(Principal principal, List<Long> jobs) {
    if (principal.isLimited()) {
      engine.queues().of(jobs).forEach(principal::needQueue);
    }
  }

  private Holder holder(@Nullable String worker, @Nullable Double leaseSeconds) {
    return new Holder(0, Rules.name("worker_id", worker), Set.of(), lease(leaseSeconds));
  }

  private Duration lease(@Nullable Double seconds) {
    return seconds == null
        ? lockDuration
        : Rules.range(
            "lease_seconds",
            Seconds.read("lease_seconds", seconds),
            Duration.ofSeconds(1),
            Duration.ofDays(1));
  }
}
