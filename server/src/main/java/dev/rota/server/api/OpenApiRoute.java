package dev.rota.server.api;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** An OpenApiRoute shows the description of the API to people and programs. */
record OpenApiRoute(String document) {

  static OpenApiRoute load() {
    try (var in = OpenApiRoute.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is not beside " + OpenApiRoute.class);
      }
      return new OpenApiRoute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/openapi.json",
        (request, response) ->
            response.header(HeaderNames.CONTENT_TYPE, "application/json").send(document));
  }
}
