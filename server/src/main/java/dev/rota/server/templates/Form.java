package dev.rota.server.templates;

import dev.rota.InvalidInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Form is a template made ready to fill in: its members stand where the caller says nothing else,
 * its payload gets a value in every place, and has to fit its schema.
 *
 * @param job what it says of jobs
 * @param parameters the values of places that the caller says nothing of
 * @param places the names of the places in its payload
 */
record Form(
    ObjectNode job,
    Map<String, JsonNode> parameters,
    Set<String> places,
    @Nullable PayloadSchema schema) {

  static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static final String PARAMETERS = "parameters";
  private static final String PAYLOAD = "payload";
  static final String SCHEMA = "schema";

  /** What a template may say of its jobs. */
  static final List<String> OF_JOBS =
      List.of(
          "kind",
          "queue",
          "priority",
          "max_retries",
          "retry",
          "timeout_seconds",
          "limits",
          "tags",
          "requires",
          "concurrency_key",
          "concurrency_limit",
          "metadata",
          "tenant",
          PAYLOAD);

  /** Reads the definition of a template; refuses a schema that is none. */
  static Form of(String field, String definition) {
    ObjectNode said = object(field, definition);
    JsonNode payload = said.get(PAYLOAD);
    return new Form(
        ofJobs(said),
        members(said, PARAMETERS),
        payload == null ? Set.of() : Places.in(payload),
        said.has(SCHEMA) ? PayloadSchema.of(said.get(SCHEMA)) : null);
  }

  /** Refuses values without a place. */
  void checkParameters() {
    parameters.keySet().forEach(this::refuseUnknown);
  }

  /** What a caller asks for, with what the template says where that says nothing. */
  ObjectNode fill(ObjectNode asked) {
    Map<String, JsonNode> values = new LinkedHashMap<>(parameters);
    members(asked, PARAMETERS)
        .forEach((parameter, value) -> {
          refuseUnknown(parameter);
          values.put(parameter, value);
        });
    ObjectNode made = JSON.createObjectNode();
    job.forEachEntry(made::set);
    if (made.has(PAYLOAD) && !asked.has(PAYLOAD)) {
      made.set(PAYLOAD, Places.fill(made.get(PAYLOAD), values));
    }
    asked.forEachEntry((member, value) -> {
      if (!member.equals(Expansion.TEMPLATE) && !member.equals(PARAMETERS)) {
        made.set(member, value);
      }
    });
    if (schema != null) {
      JsonNode payload = made.get(PAYLOAD);
      schema.check(payload == null ? JSON.createObjectNode() : payload);
    }
    return made;
  }

  private static ObjectNode ofJobs(ObjectNode template) {
    ObjectNode job = JSON.createObjectNode();
    template.forEachEntry((member, value) -> {
      if (OF_JOBS.contains(member)) {
        job.set(member, value);
      }
    });
    return job;
  }

  private void refuseUnknown(String parameter) {
    if (!places.contains(parameter)) {
      throw new InvalidInput(
          "parameters." + parameter,
          parameter,
          places.isEmpty()
              ? "is not known: the template has no places"
              : "is not known: the template has places for " + String.join(", ", places));
    }
  }

  private static Map<String, JsonNode> members(ObjectNode object, String member) {
    JsonNode inner = object.get(member);
    if (inner == null || inner.isNull()) {
      return Map.of();
    }
    if (!inner.isObject()) {
      throw new InvalidInput(member, inner, "must be a JSON object");
    }
    Map<String, JsonNode> members = new LinkedHashMap<>();
    inner.forEachEntry(members::put);
    return members;
  }

  static ObjectNode object(String field, String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw new InvalidInput(field, text, "must be JSON: " + e.getOriginalMessage());
    }
    throw new InvalidInput(field, text, "must be a JSON object");
  }
}
