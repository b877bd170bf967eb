package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.Queues;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Wire;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/** QueueRoutes are the paths of queues. */
record QueueRoutes(Queues queues) {

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/queues", this::list);
    routing.get("/api/v1/queues/{name}", this::get);
    routing.put("/api/v1/queues/{name}", this::put);
    routing.post("/api/v1/queues/{name}/pause", this::pause);
    routing.post("/api/v1/queues/{name}/resume", this::resume);
  }

  record QueueList(List<QueueBody.View> queues) {}

  private void list(ServerRequest request, ServerResponse response) {
    Principal principal = Principal.of(request);
    Answers.ok(
        response,
        new QueueList(
            queues.list().stream()
                .filter(queue -> principal.mayUse(queue.name()))
                .map(QueueBody.View::of)
                .toList()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Principal.of(request).needQueue(name(request));
    Answers.ok(response, view(name(request)));
  }

  private void put(ServerRequest request, ServerResponse response) {
    QueueBody body = Wire.read(Body.text(request), QueueBody.class);
    queues.put(name(request), body.settings(), Actor.of(request));
    Answers.ok(response, view(name(request)));
  }

  private void pause(ServerRequest request, ServerResponse response) {
    view(name(request));
    queues.pause(name(request), Actor.of(request));
    Answers.ok(response, view(name(request)));
  }

  private void resume(ServerRequest request, ServerResponse response) {
    view(name(request));
    queues.resume(name(request), Actor.of(request));
    Answers.ok(response, view(name(request)));
  }

  private QueueBody.View view(String name) {
    return queues
        .get(name)
        .map(QueueBody.View::of)
        .orElseThrow(() -> new RotaException("not-found", "there is no queue " + name));
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
