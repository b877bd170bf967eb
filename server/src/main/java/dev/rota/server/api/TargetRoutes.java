package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.Page;
import dev.rota.engine.scheduler.Target;
import dev.rota.engine.scheduler.TargetFilter;
import dev.rota.engine.scheduler.Targets;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TargetRoutes are the paths of targets. */
record TargetRoutes(Targets targets) {
  private static final String ALL = "/api/v1/targets";
  private static final String ONE = ALL + "/{id}";
  private static final Set<String> FILTERS =
      Set.of("kind", "active", "approved", "source", "limit", "cursor");
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.post(ALL, this::create);
    routing.get(ALL, this::list);
    routing.get(ONE, this::get);
    routing.put(ONE, this::change);
    routing.delete(ONE, this::delete);
    routing.post(ONE + "/activate", (request, response) -> activate(request, response, true));
    routing.post(ONE + "/deactivate", (request, response) -> activate(request, response, false));
    routing.post(ONE + "/approve", (request, response) -> approve(request, response, true));
    routing.post(ONE + "/disapprove", (request, response) -> approve(request, response, false));
  }

  private void create(ServerRequest request, ServerResponse response) {
    Target target =
        targets.create(new Asked(request).body(TargetBody.class).target(), Actor.of(request));
    response.header(HeaderNames.LOCATION, ALL + "/" + target.id());
    Answers.send(response, 201, TargetBody.View.of(target));
  }

  record TargetPage(List<TargetBody.View> targets, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, FILTERS);
    int limit = query.number("limit", PAGE);
    Long after = query.cursor("cursor");
    Page<Target> page =
        targets.list(
            new TargetFilter(
                query.text("kind"),
                query.flag("active"),
                query.flag("approved"),
                query.text("source"),
                after == null ? 0 : after,
                limit));
    Answers.ok(
        response,
        new TargetPage(
            page.items().stream().map(TargetBody.View::of).toList(),
            limit,
            Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, TargetBody.View.of(existing(request)));
  }

  private void change(ServerRequest request, ServerResponse response) {
    TargetBody body = new Asked(request).body(TargetBody.class);
    Answers.ok(
        response,
        TargetBody.View.of(targets.put(body.changed(existing(request)), Actor.of(request))));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    Target target = existing(request);
    targets.delete(target.kind(), target.externalId(), Actor.of(request));
    Answers.nothing(response);
  }

  private void activate(ServerRequest request, ServerResponse response, boolean active) {
    Target target = existing(request);
    Answers.ok(
        response,
        TargetBody.View.of(
            targets.activate(target.kind(), target.externalId(), active, Actor.of(request))));
  }

  private void approve(ServerRequest request, ServerResponse response, boolean approved) {
    Target target = existing(request);
    Answers.ok(
        response,
        TargetBody.View.of(
            targets.approve(target.kind(), target.externalId(), approved, Actor.of(request))));
  }

  private Target existing(ServerRequest request) {
    long id = new Asked(request).number();
    return targets
        .get(id)
        .orElseThrow(() -> new RotaException("not-found", "there is no target " + id));
  }
}
