package dev.rota.server.templates;

import dev.rota.InvalidInput;
import dev.rota.engine.templates.Templates;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An Expansion makes of the bodies of one request what their templates say. A template is read
 * once, however many lines name it, so that all of them are made from the same one.
 */
public final class Expansion {
  static final String TEMPLATE = "template";

  private final Templates templates;
  private final Map<String, Form> forms = new HashMap<>();

  Expansion(Templates templates) {
    this.templates = templates;
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
    ObjectNode asked = Form.object("body", body);
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
    return changed ? Form.JSON.writeValueAsString(made) : body;
  }

  /** The thing itself, or each one of a list; the same node if none of them names a template. */
  private JsonNode each(String member, JsonNode inner) {
    if (inner instanceof ObjectNode one) {
      return filled(member, one);
    }
    ArrayNode all = Form.JSON.createArrayNode();
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
    return forms.computeIfAbsent(name.stringValue(), this::form).fill(asked);
  }

  private Form form(String name) {
    return templates
        .find(name)
        .map(template -> Form.of(TEMPLATE, template.definition()))
        .orElseThrow(
            () -> new InvalidInput(TEMPLATE, name, "must be the name of a template that is there"));
  }
}
