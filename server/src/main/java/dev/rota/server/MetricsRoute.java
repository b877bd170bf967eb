package dev.rota.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;

/** A MetricsRoute shows the metrics to Prometheus. */
record MetricsRoute(Metrics metrics) {

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/metrics",
        (request, response) ->
            response
                .header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(metrics.page()));
  }
}
