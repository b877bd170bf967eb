package dev.rota.server.api;

import dev.rota.engine.tokens.Tokens;
import dev.rota.server.Settings;
import io.helidon.webserver.http.HttpRouting;

/** The ServerApi is what the server tells of itself: its settings, its tokens, and who asks. */
public record ServerApi(Settings settings, Tokens tokens) {

  public void addTo(HttpRouting.Builder routing) {
    new ConfigRoute(settings).addTo(routing);
    new MeRoute(settings).addTo(routing);
    new TokenRoutes(tokens).addTo(routing);
  }
}
