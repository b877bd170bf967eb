package dev.rota.server.api;

import dev.rota.server.SettingInForce;
import dev.rota.server.Settings;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;

/** A ConfigRoute shows the settings that are in force, and where they come from. */
record ConfigRoute(Settings settings) {

  record ConfigView(List<SettingInForce> settings) {}

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/api/v1/config",
        (request, response) -> Answers.ok(response, new ConfigView(settings.inForce())));
  }
}
