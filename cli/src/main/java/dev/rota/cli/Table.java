package dev.rota.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Table is rows under headers, in columns as wide as what is in them; the widest give way where
 * the terminal is too narrow. A header that begins with {@code >} has its column to the right.
 */
final class Table {
  private static final int NARROWEST = 6;
  private static final String GAP = "  ";

  private final String[] headers;
  private final List<Cell[]> rows = new ArrayList<>();

  Table(String... headers) {
    this.headers = headers;
  }

  Table row(@Nullable Object... values) {
    rows.add(Arrays.stream(values).map(Cell::of).toArray(Cell[]::new));
    return this;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  List<String> lines(Terminal terminal) {
    int[] widths = widths(terminal.width());
    List<String> lines = new ArrayList<>();
    lines.add(line(titles(), widths, terminal.colours()));
    rows.forEach(row -> lines.add(line(row, widths, terminal.colours())));
    return lines;
  }

  private Cell[] titles() {
    return Arrays.stream(headers)
        .map(header -> new Cell(isRight(header) ? header.substring(1) : header, Style.BOLD))
        .toArray(Cell[]::new);
  }

  private static boolean isRight(String header) {
    return header.startsWith(">");
  }

  private int[] widths(int most) {
    int[] widths = new int[headers.length];
    Cell[] titles = titles();
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Math.max(
              titles[i].text().length(),
              rows.stream().mapToInt(row -> row[column].text().length()).max().orElse(0));
    }
    int left = most - GAP.length() * (widths.length - 1);
    while (Arrays.stream(widths).sum() > left && narrow(widths)) {}
    return widths;
  }

  /** Takes from the widest; tells whether there was something to take. */
  private static boolean narrow(int[] widths) {
    int widest = 0;
    for (int i = 1; i < widths.length; i++) {
      widest = widths[i] > widths[widest] ? i : widest;
    }
    widths[widest]--;
    return widths[widest] > NARROWEST;
  }

  private String line(Cell[] row, int[] widths, boolean colours) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String text = Text.cut(row[i].text(), widths[i]);
      String space = " ".repeat(widths[i] - text.length());
      String painted = colours ? row[i].style().paint(text) : text;
      boolean isLast = i == row.length - 1;
      line.append(isRight(headers[i]) ? space + painted : isLast ? painted : painted + space)
          .append(isLast ? "" : GAP);
    }
    return line.toString().stripTrailing();
  }
}
