package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.Enqueued;
import dev.rota.engine.JobFilter;
import dev.rota.engine.JobStats;
import dev.rota.engine.Jobs;
import dev.rota.engine.Page;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Query;
import dev.rota.server.http.Wire;
import dev.rota.server.tracing.EnqueueTracing;
import dev.rota.server.tracing.Tracing;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JobRoutes are the paths of jobs and their executions. */
record JobRoutes(Jobs jobs) {
  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
  private static final Set<String> FILTERS =
      Set.of("status", "queue", "kind", "tag", "schedule", "limit", "cursor");
  private static final EnqueueTracing TRACING = new EnqueueTracing(Tracing.ofProgram());
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.post("/api/v1/jobs", this::create);
    routing.get("/api/v1/jobs", this::list);
    routing.get("/api/v1/jobs/{id}", this::get);
    routing.post("/api/v1/jobs/{id}/cancel", this::cancel);
    routing.post("/api/v1/jobs/{id}/pause", this::pause);
    routing.post("/api/v1/jobs/{id}/resume", this::resume);
    routing.post("/api/v1/jobs/{id}/retry", this::retry);
    routing.put("/api/v1/jobs/{id}/priority", this::prioritize);
    routing.post("/api/v1/jobs/{id}/boost", this::boost);
    routing.get("/api/v1/jobs/{id}/executions", this::executions);
    routing.get("/api/v1/jobs/{id}/stats", this::stats);
    routing.get("/api/v1/executions/{id}", this::execution);
  }

  /** What became of a new job; the rest is known to the caller, or at its own path. */
  record Created(String id, String status, String kind, String queue, boolean duplicate) {}

  private void create(ServerRequest request, ServerResponse response) {
    NewJob wanted =
        Wire.read(Body.text(request), JobBody.class)
            .job(
                Actor.of(request),
                request.headers().first(IDEMPOTENCY_KEY).orElse(null),
                request.headers().first(TRACEPARENT).orElse(null));
    Principal.of(request).needQueue(wanted.queue());
    Enqueued stored = TRACING.enqueue(wanted, jobs::enqueue);
    String id = Ids.JOB.show(stored.job());
    response.header(HeaderNames.LOCATION, "/api/v1/jobs/" + id);
    Answers.send(
        response,
        stored.duplicate() ? 200 : 201,
        new Created(
            id,
            stored.duplicate() ? view(stored.job()).status() : begins(wanted).word(),
            wanted.kind(),
            wanted.queue(),
            stored.duplicate()));
  }

  private static JobState begins(NewJob job) {
    boolean later =
        job.runAt() == null ? !job.delay().isZero() : job.runAt().isAfter(Instant.now());
    return later ? JobState.SCHEDULED : JobState.PENDING;
  }

  record JobPage(List<JobView> jobs, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    String schedule = query.text("schedule");
    int limit = query.number("limit", PAGE);
    JobFilter filter =
        new JobFilter(
            query.state("status"),
            query.text("queue"),
            query.text("kind"),
            query.text("tag"),
            schedule == null ? null : Ids.SCHEDULE.read("schedule", schedule));
    Page<Job> page = jobs.list(filter, limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new JobPage(
            page.items().stream().map(JobView::of).toList(), limit, Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    JobView job = view(id(request));
    Principal.of(request).needQueue(job.queue());
    Answers.ok(response, job);
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    Answers.ok(response, JobView.of(jobs.cancel(id(request), Actor.of(request))));
  }

  private void pause(ServerRequest request, ServerResponse response) {
    Answers.ok(response, JobView.of(jobs.pause(id(request), Actor.of(request))));
  }

  private void resume(ServerRequest request, ServerResponse response) {
    Answers.ok(response, JobView.of(jobs.resume(id(request), Actor.of(request))));
  }

  private void retry(ServerRequest request, ServerResponse response) {
    Answers.ok(response, JobView.of(jobs.retry(id(request), Actor.of(request))));
  }

  record PriorityBody(@Nullable Integer priority) {}

  private void prioritize(ServerRequest request, ServerResponse response) {
    Integer priority = Wire.read(Body.text(request), PriorityBody.class).priority();
    if (priority == null) {
      throw new InvalidInput("priority", "", "must be from 0 to " + Rules.PRIORITY_MAX);
    }
    Answers.ok(response, JobView.of(jobs.prioritize(id(request), priority, Actor.of(request))));
  }

  record BoostBody(@Nullable Integer boost) {}

  private void boost(ServerRequest request, ServerResponse response) {
    Integer boost = Wire.read(Body.text(request), BoostBody.class).boost();
    Answers.ok(
        response,
        JobView.of(jobs.boost(id(request), boost == null ? 10 : boost, Actor.of(request))));
  }

  record ExecutionPage(List<ExecutionView> executions, long total, int limit, int offset) {}

  private void executions(ServerRequest request, ServerResponse response) {
    long id = existing(request);
    Query query = Query.of(request, Set.of("limit", "offset"));
    int limit = query.number("limit", PAGE);
    int offset = query.number("offset", 0);
    List<ExecutionView> shown =
        jobs.executions(id, limit, offset).stream().map(ExecutionView::of).toList();
    Answers.ok(response, new ExecutionPage(shown, jobs.stats(id).executions(), limit, offset));
  }

  /** StatsView has the numbers of a job under the names that callers know. */
  record StatsView(
      long totalExecutions,
      long successfulRuns,
      long failedRuns,
      @Nullable Long averageDurationMs,
      @Nullable Instant lastExecutionAt,
      @Nullable Instant nextScheduledAt,
      double successRate) {}

  private void stats(ServerRequest request, ServerResponse response) {
    long id = id(request);
    JobView job = view(id);
    JobStats stats = jobs.stats(id);
    Answers.ok(
        response,
        new StatsView(
            stats.executions(),
            stats.completed(),
            stats.failed(),
            stats.averageDuration() == null ? null : stats.averageDuration().toMillis(),
            stats.lastStartedAt(),
            job.nextRunAt(),
            stats.successRate()));
  }

  private void execution(ServerRequest request, ServerResponse response) {
    long id = Ids.EXECUTION.read("id", request.path().pathParameters().get("id"));
    Answers.ok(
        response,
        jobs.execution(id)
            .map(ExecutionView::of)
            .orElseThrow(() ->
                new RotaException("not-found", "there is no execution " + Ids.EXECUTION.show(id))));
  }

  private JobView view(long id) {
    return jobs.get(id)
        .map(JobView::of)
        .orElseThrow(() -> new RotaException("not-found", "there is no job " + Ids.JOB.show(id)));
  }

  private long existing(ServerRequest request) {
    long id = id(request);
    view(id);
    return id;
  }

  private static long id(ServerRequest request) {
    return Ids.JOB.read("id", request.path().pathParameters().get("id"));
  }
}
