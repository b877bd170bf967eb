package dev.rota.server.api;

import dev.rota.engine.templates.Template;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Query;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** TemplateRoutes are the paths of templates: named defaults of jobs and schedules. */
record TemplateRoutes(TemplateDesk desk) {

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/templates", this::list);
    routing.get("/api/v1/templates/{name}", this::get);
    routing.put("/api/v1/templates/{name}", this::put);
    routing.delete("/api/v1/templates/{name}", this::delete);
  }

  record TemplateView(
      String name, Raw definition, Instant createdAt, Instant updatedAt, String updatedBy) {
    static TemplateView of(Template template) {
      return new TemplateView(
          template.name(),
          new Raw(template.definition()),
          template.createdAt(),
          template.updatedAt(),
          template.updatedBy());
    }
  }

  record TemplateList(List<TemplateView> templates) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query.of(request, Set.of());
    Answers.ok(response, new TemplateList(desk.list().stream().map(TemplateView::of).toList()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, TemplateView.of(desk.get(name(request))));
  }

  private void put(ServerRequest request, ServerResponse response) {
    String text = Body.text(request);
    String actor = Actor.of(request);
    Wire.read(text, TemplateBody.class).check(actor);
    Answers.ok(
        response, TemplateView.of(desk.put(name(request), text.isBlank() ? "{}" : text, actor)));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    desk.delete(name(request), Actor.of(request));
    Answers.nothing(response);
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
