package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.Census;
import dev.rota.engine.EventLog;
import dev.rota.engine.LiveCounts;
import dev.rota.engine.Queue;
import dev.rota.engine.QueuePulse;
import dev.rota.engine.Queues;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Principal;
import dev.rota.server.http.Wire;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** QueueRoutes are the paths of queues. */
record QueueRoutes(Queues queues, Census census, EventLog events) {
  private static final Duration MAY_BE_OLD = Duration.ofSeconds(2);
  private static final Duration MINUTE = Duration.ofMinutes(1);

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
    List<Queue> own =
        queues.list().stream().filter(queue -> principal.mayUse(queue.name())).toList();
    Answers.ok(response, new QueueList(views(own)));
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
    Queue queue =
        queues
            .get(name)
            .orElseThrow(() -> new RotaException("not-found", "there is no queue " + name));
    return views(List.of(queue)).getFirst();
  }

  private List<QueueBody.View> views(List<Queue> shown) {
    Map<String, LiveCounts> live = new HashMap<>();
    census.live(MAY_BE_OLD).forEach(counts -> live.put(counts.queue(), counts));
    Map<String, QueuePulse> done = new HashMap<>();
    Instant now = events.end().now();
    events.pulse(now.minus(MINUTE), now).forEach(pulse -> done.put(pulse.queue(), pulse));
    return shown.stream().map(queue -> view(queue, live, done)).toList();
  }

  private static QueueBody.View view(
      Queue queue, Map<String, LiveCounts> live, Map<String, QueuePulse> done) {
    String name = queue.name();
    return new QueueBody.View(
        name,
        queue.paused(),
        queue.pausedAt(),
        QueueBody.of(queue.settings()),
        QueueBody.LiveView.of(live.getOrDefault(name, new LiveCounts(name, 0, 0, 0, 0))),
        QueueBody.DoneView.of(done.getOrDefault(name, new QueuePulse(name, 0, 0, 0, 0, 0))));
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
