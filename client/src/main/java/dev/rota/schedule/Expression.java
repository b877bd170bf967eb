package dev.rota.schedule;

import dev.rota.InvalidInput;

/** An Expression is the text of a trigger as somebody wrote it, and the field it was written in. */
record Expression(String field, String text) {
  private static final int LONGEST = 500;
  private static final int SHOWN = 40;

  Expression {
    if (text.length() > LONGEST) {
      throw new InvalidInput(
          field, text, "must be at most " + LONGEST + " characters, is " + text.length());
    }
  }

  /** The refusal of the whole. */
  InvalidInput wrong(String rule) {
    return new InvalidInput(field, text, rule);
  }

  /** The refusal of one part: what it is, the text of it, where that is, and the rule. */
  InvalidInput wrong(String part, int from, int to, String rule) {
    String value = from < to ? " \"" + shown(from, to) + "\"" : "";
    return wrong(part + value + " at position " + from + " " + rule);
  }

  private String shown(int from, int to) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.substring(from, Math.min(to, from + SHOWN)).toCharArray()) {
      shown.append(Character.isISOControl(c) ? '?' : c);
    }
    return shown.append(to - from > SHOWN ? "…" : "").toString();
  }
}
