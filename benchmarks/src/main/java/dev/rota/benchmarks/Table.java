package dev.rota.benchmarks;

import dev.rota.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Table is the rows of a run, to be read by people or by programs. */
record Table(String machine, List<Row> rows) {
  private static final List<String> TITLES =
      List.of("workload", "measure", "number", "", "bar", "reached");

  /** Columns under titles, as wide as they must be. */
  String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(TITLES);
    rows.forEach(row -> lines.add(cells(row)));
    int[] widths = new int[TITLES.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder(machine).append("\n\n");
    for (List<String> line : lines) {
      StringBuilder one = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String left = i == 2 ? "" : "-";
        one.append(("%" + left + Math.max(1, widths[i]) + "s  ").formatted(line.get(i)));
      }
      text.append(one.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static List<String> cells(Row row) {
    Boolean reached = row.reached();
    return List.of(
        row.workload(),
        row.measure(),
        Figures.of(row.value()),
        row.unit(),
        row.bar() == null ? "" : row.bar().toString(),
        reached == null ? "" : reached ? "yes" : "NO");
  }

  String json() {
    StringBuilder json = new StringBuilder();
    json.append("{\"machine\": ").append(Json.quote(machine)).append(", \"rows\": [");
    String separator = "\n  ";
    for (Row row : rows) {
      json.append(separator).append(json(row));
      separator = ",\n  ";
    }
    return json.append("\n]}\n").toString();
  }

  private static String json(Row row) {
    return "{\"workload\": %s, \"measure\": %s, \"value\": %s, \"unit\": %s, \"bar\": %s, \"reached\": %s, \"note\": %s}"
        .formatted(
            Json.quote(row.workload()),
            Json.quote(row.measure()),
            Double.isFinite(row.value()) ? String.format(Locale.ROOT, "%.4f", row.value()) : "null",
            Json.quote(row.unit()),
            row.bar() == null ? "null" : Json.quote(row.bar().toString()),
            row.reached(),
            Json.quote(row.note()));
  }
}
