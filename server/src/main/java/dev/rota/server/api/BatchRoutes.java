package dev.rota.server.api;

import dev.rota.Job;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.Batch;
import dev.rota.engine.Batches;
import dev.rota.engine.Enqueued;
import dev.rota.engine.Page;
import dev.rota.engine.operations.Operations;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Query;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** BatchRoutes are the paths of batches: jobs that belong together. */
record BatchRoutes(Batches batches, Operations operations, OnceDesk once, TemplateDesk templates) {
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.post("/api/v1/batches", this::create);
    routing.get("/api/v1/batches", this::list);
    routing.get("/api/v1/batches/{id}", this::get);
    routing.post("/api/v1/batches/{id}/jobs", this::add);
    routing.get("/api/v1/batches/{id}/jobs", this::jobs);
    routing.post("/api/v1/batches/{id}/close", this::close);
    routing.post("/api/v1/batches/{id}/cancel", this::cancel);
  }

  record BatchPage(List<BatchView> batches, int limit, @Nullable String nextCursor) {}

  /** What became of one job that was added. */
  record AddedJob(String id, boolean duplicate) {}

  record AddedJobs(List<AddedJob> jobs) {}

  private void create(ServerRequest request, ServerResponse response) {
    NewBatch wanted =
        Wire.read(
                templates
                    .expansion()
                    .expand(Body.text(request), "jobs", "on_complete", "on_failure"),
                BatchBody.class)
            .batch(Actor.of(request), JobRoutes.trace(request));
    need(request, wanted.jobs());
    need(request, followers(wanted));
    BatchView made = BatchView.of(batches.create(wanted));
    response.header(HeaderNames.LOCATION, "/api/v1/batches/" + made.id());
    Answers.send(response, 201, made);
  }

  private static List<NewJob> followers(NewBatch batch) {
    return Stream.of(batch.onComplete(), batch.onFailure()).filter(Objects::nonNull).toList();
  }

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("name", "limit", "cursor"));
    int limit = query.number("limit", PAGE);
    Page<Batch> page = batches.list(query.text("name"), limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new BatchPage(
            page.items().stream().map(BatchView::of).toList(), limit, Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    long id = id(request);
    Answers.ok(
        response,
        batches
            .get(id)
            .map(BatchView::of)
            .orElseThrow(
                () -> new RotaException("not-found", "there is no batch " + Ids.BATCH.show(id))));
  }

  private void add(ServerRequest request, ServerResponse response) {
    List<NewJob> wanted =
        Wire.read(templates.expansion().expand(Body.text(request), "jobs"), BatchBody.Added.class)
            .jobs(Actor.of(request), JobRoutes.trace(request));
    need(request, wanted);
    List<Enqueued> added = batches.add(id(request), wanted);
    Answers.send(
        response,
        201,
        new AddedJobs(
            added.stream()
                .map(one -> new AddedJob(Ids.JOB.show(one.job()), one.duplicate()))
                .toList()));
  }

  private void jobs(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("limit", "cursor"));
    int limit = query.number("limit", PAGE);
    Page<Job> page = batches.jobs(id(request), limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new JobRoutes.JobPage(
            once.views(page.items()), limit, Query.show(page.next()), page.partial()));
  }

  private void close(ServerRequest request, ServerResponse response) {
    Answers.ok(response, BatchView.of(batches.close(id(request), Actor.of(request))));
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    OperationRoutes.created(response, operations.cancelBatch(id(request), Actor.of(request)));
  }

  private void need(ServerRequest request, List<NewJob> jobs) {
    Principal principal = Principal.of(request);
    jobs.forEach(job -> {
      principal.needQueue(job.queue());
      once.needParents(principal, job);
    });
  }

  private static long id(ServerRequest request) {
    return Ids.BATCH.read("id", request.path().pathParameters().get("id"));
  }
}
