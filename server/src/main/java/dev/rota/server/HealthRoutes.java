package dev.rota.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/**
 * HealthRoutes tell those who look after the process whether it lives, and whether it should get
 * requests.
 */
record HealthRoutes(Readiness readiness) {

  void addTo(HttpRouting.Builder routing) {
    routing.get("/health/live", (request, response) -> answer(response, Optional.empty()));
    routing.get("/health/ready", this::ready);
  }

  private void ready(ServerRequest request, ServerResponse response) {
    answer(response, readiness.obstacle());
  }

  private static void answer(ServerResponse response, Optional<String> obstacle) {
    response
        .status(obstacle.isEmpty() ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503)
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .send(obstacle.map(HealthRoutes::down).orElse("{\"status\":\"up\"}"));
  }

  private static String down(String reason) {
    return "{\"status\":\"down\",\"reason\":\"" + escaped(reason) + "\"}";
  }

  /** A reason as the inside of a JSON string. */
  private static String escaped(String text) {
    var escaped = new StringBuilder();
    text.chars()
        .forEach(each -> {
          if (each == '"' || each == '\\') {
            escaped.append('\\').append((char) each);
          } else if (each < ' ') {
            escaped.append("\\u%04x".formatted(each));
          } else {
            escaped.append((char) each);
          }
        });
    return escaped.toString();
  }
}
