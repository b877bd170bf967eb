package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.ExecutionFilter;
import dev.rota.engine.Jobs;
import dev.rota.engine.NumberedExecution;
import dev.rota.engine.Page;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ExecutionRoutes are the paths of executions, whichever job they belong to. */
record ExecutionRoutes(Jobs jobs) {
  private static final int PAGE = 50;
  private static final Set<String> FILTERS = Set.of("status", "queue", "kind", "limit", "cursor");

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/executions", this::list);
    routing.get("/api/v1/executions/{id}", this::get);
  }

  /** A part of the list; a partial one has fewer executions than it could: the next goes on. */
  record ExecutionList(
      List<ExecutionView> executions, int limit, @Nullable String nextCursor, boolean partial) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    int limit = query.number("limit", PAGE);
    ExecutionFilter filter =
        new ExecutionFilter(
            query.text("status"),
            Principal.of(request).listed(query.text("queue")),
            query.text("kind"));
    Page<NumberedExecution> page = jobs.executions(filter, limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new ExecutionList(
            page.items().stream().map(ExecutionView::of).toList(),
            limit,
            Query.show(page.next()),
            page.partial()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    long id = Ids.EXECUTION.read("id", request.path().pathParameters().get("id"));
    ExecutionView execution =
        jobs.numbered(id)
            .map(ExecutionView::of)
            .orElseThrow(() ->
                new RotaException("not-found", "there is no execution " + Ids.EXECUTION.show(id)));
    Principal.of(request).needQueue(execution.queue());
    Answers.ok(response, execution);
  }
}
