package dev.rota.server.declared;

import dev.rota.Json;
import java.util.StringJoiner;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes parts of a YAML file as JSON; numbers keep their digits. */
final class YamlJson {
  private YamlJson() {}

  static String of(Node node) {
    return switch (node) {
      case MappingNode mapping -> object(mapping);
      case SequenceNode sequence -> array(sequence);
      case ScalarNode scalar -> scalar(scalar);
      default -> throw new IllegalStateException("no such node: " + node.getNodeType());
    };
  }

  private static String object(MappingNode mapping) {
    StringJoiner members = new StringJoiner(", ", "{", "}");
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode name ? name.getValue() : "";
      members.add(Json.quote(key) + ": " + of(tuple.getValueNode()));
    }
    return members.toString();
  }

  private static String array(SequenceNode sequence) {
    StringJoiner elements = new StringJoiner(", ", "[", "]");
    sequence.getValue().forEach(each -> elements.add(of(each)));
    return elements.toString();
  }

  private static String scalar(ScalarNode scalar) {
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return "null";
    }
    boolean literal = tag.equals(Tag.BOOL) || tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
    return literal && isJson(scalar.getValue()) ? scalar.getValue() : Json.quote(scalar.getValue());
  }

  private static boolean isJson(String text) {
    try {
      Json.check("value", text);
      return true;
    } catch (dev.rota.InvalidInput e) {
      return false;
    }
  }
}
