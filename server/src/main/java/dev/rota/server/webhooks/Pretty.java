package dev.rota.server.webhooks;

import tools.jackson.databind.json.JsonMapper;

/** Pretty JSON is for people to read. */
final class Pretty {
  private static final JsonMapper JSON = new JsonMapper();

  private Pretty() {}

  static String of(String json) {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(json));
  }
}
