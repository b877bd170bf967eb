package dev.rota.server.scrape;

import dev.rota.engine.Engine;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** The ScrapeApi is everything under {@code /api/scrape-jobs}, and {@code /workers/status}. */
public record ScrapeApi(Engine engine) {
  static final String PATH = "/api/scrape-jobs";

  public void addTo(HttpRouting.Builder routing) {
    ScrapeQueue queue = new ScrapeQueue(engine);
    new ClaimRoutes(queue).addTo(routing);
    new StatusRoutes(engine).addTo(routing);
    new ScrapeJobRoutes(queue).addTo(routing);
    routing.any(PATH, ScrapeApi::unknown);
    routing.any(PATH + "/*", ScrapeApi::unknown);
  }

  private static void unknown(ServerRequest request, ServerResponse response) {
    String asked = "%s %s".formatted(request.prologue().method(), request.path().path());
    Reply.send(response, 404, Reply.failure("Not found", "There is no " + asked));
  }
}
