package dev.rota.engine.scheduler;

import dev.rota.Json;
import dev.rota.RotaException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A SourceText is what a file or an endpoint gave, as JSON: it may be JSON already, a JSON object
 * per line, comma-separated values under a header, or one name per line.
 */
final class SourceText {
  private static final Set<String> COLUMNS =
      Set.of("kind", "external_id", "id", "name", "url", "active", "approved");

  private SourceText() {}

  static String json(String text) {
    String stripped = text.startsWith("\uFEFF") ? text.substring(1).strip() : text.strip();
    if (stripped.startsWith("[")) {
      return stripped;
    }
    if (stripped.startsWith("{")) {
      return isJson(stripped) ? whole(stripped) : array(lines(stripped));
    }
    List<List<String>> records = records(stripped);
    return records.isEmpty() ? "[]" : isHeader(records.get(0)) ? table(records) : names(records);
  }

  /** One object: an answer with the member "targets", or a single line of a file. */
  private static String whole(String object) {
    return object.contains("\"targets\"") ? object : "[" + object + "]";
  }

  private static boolean isJson(String text) {
    try {
      Json.check("targets", text);
      return true;
    } catch (RotaException e) {
      return false;
    }
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static String array(List<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  private static boolean isHeader(List<String> first) {
    Set<String> names = new HashSet<>(lower(first));
    return names.contains("external_id") || names.contains("id");
  }

  private static String names(List<List<String>> records) {
    List<String> names = new ArrayList<>();
    for (List<String> record : records) {
      String name = record.get(0);
      if (record.size() > 1) {
        throw new RotaException(
            "source-unreadable",
            "the first line must be a header with external_id, or each line one name; is "
                + record);
      }
      if (!name.startsWith("#")) {
        names.add(Json.quote(name));
      }
    }
    return array(names);
  }

  private static String table(List<List<String>> records) {
    List<String> header = lower(records.get(0));
    for (String column : header) {
      if (!COLUMNS.contains(column)) {
        throw new RotaException(
            "source-unreadable",
            "the header has a column "
                + column
                + ", known are external_id, name, url, active, approved, kind");
      }
    }
    List<String> objects = new ArrayList<>();
    for (List<String> record : records.subList(1, records.size())) {
      objects.add(object(header, record, objects.size() + 2));
    }
    return array(objects);
  }

  private static String object(List<String> header, List<String> record, int number) {
    if (record.size() != header.size()) {
      throw new RotaException(
          "source-unreadable",
          "record " + number + " has " + record.size() + " values, the header " + header.size());
    }
    StringJoiner members = new StringJoiner(",", "{", "}");
    for (int i = 0; i < record.size(); i++) {
      if (!record.get(i).isEmpty()) {
        members.add(Json.quote(header.get(i)) + ":" + Json.quote(record.get(i)));
      }
    }
    return members.toString();
  }

  private static List<String> lower(List<String> words) {
    return words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
  }

  /** Records of comma-separated values; what is in quotes may hold commas, lines and "" for ". */
  static List<List<String>> records(String text) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : '\n';
      if (quoted) {
        if (i == text.length()) {
          throw new RotaException("source-unreadable", "a value in quotes is not closed");
        }
        if (c != '"') {
          value.append(c);
        } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
          value.append('"');
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"' && value.toString().isBlank()) {
        value.setLength(0);
        quoted = true;
      } else if (c == ',' || c == '\n') {
        record.add(value.toString().strip());
        value.setLength(0);
        if (c == '\n') {
          addUnlessBlank(records, record);
          record = new ArrayList<>();
        }
      } else {
        value.append(c);
      }
    }
    return records;
  }

  private static void addUnlessBlank(List<List<String>> records, List<String> record) {
    if (record.size() > 1 || !record.get(0).isEmpty()) {
      records.add(record);
    }
  }
}
