package dev.rota.server.declared;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.schedule.DurationText;
import dev.rota.server.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A Section is a mapping in the file: values by key, and for each the path and line to blame. */
final class Section {
  private static final Node NOTHING = new ScalarNode(Tag.NULL, "", ScalarStyle.PLAIN);

  private final String file;
  private final String path;
  private final int line;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();

  Section(String file, String path, Node node) {
    this.file = file;
    this.path = path;
    this.line = line(node);
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(this::add);
    } else if (!isNothing(node)) {
      throw new DeclarationException(file, line, path + ": must be a mapping of keys to values");
    }
  }

  static Section empty(String file) {
    return new Section(file, "", NOTHING);
  }

  private void add(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      throw new DeclarationException(
          file, line(tuple.getKeyNode()), path + ": a key must be a word");
    }
    if (values.put(key.getValue(), tuple.getValueNode()) != null) {
      throw new DeclarationException(file, line(key), path(key.getValue()) + ": is there twice");
    }
    lines.put(key.getValue(), line(key));
  }

  Set<String> keys() {
    return values.keySet();
  }

  /** Refuses keys that are not known, with the one that was meant, most likely. */
  Section only(Collection<String> known) {
    for (String key : keys()) {
      if (!known.contains(key)) {
        throw new DeclarationException(
            file,
            lines.getOrDefault(key, line),
            path(key) + ": is no known key; did you mean " + Nearest.of(key, known) + "?");
      }
    }
    return this;
  }

  /** Reads something from this section; what it refuses is refused with its place. */
  <T> T read(Function<Section, T> reader) {
    try {
      return reader.apply(this);
    } catch (InvalidInput e) {
      throw refused(e);
    }
  }

  DeclarationException refused(InvalidInput e) {
    String key = e.field().replaceFirst("[.\\[].*", "");
    String message = path.isEmpty() ? e.getMessage() : e.at(path).getMessage();
    return new DeclarationException(file, lines.getOrDefault(key, line), String.valueOf(message));
  }

  /** The sections in this one, by their keys. */
  Map<String, Section> sections() {
    Map<String, Section> sections = new LinkedHashMap<>();
    values.forEach((key, node) -> sections.put(key, new Section(file, path(key), node)));
    return sections;
  }

  /** The section under a key; an empty one, if there is none. */
  Section section(String key) {
    Node node = values.get(key);
    return new Section(file, path(key), node == null ? NOTHING : node);
  }

  /** The elements under a key: sections, or single words under the key that is given. */
  List<Section> elements(String key, String wordKey) {
    List<Section> elements = new ArrayList<>();
    for (Node node : sequence(key)) {
      String place = path(key) + "[" + elements.size() + "]";
      elements.add(
          node instanceof ScalarNode word
              ? ofWord(place, wordKey, word)
              : new Section(file, place, node));
    }
    return elements;
  }

  private Section ofWord(String place, String key, ScalarNode word) {
    Section section = new Section(file, place, NOTHING);
    section.values.put(key, word);
    section.lines.put(key, line(word));
    return section;
  }

  boolean has(String key) {
    Node node = values.get(key);
    return node != null && !isNothing(node);
  }

  @Nullable String text(String key) {
    Node node = values.get(key);
    if (node == null || isNothing(node)) {
      return null;
    }
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw new InvalidInput(key, YamlJson.of(node), "must be a single value");
  }

  String text(String key, String otherwise) {
    String text = text(key);
    return text == null ? otherwise : text;
  }

  /** A value that must be there. */
  String required(String key) {
    String text = text(key);
    if (text == null) {
      throw new InvalidInput(key, "", "must be set");
    }
    return text;
  }

  boolean flag(String key, boolean otherwise) {
    return switch (text(key, String.valueOf(otherwise))) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidInput(key, text(key, ""), "must be true or false");
    };
  }

  @Nullable Integer integer(String key) {
    String text = text(key);
    return text == null ? null : integer(key, text);
  }

  /** A number, or several in a list, which are added up. */
  @Nullable Integer sum(String key) {
    if (!(values.get(key) instanceof SequenceNode)) {
      return integer(key);
    }
    return texts(key).stream().mapToInt(each -> integer(key, each)).sum();
  }

  double decimal(String key, double otherwise) {
    String text = text(key);
    try {
      return text == null ? otherwise : new BigDecimal(text.strip()).doubleValue();
    } catch (NumberFormatException e) {
      throw new InvalidInput(key, String.valueOf(text), "must be a number");
    }
  }

  @Nullable Duration duration(String key) {
    String text = text(key);
    return text == null ? null : DurationText.parse(key, text);
  }

  @Nullable Instant instant(String key) {
    String text = text(key);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new InvalidInput(key, String.valueOf(text), "must be as in 2026-05-01T08:00:00Z");
    }
  }

  /** Words in a list, or a single one. */
  List<String> texts(String key) {
    if (values.get(key) instanceof ScalarNode) {
      String text = text(key);
      return text == null ? List.of() : List.of(text);
    }
    List<String> texts = new ArrayList<>();
    for (Node node : sequence(key)) {
      if (!(node instanceof ScalarNode scalar)) {
        throw new InvalidInput(key, YamlJson.of(node), "must be a list of single values");
      }
      texts.add(scalar.getValue());
    }
    return texts;
  }

  /** A value of any shape as JSON; text is taken for JSON already. */
  String json(String key, String otherwise) {
    return json(key, otherwise, YamlJson::of);
  }

  /** All that is under this section as one JSON object, texts as texts. */
  String whole() {
    return values.entrySet().stream()
        .map(one -> Json.quote(one.getKey()) + ":" + YamlJson.of(one.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** The same as PostgreSQL gives it back from jsonb. */
  String sortedJson(String key, String otherwise) {
    return json(key, otherwise, YamlJson::sorted);
  }

  private String json(String key, String otherwise, Function<Node, String> writer) {
    Node node = values.get(key);
    if (node == null || isNothing(node)) {
      return otherwise;
    }
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)
        ? scalar.getValue()
        : writer.apply(node);
  }

  private static int integer(String key, String text) {
    try {
      return new BigDecimal(text.strip()).intValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new InvalidInput(key, text, "must be a whole number");
    }
  }

  private List<Node> sequence(String key) {
    Node node = values.get(key);
    if (node == null || isNothing(node)) {
      return List.of();
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    throw new DeclarationException(
        file, lines.getOrDefault(key, line), path(key) + ": must be a list");
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static boolean isNothing(Node node) {
    return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
