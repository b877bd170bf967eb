package dev.rota.server.api;

import dev.rota.server.access.AccessTable;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An OpenApiRoute shows the description of the API to people and programs. It is kept by hand, one
 * part for each area, in the folder {@code openapi}.
 */
record OpenApiRoute(String document) {
  private static final List<String> PARTS =
      List.of(
          "admin",
          "alerts",
          "archive",
          "batches",
          "dead-letters",
          "doctor",
          "events",
          "graphs",
          "interval-jobs",
          "jobs",
          "operations",
          "pages",
          "plans",
          "queues",
          "scaling",
          "schedules",
          "scrape",
          "server",
          "simulation",
          "targets",
          "templates",
          "tenants",
          "webhooks",
          "windows",
          "workers");
  private static final JsonMapper JSON = new JsonMapper();

  static OpenApiRoute load() {
    ObjectNode whole = part("start");
    PARTS.forEach(name -> join(whole, part(name)));
    whole.get("paths").forEachEntry(OpenApiRoute::tellRoles);
    return new OpenApiRoute(JSON.writeValueAsString(whole));
  }

  /** Each operation carries the role that it needs, from the table that decides it. */
  private static void tellRoles(String path, JsonNode methods) {
    methods.forEachEntry((method, operation) -> {
      if (operation instanceof ObjectNode known && known.has("responses")) {
        known.put("x-role", AccessTable.role(method.toUpperCase(Locale.ROOT), path));
      }
    });
  }

  private static ObjectNode part(String name) {
    var in = OpenApiRoute.class.getResourceAsStream("openapi/" + name + ".json");
    if (in == null) {
      throw new IllegalStateException("openapi/" + name + ".json is not beside OpenApiRoute");
    }
    return (ObjectNode) JSON.readTree(in);
  }

  /** Members of objects and items of lists come together; nothing may be there twice. */
  private static void join(ObjectNode whole, JsonNode part) {
    part.forEachEntry((name, value) -> {
      JsonNode there = whole.get(name);
      if (there == null) {
        whole.set(name, value);
      } else if (there instanceof ArrayNode list) {
        value.forEach(list::add);
      } else if (there instanceof ObjectNode object) {
        join(object, value);
      } else {
        throw new IllegalStateException("Two parts of the document say what " + name + " is");
      }
    });
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get(
        "/openapi.json",
        (request, response) ->
            response.header(HeaderNames.CONTENT_TYPE, "application/json").send(document));
  }
}
