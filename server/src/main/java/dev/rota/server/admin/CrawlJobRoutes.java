package dev.rota.server.admin;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.Rules;
import dev.rota.engine.Enqueued;
import dev.rota.engine.Figures;
import dev.rota.engine.Jobs;
import dev.rota.engine.scheduler.Target;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.JsonAnswer;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CrawlJobRoutes are the paths of crawl jobs. */
record CrawlJobRoutes(CrawlQueue queue, StatusChange change) {
  static final String ALL = AdminApi.PATH + "/jobs";
  private static final String ONE = ALL + "/{id}";
  private static final int PAGE = 100;
  private static final int MOST = 1_000;

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL + "/stats", this::stats);
    routing.get(ALL, this::list);
    routing.post(ALL, this::enqueue);
    routing.get(ONE, this::get);
    routing.put(ONE + "/status", this::changeStatus);
    routing.put(ONE + "/priority", this::prioritize);
    routing.post(ONE + "/boost", this::boost);
    routing.post(ONE + "/retry", this::retry);
  }

  /** How many jobs there are by status. */
  record Stats(long queued, long running, long failed, long completed) {}

  private void stats(ServerRequest request, ServerResponse response) {
    JsonAnswer.send(
        response,
        200,
        new Stats(
            count(CrawlStatus.QUEUED),
            count(CrawlStatus.CRAWLING),
            count(CrawlStatus.FAILED),
            count(CrawlStatus.SUCCESS)));
  }

  private long count(@Nullable CrawlStatus status) {
    Figures figures = queue.figures();
    return figures.jobs(
        status == null ? JobState.values() : status.states().toArray(JobState[]::new));
  }

  record JobPage(List<CrawlJob> jobs, int limit, int offset, long total) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("status", "limit", "offset"));
    String word = query.text("status");
    CrawlStatus status = word == null ? null : CrawlStatus.read(word);
    Span span = Span.of(query);
    JsonAnswer.send(
        response,
        200,
        new JobPage(
            queue.list(status, span.limit(), span.offset()),
            span.limit(),
            span.offset(),
            count(status)));
  }

  /** A part of a list. */
  record Span(int limit, int offset) {
    static Span of(Query query) {
      return new Span(
          Rules.range("limit", query.number("limit", PAGE), 1, MOST),
          Rules.range("offset", query.number("offset", 0), 0, Integer.MAX_VALUE - MOST));
    }
  }

  /** A job as it is sent to be enqueued. */
  record NewCrawlJob(
      @Nullable Long subredditId, @Nullable Integer priority, @Nullable Integer maxRetries) {}

  private void enqueue(ServerRequest request, ServerResponse response) {
    NewCrawlJob wanted = new Asked(request).body(NewCrawlJob.class);
    Target subreddit = queue.subreddits().known(wanted.subredditId());
    NewJob job =
        CrawlQueue.about(subreddit)
            .priority(wanted.priority() == null ? 0 : wanted.priority())
            .maxRetries(wanted.maxRetries() == null ? CrawlQueue.RETRIES : wanted.maxRetries())
            .createdBy(Actor.of(request))
            .build();
    Enqueued enqueued = jobs().enqueue(job);
    if (!enqueued.duplicate()) {
      queue.subreddits().targets().awaitSuccess(subreddit.id(), enqueued.job());
    }
    response.header(HeaderNames.LOCATION, ALL + "/" + enqueued.job());
    JsonAnswer.send(
        response,
        enqueued.duplicate() ? 200 : 201,
        queue.view(enqueued.job()).enqueued(enqueued.duplicate()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    tell(response, job(request));
  }

  /** What a job shall be. */
  record StatusBody(@Nullable String status) {}

  private void changeStatus(ServerRequest request, ServerResponse response) {
    CrawlStatus status = CrawlStatus.read(new Asked(request).body(StatusBody.class).status());
    Job job = job(request);
    change.apply(job, status, Actor.of(request));
    tell(response, job);
  }

  record PriorityBody(@Nullable Integer priority) {}

  private void prioritize(ServerRequest request, ServerResponse response) {
    Integer priority = new Asked(request).body(PriorityBody.class).priority();
    if (priority == null) {
      throw new InvalidInput("priority", "", "must be from 0 to " + Rules.PRIORITY_MAX);
    }
    Job job = job(request);
    jobs().prioritize(job.id(), priority, Actor.of(request));
    tell(response, job);
  }

  record BoostBody(@Nullable Integer boost) {}

  private void boost(ServerRequest request, ServerResponse response) {
    Integer boost = new Asked(request).body(BoostBody.class).boost();
    if (boost == null) {
      throw new InvalidInput("boost", "", "must be from 1 to " + Rules.PRIORITY_MAX);
    }
    Job job = job(request);
    jobs().boost(job.id(), boost, Actor.of(request));
    tell(response, job);
  }

  private void retry(ServerRequest request, ServerResponse response) {
    Job job = job(request);
    jobs().retry(job.id(), Actor.of(request));
    tell(response, job);
  }

  private void tell(ServerResponse response, Job job) {
    JsonAnswer.send(response, 200, queue.view(job.id()));
  }

  private Job job(ServerRequest request) {
    return queue.job(new Asked(request).number());
  }

  private Jobs jobs() {
    return queue.engine().jobs();
  }
}
