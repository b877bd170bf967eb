package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.BulkPreview;
import dev.rota.engine.Page;
import dev.rota.engine.operations.NewOperation;
import dev.rota.engine.operations.Operation;
import dev.rota.engine.operations.Operations;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** OperationRoutes are the paths of bulk operations. */
record OperationRoutes(Operations operations, OnceDesk desk) {
  private static final String ALL = "/api/v1/operations";
  private static final String ONE = ALL + "/{id}";
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.post(ALL + "/preview", this::preview);
    routing.post(ALL, this::begin);
    routing.get(ALL, this::list);
    routing.get(ONE, this::get);
    routing.post(ONE + "/cancel", this::cancel);
    routing.post(ONE + "/undo", this::undo);
  }

  /**
   * What an operation would touch.
   *
   * @param matched how many jobs, as far as they were counted
   */
  record PreviewView(
      String action,
      long matched,
      boolean more,
      Map<String, Integer> skipped,
      List<JobView> sample) {}

  private void preview(ServerRequest request, ServerResponse response) {
    NewOperation wish = wish(request);
    BulkPreview preview = operations.preview(wish);
    Answers.ok(
        response,
        new PreviewView(
            wish.change().action().word(),
            preview.matched().counted(),
            preview.matched().more(),
            preview.skipped(),
            desk.views(preview.sample())));
  }

  private void begin(ServerRequest request, ServerResponse response) {
    created(response, operations.begin(wish(request), Actor.of(request)));
  }

  record OperationPage(List<OperationView> operations, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("limit", "cursor"));
    int limit = query.number("limit", PAGE);
    Page<Operation> page = operations.list(limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new OperationPage(
            page.items().stream().map(OperationView::of).toList(), limit, Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, OperationView.of(existing(request)));
  }

  private void cancel(ServerRequest request, ServerResponse response) {
    Operation operation = operations.cancel(existing(request).id(), Actor.of(request));
    Answers.ok(response, OperationView.of(operation));
  }

  private void undo(ServerRequest request, ServerResponse response) {
    created(response, operations.undo(existing(request).id(), Actor.of(request)));
  }

  static void created(ServerResponse response, Operation operation) {
    OperationView view = OperationView.of(operation);
    response.header(HeaderNames.LOCATION, ALL + "/" + view.id());
    Answers.send(response, 201, view);
  }

  private static NewOperation wish(ServerRequest request) {
    return new Asked(request).body(OperationBody.class).operation();
  }

  private Operation existing(ServerRequest request) {
    String shown = request.path().pathParameters().get("id");
    return operations
        .get(Ids.OPERATION.read("id", shown))
        .orElseThrow(() -> new RotaException("not-found", "there is no operation " + shown));
  }
}
