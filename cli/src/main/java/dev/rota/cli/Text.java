package dev.rota.cli;

/** A Text is what others wrote, made fit for a terminal. */
final class Text {
  private Text() {}

  /** On one line, and without what would command the terminal. */
  static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(line::appendCodePoint);
    return line.toString();
  }

  /** At most so long; what is cut off leaves a mark. */
  static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, Math.max(0, most - 1)) + "…";
  }

  /** Several lines, each made fit. */
  static String lines(String text) {
    StringBuilder lines = new StringBuilder();
    text.lines().forEach(each -> lines.append(line(each.replace("\t", "    "))).append('\n'));
    return lines.toString().stripTrailing();
  }
}
