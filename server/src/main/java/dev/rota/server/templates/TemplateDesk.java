package dev.rota.server.templates;

import dev.rota.InvalidInput;
import dev.rota.engine.templates.Template;
import dev.rota.engine.templates.Templates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A TemplateDesk keeps templates and makes from them what callers ask for: the members of the
 * template stand where the caller says nothing else, its payload has a value in every place, and
 * fits its schema.
 */
public final class TemplateDesk {
  private static final String TEMPLATE = "template";
  private static final String PARAMETERS = "parameters";
  private static final String PAYLOAD = "payload";
  private static final String SCHEMA = "schema";

  /** What a template may say of its jobs. */
  private static final Set<String> OF_JOBS =
      Set.of(
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

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final Templates templates;

  public TemplateDesk(Templates templates) {
    this.templates = templates;
  }

  /** Refuses a schema that is none, and parameters without a place. */
  public static void check(String definition) {
    ObjectNode said = object("body", definition);
    if (said.has(SCHEMA)) {
      PayloadSchema.of(said.get(SCHEMA));
    }
    Set<String> places = places(said);
    members(said, PARAMETERS).keySet().forEach(parameter -> refuseUnknown(parameter, places));
  }

  /** Stores a template if there is nothing to refuse. */
  public Template put(String name, String definition, String actor) {
    check(definition);
    return templates.put(name, definition, actor);
  }

  /**
   * What a caller asks for, with everything in it that names a template made from that; what names
   * none stays to the letter.
   *
   * @param lists members that hold such things themselves, or lists of them
   */
  public String expand(String body, String... lists) {
    if (!body.contains("\"" + TEMPLATE + "\"")) {
      return body;
    }
    ObjectNode asked = object("body", body);
    ObjectNode made = filled("", asked);
    boolean changed = !made.equals(asked);
    for (String member : List.of(lists)) {
      JsonNode inner = made.get(member);
      JsonNode full = inner == null ? null : each(member, inner);
      if (full != null && !full.equals(inner)) {
        made.set(member, full);
        changed = true;
      }
    }
    return changed ? JSON.writeValueAsString(made) : body;
  }

  /** The thing itself, or each one of a list; the same node if none of them names a template. */
  private JsonNode each(String member, JsonNode inner) {
    if (inner instanceof ObjectNode one) {
      return filled(member, one);
    }
    ArrayNode all = JSON.createArrayNode();
    boolean changed = false;
    for (JsonNode one : inner) {
      JsonNode full =
          one instanceof ObjectNode object ? filled(member + "[" + all.size() + "]", object) : one;
      changed |= !full.equals(one);
      all.add(full);
    }
    return changed ? all : inner;
  }

  private ObjectNode filled(String place, ObjectNode asked) {
    try {
      return filled(asked);
    } catch (InvalidInput e) {
      throw place.isEmpty() ? e : e.at(place);
    }
  }

  private ObjectNode filled(ObjectNode asked) {
    JsonNode name = asked.get(TEMPLATE);
    if (name == null) {
      return asked;
    }
    if (!name.isString()) {
      throw new InvalidInput(TEMPLATE, name, "must be the name of a template");
    }
    ObjectNode template = definition(name.stringValue());
    Map<String, JsonNode> parameters = new LinkedHashMap<>(members(template, PARAMETERS));
    Set<String> places = places(template);
    members(asked, PARAMETERS)
        .forEach((parameter, value) -> {
          refuseUnknown(parameter, places);
          parameters.put(parameter, value);
        });
    ObjectNode made = ofJobs(template);
    if (made.has(PAYLOAD) && !asked.has(PAYLOAD)) {
      made.set(PAYLOAD, Places.fill(made.get(PAYLOAD), parameters));
    }
    asked.forEachEntry((member, value) -> {
      if (!member.equals(TEMPLATE) && !member.equals(PARAMETERS)) {
        made.set(member, value);
      }
    });
    if (template.has(SCHEMA)) {
      JsonNode payload = made.get(PAYLOAD);
      PayloadSchema.of(template.get(SCHEMA))
          .check(payload == null ? JSON.createObjectNode() : payload);
    }
    return made;
  }

  private ObjectNode definition(String name) {
    return templates
        .find(name)
        .map(template -> object(TEMPLATE, template.definition()))
        .orElseThrow(
            () -> new InvalidInput(TEMPLATE, name, "must be the name of a template that is there"));
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

  private static Set<String> places(ObjectNode template) {
    JsonNode payload = template.get(PAYLOAD);
    return payload == null ? Set.of() : Places.in(payload);
  }

  private static void refuseUnknown(String parameter, Set<String> places) {
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

  private static ObjectNode object(String field, String text) {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw new InvalidInput(field, text, "must be JSON: " + e.getOriginalMessage());
    }
    throw new InvalidInput(field, text, "must be a JSON object");
  }

  /** One template; refuses a name that is not there. */
  public Template get(String name) {
    return templates.get(name);
  }

  public List<Template> list() {
    return templates.list();
  }

  public void delete(String name, String actor) {
    templates.delete(name, actor);
  }
}
