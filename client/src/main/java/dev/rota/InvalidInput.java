package dev.rota;

/**
 * An InvalidInput is a refusal of a value before anything is stored: it names field, value and
 * rule.
 */
public final class InvalidInput extends RotaException {
  private static final int SHOWN = 80;

  private final String field;
  private final String rule;

  public InvalidInput(String field, Object value, String rule) {
    super("invalid-input", field + " " + shown(value) + ": " + rule);
    this.field = field;
    this.rule = rule;
  }

  private InvalidInput(String field, String message, String rule) {
    super("invalid-input", message);
    this.field = field;
    this.rule = rule;
  }

  /** A refusal that somebody else has put into words. */
  public static InvalidInput told(String field, String message, String rule) {
    return new InvalidInput(field, message, rule);
  }

  public String field() {
    return field;
  }

  public String rule() {
    return rule;
  }

  /** The same refusal for a value inside a list, as in {@code jobs[3].priority}. */
  public InvalidInput at(String path) {
    return new InvalidInput(path + "." + field, path + "." + getMessage(), rule);
  }

  private static String shown(Object value) {
    String text = String.valueOf(value);
    StringBuilder shown = new StringBuilder("\"");
    for (int i = 0; i < Math.min(SHOWN, text.length()); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c == 0x7f) {
        shown.append(String.format("\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.append(text.length() > SHOWN ? "…\"" : "\"").toString();
  }
}
