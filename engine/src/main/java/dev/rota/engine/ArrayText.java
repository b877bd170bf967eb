package dev.rota.engine;

import java.util.Collection;

/** Writes arrays of text as PostgreSQL reads them, for arrays inside arrays. */
final class ArrayText {
  private ArrayText() {}

  static String of(Collection<String> texts) {
    StringBuilder array = new StringBuilder("{");
    for (String text : texts) {
      array.append(array.length() > 1 ? ",\"" : "\"");
      array.append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
    return array.append('}').toString();
  }
}
