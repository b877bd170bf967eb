package dev.rota.server.declared;

import dev.rota.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
    return of(node, false);
  }

  /** With the keys in the order of PostgreSQL's jsonb, so that what is stored reads the same. */
  static String sorted(Node node) {
    return of(node, true);
  }

  private static String of(Node node, boolean sorted) {
    return switch (node) {
      case MappingNode mapping -> object(mapping, sorted);
      case SequenceNode sequence -> array(sequence, sorted);
      case ScalarNode scalar -> scalar(scalar);
      default -> throw new IllegalStateException("no such node: " + node.getNodeType());
    };
  }

  private static String object(MappingNode mapping, boolean sorted) {
    List<NodeTuple> tuples = new ArrayList<>(mapping.getValue());
    if (sorted) {
      tuples.sort(
          Comparator.comparingInt((NodeTuple tuple) -> key(tuple).length())
              .thenComparing(YamlJson::key));
    }
    StringJoiner members = new StringJoiner(", ", "{", "}");
    tuples.forEach(
        tuple -> members.add(Json.quote(key(tuple)) + ": " + of(tuple.getValueNode(), sorted)));
    return members.toString();
  }

  private static String key(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode name ? name.getValue() : "";
  }

  private static String array(SequenceNode sequence, boolean sorted) {
    StringJoiner elements = new StringJoiner(", ", "[", "]");
    sequence.getValue().forEach(each -> elements.add(of(each, sorted)));
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
