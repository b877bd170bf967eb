package dev.rota.server.templates;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rota.InvalidInput;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A PayloadSchema is a JSON Schema (2020-12 unless it says otherwise) that payloads have to fit. It
 * refers to nothing outside itself: nothing is fetched.
 */
final class PayloadSchema {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Schema OF_SCHEMAS =
      REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

  private final Schema schema;

  private PayloadSchema(Schema schema) {
    this.schema = schema;
  }

  /** Reads a schema; refuses what is none, naming the place. */
  static PayloadSchema of(JsonNode text) {
    checkReferences("schema", text);
    refuse("schema", OF_SCHEMAS.validate(text));
    return new PayloadSchema(REGISTRY.getSchema(text));
  }

  /** Refuses a payload that does not fit, naming the place. */
  void check(JsonNode payload) {
    refuse("payload", schema.validate(payload));
  }

  private static void refuse(String field, List<com.networknt.schema.Error> errors) {
    if (!errors.isEmpty()) {
      com.networknt.schema.Error first = errors.getFirst();
      JsonNode node = first.getInstanceNode();
      throw new InvalidInput(
          field + place(String.valueOf(first.getInstanceLocation())),
          node == null ? "" : node.toString(),
          "must fit the schema: " + first.getMessage());
    }
  }

  /** A JSON pointer as Rota writes places: {@code /items/2/name} is {@code .items[2].name}. */
  private static String place(String pointer) {
    StringBuilder place = new StringBuilder();
    for (String step : pointer.split("/")) {
      if (!step.isEmpty()) {
        String name = step.replace("~1", "/").replace("~0", "~");
        place.append(name.matches("\\d+") ? "[" + name + "]" : "." + name);
      }
    }
    return place.toString();
  }

  private static void checkReferences(String place, JsonNode node) {
    JsonNode reference = node.get("$ref");
    if (reference != null && reference.isString() && !reference.stringValue().startsWith("#")) {
      throw new InvalidInput(
          place + ".$ref", reference.stringValue(), "must refer to a place in the schema itself");
    }
    if (node.isObject()) {
      node.forEachEntry((name, child) -> checkReferences(place + "." + name, child));
    } else {
      node.forEach(child -> checkReferences(place, child));
    }
  }
}
