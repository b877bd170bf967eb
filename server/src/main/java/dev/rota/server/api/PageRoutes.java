package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.pages.FoundPages;
import dev.rota.engine.pages.PageQuery;
import dev.rota.engine.pages.Pages;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PageRoutes are the paths of the pages that crawls have fetched. */
record PageRoutes(Pages pages) {
  private static final Set<String> FILTERS = Set.of("q", "job", "host", "limit", "cursor");
  private static final int PAGE = 20;

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/pages", this::list);
    routing.get("/api/v1/pages/{id}", this::get);
  }

  record PageList(List<PageView> pages, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    String job = query.text("job");
    int limit = query.number("limit", PAGE);
    FoundPages found =
        pages.search(
            new PageQuery(
                query.text("q"), job == null ? null : Ids.JOB.read("job", job), query.text("host")),
            limit,
            query.cursor("cursor"));
    Answers.ok(
        response,
        new PageList(
            found.pages().stream().map(PageView::of).toList(), limit, Query.show(found.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    long id = Ids.PAGE.read("id", request.path().pathParameters().get("id"));
    Answers.ok(
        response,
        pages
            .get(id)
            .map(PageView.Content::of)
            .orElseThrow(
                () -> new RotaException("not-found", "there is no page " + Ids.PAGE.show(id))));
  }
}
