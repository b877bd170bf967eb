package dev.rota.server.templates;

import dev.rota.InvalidInput;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Places are where a payload has {@code {{name}}}: a text that is nothing else becomes the value of
 * the parameter, whatever it is; in a longer text it becomes the text of it.
 */
final class Places {
  private static final Pattern PLACE =
      Pattern.compile("\\{\\{\\s*([A-Za-z_][A-Za-z0-9_.-]*)\\s*}}");
  private static final JsonMapper JSON = new JsonMapper();

  private Places() {}

  /** The names of the parameters that a payload has places for. */
  static Set<String> in(JsonNode payload) {
    Set<String> names = new TreeSet<>();
    collect(payload, names);
    return names;
  }

  private static void collect(JsonNode node, Set<String> names) {
    if (node.isString()) {
      PLACE.matcher(node.stringValue()).results().forEach(place -> names.add(place.group(1)));
    }
    node.forEach(child -> collect(child, names));
  }

  /** The payload with a value in every place. */
  static JsonNode fill(JsonNode payload, Map<String, JsonNode> parameters) {
    return switch (payload) {
      case StringNode text -> fill(text.stringValue(), parameters);
      case ObjectNode object -> {
        ObjectNode filled = JSON.createObjectNode();
        object.forEachEntry((name, value) -> filled.set(name, fill(value, parameters)));
        yield filled;
      }
      case ArrayNode array -> {
        ArrayNode filled = JSON.createArrayNode();
        array.forEach(value -> filled.add(fill(value, parameters)));
        yield filled;
      }
      default -> payload;
    };
  }

  private static JsonNode fill(String text, Map<String, JsonNode> parameters) {
    Matcher whole = PLACE.matcher(text);
    if (whole.matches()) {
      return value(whole.group(1), parameters);
    }
    return StringNode.valueOf(
        PLACE
            .matcher(text)
            .replaceAll(place -> {
              JsonNode value = value(place.group(1), parameters);
              return Matcher.quoteReplacement(
                  value.isString() ? value.stringValue() : value.toString());
            }));
  }

  private static JsonNode value(String name, Map<String, JsonNode> parameters) {
    JsonNode value = parameters.get(name);
    if (value == null) {
      throw new InvalidInput(
          "parameters." + name, "", "must be given: the template has a place for it");
    }
    return value;
  }
}
