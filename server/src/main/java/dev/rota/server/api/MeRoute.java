package dev.rota.server.api;

import dev.rota.engine.tokens.Role;
import dev.rota.server.AccessSettings;
import dev.rota.server.Settings;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Principal;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A MeRoute tells callers who they are here. */
record MeRoute(Settings settings) {

  /**
   * Who asks.
   *
   * @param auth how callers prove who they are here
   * @param queues to which they are limited; all if there are none
   */
  record MeView(String name, @Nullable String role, List<String> queues, String auth) {}

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/me", this::tell);
  }

  private void tell(ServerRequest request, ServerResponse response) {
    Principal principal = Principal.of(request);
    Role role = principal.role();
    Answers.ok(
        response,
        new MeView(
            Actor.of(request),
            role == null ? null : role.word(),
            principal.queues().stream().sorted().toList(),
            settings.get(AccessSettings.AUTH).name().toLowerCase(Locale.ROOT)));
  }
}
