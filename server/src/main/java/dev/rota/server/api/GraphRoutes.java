package dev.rota.server.api;

import dev.rota.NewGraph;
import dev.rota.engine.Enqueued;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Wire;
import dev.rota.server.templates.TemplateDesk;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;

/** GraphRoutes take jobs that wait for each other, all in one call and all or none of them. */
record GraphRoutes(OnceDesk once, TemplateDesk templates) {

  void addTo(HttpRouting.Builder routing) {
    routing.post("/api/v1/graphs", this::create);
  }

  /** What became of one job of a graph. */
  record NodeView(String name, String id, boolean duplicate) {}

  record GraphView(List<NodeView> jobs) {}

  private void create(ServerRequest request, ServerResponse response) {
    GraphBody body =
        Wire.read(templates.expansion().expand(Body.text(request), "jobs"), GraphBody.class);
    NewGraph graph =
        body.graph(Actor.of(request), JobRoutes.key(request), JobRoutes.trace(request));
    Principal principal = Principal.of(request);
    graph
        .nodes()
        .forEach(node -> {
          principal.needQueue(node.job().queue());
          once.needParents(principal, node.job());
        });
    List<Enqueued> stored = once.jobs().enqueueGraph(graph);
    List<NodeView> shown = new ArrayList<>();
    for (int i = 0; i < stored.size(); i++) {
      Enqueued one = stored.get(i);
      shown.add(
          new NodeView(graph.nodes().get(i).name(), Ids.JOB.show(one.job()), one.duplicate()));
    }
    Answers.send(response, 201, new GraphView(shown));
  }
}
