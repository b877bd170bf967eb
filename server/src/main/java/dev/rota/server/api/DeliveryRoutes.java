package dev.rota.server.api;

import dev.rota.RotaException;
import dev.rota.engine.Page;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Delivery;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Query;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DeliveryRoutes are the paths of what was told to webhooks. */
record DeliveryRoutes(Deliveries deliveries) {
  private static final String ALL = "/api/v1/deliveries";
  private static final String ONE = ALL + "/{id}";
  private static final int PAGE = 50;

  void addTo(HttpRouting.Builder routing) {
    routing.get(ALL, this::list);
    routing.get(ONE, this::get);
    routing.post(ONE + "/repeat", this::repeat);
    routing.get(WebhookRoutes.ONE + "/deliveries", this::listOfWebhook);
    routing.post(WebhookRoutes.ONE + "/test", this::test);
  }

  record DeliveryPage(List<DeliveryView> deliveries, int limit, @Nullable String nextCursor) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("webhook", "state", "limit", "cursor"));
    page(query, query.text("webhook"), response);
  }

  private void listOfWebhook(ServerRequest request, ServerResponse response) {
    Query query = Query.of(request, Set.of("state", "limit", "cursor"));
    page(query, WebhookRoutes.name(request), response);
  }

  private void page(Query query, @Nullable String webhook, ServerResponse response) {
    int limit = query.number("limit", PAGE);
    Page<Delivery> page =
        deliveries.list(webhook, query.text("state"), limit, query.cursor("cursor"));
    Answers.ok(
        response,
        new DeliveryPage(
            page.items().stream().map(DeliveryView::of).toList(), limit, Query.show(page.next())));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, DeliveryView.of(existing(request)));
  }

  private void repeat(ServerRequest request, ServerResponse response) {
    accepted(response, deliveries.repeat(existing(request).id(), Actor.of(request)));
  }

  private void test(ServerRequest request, ServerResponse response) {
    accepted(response, deliveries.test(WebhookRoutes.name(request), Actor.of(request)));
  }

  private static void accepted(ServerResponse response, Delivery delivery) {
    DeliveryView view = DeliveryView.of(delivery);
    response.header(HeaderNames.LOCATION, ALL + "/" + view.id());
    Answers.send(response, 202, view);
  }

  private Delivery existing(ServerRequest request) {
    String shown = request.path().pathParameters().get("id");
    return deliveries
        .find(Ids.DELIVERY.read("id", shown))
        .orElseThrow(() -> new RotaException("not-found", "there is no delivery " + shown));
  }
}
