package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.engine.Count;
import dev.rota.engine.Enqueued;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Page;
import dev.rota.engine.scheduler.JobBoard;
import dev.rota.engine.scheduler.NewRecurringJob;
import dev.rota.engine.scheduler.Recurrence;
import dev.rota.engine.scheduler.RecurringJob;
import dev.rota.engine.scheduler.RecurringJobs;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Query;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.TemplateDesk;
import dev.rota.server.tracing.EnqueueTracing;
import dev.rota.server.tracing.Tracing;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JobRoutes are the paths of jobs and their executions. */
record JobRoutes(OnceDesk once, RecurringDesk recurring, JobBoard board, TemplateDesk templates) {
  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
  private static final EnqueueTracing TRACING = new EnqueueTracing(Tracing.ofProgram());
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.post("/api/v1/jobs", this::create);
    routing.get("/api/v1/jobs", this::list);
    routing.get("/api/v1/jobs/count", this::count);
    routing.get("/api/v1/jobs/{id}", this::get);
    routing.put("/api/v1/jobs/{id}", this::update);
    routing.delete("/api/v1/jobs/{id}", this::delete);
    routing.post("/api/v1/jobs/{id}/cancel", by(JobDesk::cancel));
    routing.post("/api/v1/jobs/{id}/pause", by(JobDesk::pause));
    routing.post("/api/v1/jobs/{id}/resume", by(JobDesk::resume));
    routing.post("/api/v1/jobs/{id}/retry", by(JobDesk::retry));
    routing.post("/api/v1/jobs/{id}/release", by(JobDesk::release));
    routing.put("/api/v1/jobs/{id}/priority", this::prioritize);
    routing.post("/api/v1/jobs/{id}/boost", this::boost);
    routing.get("/api/v1/jobs/{id}/executions", this::executions);
    routing.get("/api/v1/jobs/{id}/stats", this::stats);
    routing.get("/api/v1/jobs/{id}/explain", this::explain);
  }

  /** What became of a new job; the rest is known to the caller, or at its own path. */
  record Created(
      String id,
      String status,
      String kind,
      String queue,
      boolean duplicate,
      @Nullable Instant nextRunAt) {}

  private void create(ServerRequest request, ServerResponse response) {
    PostedJob posted = Wire.read(templates.expansion().expand(Body.text(request)), PostedJob.class);
    Optional<Recurrence> recurrence = posted.recurrence(recurring.minimum());
    Created created =
        recurrence.isPresent()
            ? recurs(request, posted, recurrence.get())
            : runsOnce(request, posted);
    response.header(HeaderNames.LOCATION, "/api/v1/jobs/" + created.id());
    Answers.send(response, created.duplicate() ? 200 : 201, created);
  }

  private Created runsOnce(ServerRequest request, PostedJob posted) {
    NewJob wanted = posted.once(Actor.of(request), key(request), trace(request));
    Principal.of(request).needQueue(wanted.queue());
    once.needParents(Principal.of(request), wanted);
    Enqueued stored = TRACING.enqueue(wanted, once.jobs()::enqueue);
    String status = stored.duplicate() ? once.get(stored.job()).status() : begins(wanted).word();
    return new Created(
        Ids.JOB.show(stored.job()),
        status,
        wanted.kind(),
        wanted.queue(),
        stored.duplicate(),
        wanted.runAt());
  }

  private Created recurs(ServerRequest request, PostedJob posted, Recurrence recurrence) {
    String actor = Actor.of(request);
    String key = posted.idempotencyKey() == null ? key(request) : posted.idempotencyKey();
    NewRecurringJob wanted = posted.recurring(recurrence, actor);
    Principal.of(request).needQueue(wanted.job().queue());
    RecurringJobs.Made made = recurring.recurring().create(wanted, key, actor);
    JobView job = RecurringView.of(made.job());
    return new Created(
        job.id(), job.status(), job.kind(), job.queue(), made.duplicate(), job.nextRunAt());
  }

  static @Nullable String key(ServerRequest request) {
    return request.headers().first(IDEMPOTENCY_KEY).orElse(null);
  }

  static @Nullable String trace(ServerRequest request) {
    return request.headers().first(TRACEPARENT).orElse(null);
  }

  private static JobState begins(NewJob job) {
    boolean later =
        job.runAt() == null ? !job.delay().isZero() : job.runAt().isAfter(Instant.now());
    return later ? JobState.SCHEDULED : JobState.PENDING;
  }

  /** A part of the list; a partial one has fewer jobs than it could because its time was over. */
  record JobPage(List<JobView> jobs, int limit, @Nullable String nextCursor, boolean partial) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, JobFilterBody.andPaging());
    int limit = query.number("limit", PAGE);
    String queue = Principal.of(request).listed(query.text("queue"));
    JobFilter filter = JobFilterBody.of(query).filter().ofQueue(queue);
    Page<JobBoard.Listed> page = board.list(filter, limit, query.cursor("cursor"));
    Answers.ok(
        response, new JobPage(views(page.items()), limit, Query.show(page.next()), page.partial()));
  }

  /** How many jobs match; more if not all were counted. */
  record CountView(long count, boolean more) {}

  private void count(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, JobFilterBody.NAMES);
    Count count = board.count(JobFilterBody.of(query).filter());
    Answers.ok(response, new CountView(count.counted(), count.more()));
  }

  /** Both sorts in the order of the page. */
  private List<JobView> views(List<JobBoard.Listed> page) {
    List<Job> jobs = new ArrayList<>();
    for (JobBoard.Listed one : page) {
      if (one instanceof JobBoard.Listed.Once(Job job)) {
        jobs.add(job);
      }
    }
    Map<String, JobView> shown = new HashMap<>();
    once.views(jobs).forEach(view -> shown.put(view.id(), view));
    List<JobView> views = new ArrayList<>();
    for (JobBoard.Listed one : page) {
      JobView view =
          switch (one) {
            case JobBoard.Listed.Once(Job job) -> shown.get(Ids.JOB.show(job.id()));
            case JobBoard.Listed.Again(RecurringJob job) -> RecurringView.of(job);
          };
      if (view != null) {
        views.add(view);
      }
    }
    return views;
  }

  private void get(ServerRequest request, ServerResponse response) {
    JobView job = desk(request).get(id(request));
    Principal.of(request).needQueue(job.queue());
    Answers.ok(response, job);
  }

  private void update(ServerRequest request, ServerResponse response) {
    JobUpdateBody body = Wire.read(Body.text(request), JobUpdateBody.class);
    Answers.ok(response, desk(request).update(id(request), body, Actor.of(request)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    desk(request).delete(id(request), Actor.of(request));
    Answers.nothing(response);
  }

  /** Something that is done to a job without more to be said. */
  private interface Hand {
    JobView lay(JobDesk desk, long id, String actor);
  }

  private Handler by(Hand hand) {
    return (request, response) ->
        Answers.ok(response, hand.lay(desk(request), id(request), Actor.of(request)));
  }

  record PriorityBody(@Nullable Integer priority) {}

  private void prioritize(ServerRequest request, ServerResponse response) {
    Integer priority = Wire.read(Body.text(request), PriorityBody.class).priority();
    if (priority == null) {
      throw new InvalidInput("priority", "", "must be from 0 to " + Rules.PRIORITY_MAX);
    }
    Answers.ok(response, desk(request).prioritize(id(request), priority, Actor.of(request)));
  }

  record BoostBody(@Nullable Integer boost) {}

  private void boost(ServerRequest request, ServerResponse response) {
    Integer boost = Wire.read(Body.text(request), BoostBody.class).boost();
    Answers.ok(
        response, desk(request).boost(id(request), boost == null ? 10 : boost, Actor.of(request)));
  }

  /** Those who are limited to queues look at nothing of other jobs. */
  private void checkQueue(ServerRequest request) {
    Principal principal = Principal.of(request);
    if (principal.isLimited()) {
      principal.needQueue(desk(request).get(id(request)).queue());
    }
  }

  private void executions(ServerRequest request, ServerResponse response) {
    checkQueue(request);
    Query query = Query.of(request, Set.of("limit", "offset"));
    Answers.ok(
        response,
        desk(request)
            .executions(id(request), query.number("limit", PAGE), query.number("offset", 0)));
  }

  private void stats(ServerRequest request, ServerResponse response) {
    checkQueue(request);
    Answers.ok(response, desk(request).stats(id(request)));
  }

  private void explain(ServerRequest request, ServerResponse response) {
    Answers.ok(response, ExplanationView.of(shown(request), desk(request).explain(id(request))));
  }

  /** An id carries what it names: a job that runs once, or a schedule, which is one that recurs. */
  private JobDesk desk(ServerRequest request) {
    return Ids.SCHEDULE.isNamedBy(shown(request)) ? recurring : once;
  }

  private static long id(ServerRequest request) {
    String shown = shown(request);
    return (Ids.SCHEDULE.isNamedBy(shown) ? Ids.SCHEDULE : Ids.JOB).read("id", shown);
  }

  private static String shown(ServerRequest request) {
    return request.path().pathParameters().get("id");
  }
}
