package dev.rota.server.scrape;

import dev.rota.JobState;
import dev.rota.Rules;
import dev.rota.engine.Census;
import dev.rota.engine.JobFilter;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;

/** ScrapeJobRoutes are the paths of scrape jobs: to create, find, change, cancel and retry them. */
record ScrapeJobRoutes(ScrapeQueue queue) {
  private static final String ONE = ScrapeApi.PATH + "/{id}";
  private static final Set<String> FILTERS =
      Set.of("status", "domain", "job_type", "limit", "offset");
  private static final int PAGE = 50;
  private static final int MOST = 1_000;
  private static final Guard CREATE = Guard.of("Failed to create job");
  private static final Guard LIST = Guard.of("Failed to list jobs");
  private static final Guard GET = Guard.of("Failed to get job");
  private static final Guard UPDATE = Guard.of("Failed to update job");
  private static final Guard CANCEL = Guard.of("Failed to cancel job");
  private static final Guard RETRY = Guard.of("Failed to retry job");

  void addTo(HttpRouting.Builder routing) {
    routing.post(ScrapeApi.PATH, CREATE.around(this::create));
    routing.get(ScrapeApi.PATH, LIST.around(this::list));
    routing.get(ONE, GET.around(this::get));
    routing.put(ONE, UPDATE.around(this::update));
    routing.patch(ONE, UPDATE.around(this::update));
    routing.post(ONE + "/cancel", CANCEL.around(this::cancel));
    routing.post(ONE + "/retry", RETRY.around(this::retry));
  }

  private void create(ServerRequest request, ServerResponse response) {
    Caller caller = new Caller(request);
    NewScrapeJob wanted = caller.body(NewScrapeJob.class);
    long id = queue.engine().jobs().enqueue(wanted.job(caller.actor())).job();
    response.header(HeaderNames.LOCATION, ScrapeApi.PATH + "/" + Ids.JOB.show(id));
    Reply.send(response, 201, Reply.of(queue.view(id), "Job created successfully"));
  }

  record JobPage(boolean success, List<ScrapeJob> data, long total, int limit, int offset) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    ScrapeStatus status = ScrapeStatus.read(query.text("status"));
    int limit = Rules.range("limit", query.number("limit", PAGE), 1, MOST);
    int offset = Rules.range("offset", query.number("offset", 0), 0, Integer.MAX_VALUE - MOST);
    JobFilter filter = ScrapeQueue.filter(status, query.text("domain"), query.text("job_type"));
    Reply.send(
        response,
        200,
        new JobPage(true, queue.list(filter, limit, offset), total(filter), limit, offset));
  }

  private long total(JobFilter filter) {
    Census census = queue.engine().census();
    return filter.kind() != null || filter.tag() != null
        ? census.count(filter)
        : census
            .figures(NewScrapeJob.QUEUE)
            .jobs(
                filter.states().isEmpty()
                    ? JobState.values()
                    : filter.states().toArray(JobState[]::new));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Reply.send(response, 200, Reply.of(queue.view(new Caller(request).job())));
  }

  private void update(ServerRequest request, ServerResponse response) {
    Caller caller = new Caller(request);
    long id = caller.job();
    new JobUpdate(queue, caller, caller.body(UpdateBody.class)).apply(queue.job(id));
    Reply.send(response, 200, Reply.of(queue.view(id), "Job updated successfully"));
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    Caller caller = new Caller(request);
    long id = caller.job();
    new Ends(queue.engine()).cancel(queue.job(id), caller.actor());
    Reply.send(response, 200, Reply.of(queue.view(id), "Job cancelled successfully"));
  }

  private void retry(ServerRequest request, ServerResponse response) {
    Caller caller = new Caller(request);
    long id = queue.job(caller.job()).id();
    queue.engine().jobs().retry(id, caller.actor());
    Reply.send(response, 200, Reply.of(queue.view(id), "Job queued for retry"));
  }
}
