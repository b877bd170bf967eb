package dev.rota.server.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** RandomValues are made from the schemas of a document, right ones and wrong ones. */
final class RandomValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> TEXTS =
      List.of(
          "a",
          "mail",
          "crawl",
          "subreddit",
          "1h",
          "@daily",
          "30 2 * * *",
          "UTC",
          "Europe/Amsterdam",
          "09:30",
          "file",
          "http://127.0.0.1:1/",
          "SELECT 1",
          "",
          " ",
          "é\u0301😀",
          "\u0000",
          "\ud800",
          "'; DROP TABLE rota.job; --",
          "{target}",
          "x".repeat(250),
          "2030-01-01T00:00:00Z",
          "null",
          "-1");
  private static final List<String> NUMBERS =
      List.of("0", "1", "-1", "5", "50", "100", "101", "2147483648", "1e3", "0.5", "1e400", "-0.0");

  private final JsonNode document;
  private final Random random;
  private final List<String> ids = new ArrayList<>(List.of("1", "2", "mail"));

  RandomValues(JsonNode document, Random random) {
    this.document = document;
    this.random = random;
  }

  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  String text() {
    return pick(TEXTS);
  }

  String id() {
    return pick(ids);
  }

  /** Learns the ids that an answer tells, so that later requests name things that are there. */
  void learn(JsonNode answer) {
    for (String name : List.of("id", "job_id", "name", "fence", "next_cursor")) {
      JsonNode value = answer.findValue(name);
      if (value != null && value.isValueNode() && !value.isNull()) {
        if (ids.size() > 200) {
          ids.remove(random.nextInt(ids.size()));
        }
        ids.add(value.asString());
      }
    }
  }

  /** A value of a schema, now and then one of another. */
  JsonNode value(String name, JsonNode schema, int depth) {
    if (chance(0.08)) {
      return wrong(depth);
    }
    if (name.equals("wait_seconds")) {
      return NODES.numberNode(0.01);
    }
    if (schema.has("$ref")) {
      return value(name, document.at(schema.get("$ref").asString().substring(1)), depth);
    }
    if (schema.has("enum")) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> list(name, schema, depth);
      case "integer" -> NODES.numberNode(number(schema));
      case "number" -> NODES.numberNode(number(schema) / 2.0);
      case "boolean" -> NODES.booleanNode(random.nextBoolean());
      case "null" -> NODES.nullNode();
      case "string" -> NODES.stringNode(string(name, schema));
      default -> wrong(depth);
    };
  }

  private String string(String name, JsonNode schema) {
    if (schema.path("format").asString("").equals("date-time")) {
      return "20%02d-01-31T00:00:00Z".formatted(random.nextInt(100));
    }
    boolean isId = name.endsWith("id") || name.equals("fence") || name.equals("name");
    return isId && chance(0.6) ? id() : text();
  }

  private long number(JsonNode schema) {
    long least = schema.path("minimum").asLong(0);
    long most = Math.min(schema.path("maximum").asLong(100), least + 1000);
    return random.nextLong(least, most + 1);
  }

  private String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray()
        ? type.get(random.nextInt(type.size())).asString()
        : type.asString("anything");
  }

  private ObjectNode object(JsonNode schema, int depth) {
    ObjectNode object = NODES.objectNode();
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    schema
        .path("properties")
        .forEachEntry((name, part) -> {
          if (depth < 6 && chance(required.contains(name) ? 0.95 : 0.25)) {
            object.set(name, value(name, part, depth + 1));
          }
        });
    if (chance(0.03)) {
      object.put("unheard_of", 1);
    }
    return object;
  }

  private ArrayNode list(String name, JsonNode schema, int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = random.nextInt(4); i > 0 && depth < 6; i--) {
      list.add(value(name, schema.path("items"), depth + 1));
    }
    return list;
  }

  private JsonNode wrong(int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.stringNode(text());
      case 2 -> new JsonMapper().readTree("[" + pick(NUMBERS) + "]").get(0);
      case 3 -> NODES.objectNode().put("a", text());
      case 4 -> NODES.arrayNode().add(depth);
      default -> NODES.booleanNode(true);
    };
  }
}
