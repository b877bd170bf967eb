package dev.rota;

/**
 * Checks that text is JSON as RFC 8259 has it, and writes JSON strings. Payloads travel as text and
 * are never turned into objects here, so a check is all that is needed, and the client needs no
 * JSON library for it.
 */
public final class Json {
  private static final int DEEPEST = 512;

  private final String text;
  private final String field;
  private int at;

  private Json(String field, String text) {
    this.field = field;
    this.text = text;
  }

  /** Refuses text that is not one JSON value. */
  public static void check(String field, String text) {
    new Json(field, text).document();
  }

  /** Refuses text that is not one JSON object. */
  public static void checkObject(String field, String text) {
    Json json = new Json(field, text);
    json.space();
    if (json.at == text.length() || text.charAt(json.at) != '{') {
      throw json.wrong("must be a JSON object");
    }
    check(field, text);
  }

  /** The text as a JSON string, quotes included. */
  public static String quote(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < 0x20) {
            json.append(String.format("\\u%04x", (int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private void document() {
    value(0);
    space();
    if (at < text.length()) {
      throw wrong("must be one JSON value");
    }
  }

  private void value(int depth) {
    if (depth > DEEPEST) {
      throw wrong("must not nest deeper than " + DEEPEST);
    }
    space();
    if (at == text.length()) {
      throw wrong("must be JSON");
    }
    switch (text.charAt(at)) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    }
  }

  private void object(int depth) {
    at++;
    space();
    if (next('}')) {
      return;
    }
    do {
      space();
      string();
      space();
      expect(':');
      value(depth + 1);
      space();
    } while (next(','));
    expect('}');
  }

  private void array(int depth) {
    at++;
    space();
    if (next(']')) {
      return;
    }
    do {
      value(depth + 1);
      space();
    } while (next(','));
    expect(']');
  }

  private void string() {
    expect('"');
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return;
      }
      if (c < 0x20) {
        at--;
        throw wrong("must be JSON: a control character in a string is written as an escape");
      }
      if (c == '\\') {
        escape();
      } else if (Character.isSurrogate(c)) {
        surrogate(c);
      }
    }
    throw wrong("must be JSON: a string is not closed");
  }

  private void escape() {
    char c = at < text.length() ? text.charAt(at++) : ' ';
    if (c == 'u') {
      int unit = hex();
      if (unit == 0) {
        throw wrong("must not hold \\u0000, which PostgreSQL cannot store");
      }
      if (Character.isLowSurrogate((char) unit)) {
        throw wrong("must be JSON: half of a surrogate pair");
      }
      if (Character.isHighSurrogate((char) unit)) {
        if (!(next('\\') && next('u') && Character.isLowSurrogate((char) hex()))) {
          throw wrong("must be JSON: half of a surrogate pair");
        }
      }
    } else if ("\"\\/bfnrt".indexOf(c) < 0) {
      at--;
      throw wrong("must be JSON: no such escape");
    }
  }

  private void surrogate(char first) {
    boolean pair =
        Character.isHighSurrogate(first)
            && at < text.length()
            && Character.isLowSurrogate(text.charAt(at));
    if (!pair) {
      throw wrong("must be valid Unicode: half of a surrogate pair");
    }
    at++;
  }

  private int hex() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0) {
        throw wrong("must be JSON: \\u takes four hexadecimal digits");
      }
      at++;
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private void number() {
    next('-');
    if (!next('0')) {
      digits();
    }
    if (next('.')) {
      digits();
    }
    if (next('e') || next('E')) {
      if (!next('+')) {
        next('-');
      }
      digits();
    }
  }

  private void digits() {
    int from = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == from) {
      throw wrong("must be JSON");
    }
  }

  private void word(String word) {
    if (!text.startsWith(word, at)) {
      throw wrong("must be JSON");
    }
    at += word.length();
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean next(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!next(c)) {
      throw wrong("must be JSON: expected " + c);
    }
  }

  private InvalidInput wrong(String rule) {
    return new InvalidInput(field, text, rule + " (at position " + at + ")");
  }
}
