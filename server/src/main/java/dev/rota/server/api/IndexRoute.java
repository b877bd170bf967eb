package dev.rota.server.api;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;

/** An IndexRoute tells whoever opens the address in a browser what is there. */
record IndexRoute() {
  private static final String PAGE =
      """
      Rota runs.

      /docs/              the documentation
      /docs/api           a page to try the API on
      /openapi.json       every path of the API, with examples
      /api/v1/jobs        jobs
      /api/v1/schedules   schedules
      /api/v1/queues      queues
      /api/v1/targets     targets
      /api/v1/plans       plans
      /api/v1/windows     windows
      /api/v1/workers     workers
      /api/v1/pages       what the crawler has fetched; ?q= searches it
      /metrics            numbers for Prometheus
      /health/ready       whether it can take requests

      curl localhost:8060/api/v1/jobs -d '{"kind": "rota.echo", "payload": {"hello": "world"}}'
      """;

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/",
        (request, response) ->
            response.header(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8").send(PAGE));
  }
}
