package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.engine.webhooks.Webhooks;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Query;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** WebhookRoutes are the paths of webhooks. */
record WebhookRoutes(Webhooks webhooks) {
  static final String ALL = "/api/v1/webhooks";
  static final String ONE = ALL + "/{name}";
  private static final int OVERLAP_HOURS = 24;
  private static final int MOST_HOURS = 720;

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.get(ONE, this::get);
    routing.put(ONE, this::put);
    routing.delete(ONE, this::delete);
    routing.post(ONE + "/pause", this::pause);
    routing.post(ONE + "/resume", this::resume);
    routing.post(ONE + "/rotate", this::rotate);
  }

  record WebhookList(List<WebhookView> webhooks) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query.of(request, Set.of());
    Answers.ok(response, new WebhookList(webhooks.list().stream().map(WebhookView::of).toList()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, WebhookView.of(webhooks.get(name(request))));
  }

  private void put(ServerRequest request, ServerResponse response) {
    WebhookBody body = new Asked(request).body(WebhookBody.class);
    Webhooks.Put put = webhooks.put(body.webhook(name(request)), body.given(), Actor.of(request));
    Answers.send(response, put.isNew() ? 201 : 200, WebhookView.of(put.webhook(), put.secret()));
  }

  private void delete(ServerRequest request, ServerResponse response) {
    webhooks.delete(name(request), Actor.of(request));
    Answers.nothing(response);
  }

  private void pause(ServerRequest request, ServerResponse response) {
    Answers.ok(response, WebhookView.of(webhooks.pause(name(request), Actor.of(request), null)));
  }

  private void resume(ServerRequest request, ServerResponse response) {
    Answers.ok(response, WebhookView.of(webhooks.resume(name(request), Actor.of(request))));
  }

  /** For how long the secret before signs, too. */
  record RotateBody(@Nullable Integer overlapHours) {
    Duration overlap() {
      int hours = overlapHours == null ? OVERLAP_HOURS : overlapHours;
      if (hours < 0 || hours > MOST_HOURS) {
        throw new InvalidInput("overlap_hours", hours, "must be from 0 to " + MOST_HOURS);
      }
      return Duration.ofHours(hours);
    }
  }

  record RotatedView(String secret, Instant previousUntil) {}

  private void rotate(ServerRequest request, ServerResponse response) {
    RotateBody body = new Asked(request).body(RotateBody.class);
    Webhooks.Rotated rotated = webhooks.rotate(name(request), body.overlap(), Actor.of(request));
    Answers.ok(response, new RotatedView(rotated.secret().text(), rotated.previousUntil()));
  }

  static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
