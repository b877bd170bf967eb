package dev.rota.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A Table is rows under headers, in columns as wide as what is in them; where the terminal is too
 * narrow, the widest give way. Marks before a header tell of its column: {@code >} it stands to the
 * right, {@code !} it is never cut, {@code ?} it is left out first if it says nothing but 0.
 */
final class Table {
  private static final int NARROWEST = 6;
  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<Cell[]> rows = new ArrayList<>();

  Table(String... headers) {
    this.columns = Arrays.stream(headers).map(Column::of).toList();
  }

  private record Column(String title, boolean isRight, boolean isWhole, boolean isOptional) {
    static Column of(String header) {
      String title = header.replaceFirst("^[>!?]+", "");
      String marks = header.substring(0, header.length() - title.length());
      return new Column(title, marks.contains(">"), marks.contains("!"), marks.contains("?"));
    }
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
    Cell[] titles =
        columns.stream().map(column -> new Cell(column.title(), Style.BOLD)).toArray(Cell[]::new);
    lines.add(line(titles, widths, terminal.colours()));
    rows.forEach(row -> lines.add(line(row, widths, terminal.colours())));
    return lines;
  }

  /** How wide each column is; 0 if it is left out. */
  private int[] widths(int most) {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(columns.get(i).title().length(), cells(i).max().orElse(0));
    }
    for (int i = 0; i < widths.length; i++) {
      if (width(widths) > most && columns.get(i).isOptional() && saysNothing(i)) {
        widths[i] = 0;
      }
    }
    while (width(widths) > most && narrow(widths)) {}
    return widths;
  }

  private IntStream cells(int column) {
    return rows.stream().mapToInt(row -> row[column].text().length());
  }

  private boolean saysNothing(int column) {
    return rows.stream().allMatch(row -> row[column].text().matches("0?"));
  }

  private static int width(int[] widths) {
    long shown = Arrays.stream(widths).filter(width -> width > 0).count();
    return Arrays.stream(widths).sum() + GAP.length() * (int) (shown - 1);
  }

  /** Takes from the widest that may be cut; tells whether there was something to take. */
  private boolean narrow(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean isWider = widest < 0 || widths[i] > widths[widest];
      widest = !columns.get(i).isWhole() && isWider ? i : widest;
    }
    if (widest < 0 || widths[widest] <= NARROWEST) {
      return false;
    }
    widths[widest]--;
    return true;
  }

  private String line(Cell[] row, int[] widths, boolean colours) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      if (widths[i] > 0) {
        String text = Text.cut(row[i].text(), widths[i]);
        String space = " ".repeat(widths[i] - text.length());
        String painted = colours ? row[i].style().paint(text) : text;
        boolean isLast = i == row.length - 1;
        line.append(columns.get(i).isRight() ? space + painted : isLast ? painted : painted + space)
            .append(isLast ? "" : GAP);
      }
    }
    return line.toString().stripTrailing();
  }
}
