package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The Picture is the contestants side by side, as an SVG for light and for dark pages. */
final class Picture {
  private static final int WIDTH = 860;
  private static final int PANEL = 420;
  private static final int NAMES = 145;
  private static final int BARS = 190;
  private static final int STEP = 20;
  private static final int TIME = 310;
  private static final int HEIGHT = 150;

  private final Results results;
  private final StringBuilder svg = new StringBuilder();

  private Picture(Results results) {
    this.results = results;
  }

  static String of(Results results) {
    return new Picture(results).draw();
  }

  private String draw() {
    int row = 46 + STEP * (Entrant.ALL.size() + 1);
    bars(0, 0, "drain, jobs/s", "drain", "rate", false);
    bars(PANEL + 20, 0, "sustained, jobs/s", "sustained", "rate", false);
    bars(0, row, "bulk enqueue, jobs/s", "enqueue", "bulk", false);
    bars(PANEL + 20, row, "single enqueues, 8 callers, jobs/s", "enqueue", "single8", false);
    bars(0, 2 * row, "start in process, p50, ms (log)", "latency", "near50", true);
    bars(PANEL + 20, 2 * row, "start across processes, p50, ms (log)", "latency", "far50", true);
    lines(0, 3 * row, "with a pinned reader, jobs/s over time", "pinned-reader");
    lines(PANEL + 20, 3 * row, "with a pinned writer, jobs/s over time", "pinned-writer");
    return head(3 * row + 220) + svg + "</svg>\n";
  }

  private static String head(int height) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
    <style>
      text { fill: #24292f; } .title { font-weight: bold; }
      .rota { fill: #0969da; } .other { fill: #9aa4af; } .axis { stroke: #9aa4af; }
      .line { fill: none; stroke: #9aa4af; stroke-width: 1.5; } .line.first { stroke: #0969da; stroke-width: 2.5; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; } .rota { fill: #4493f8; } .other { fill: #6e7681; }
        .line { stroke: #6e7681; } .line.first { stroke: #4493f8; }
      }
    </style>
    """
        .formatted(WIDTH, height);
  }

  /** A bar for each contestant; the longest is the most. */
  private void bars(int x, int y, String title, String workload, String figure, boolean log) {
    text(x, y + 18, "title", title);
    List<Entrant> entrants =
        workload.equals("drain")
            ? Stream.concat(Entrant.ALL.stream(), Stream.of(Entrant.RAW)).toList()
            : Entrant.ALL;
    double most =
        entrants.stream()
            .mapToDouble(e -> results.median(workload, e, figure))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    int top = y + 28;
    for (Entrant entrant : entrants) {
      double number = results.median(workload, entrant, figure);
      text(x, top + 13, "", entrant.label());
      if (Double.isFinite(number)) {
        double share = log ? Math.log1p(number * 10) / Math.log1p(most * 10) : number / most;
        int length = (int) Math.max(1, BARS * share);
        add(
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\" rx=\"2\"/>"
                .formatted(entrant == Entrant.ROTA ? "rota" : "other", x + NAMES, top + 2, length));
        text(x + NAMES + length + 6, top + 13, "", Figures.of(number));
      } else {
        text(x + NAMES, top + 13, "", "–");
      }
      top += STEP;
    }
  }

  /** A line for each contestant, each over its own time: does it fall? */
  private void lines(int x, int y, String title, String workload) {
    text(x, y + 18, "title", title);
    add("<path class=\"axis\" d=\"M%d %dh%d\"/>".formatted(x, y + 190, TIME));
    double most =
        Entrant.ALL.stream()
            .flatMap(e -> results.line(workload, e).stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(1);
    List<Entrant> lowestFirst =
        Entrant.ALL.stream()
            .filter(e -> results.line(workload, e).size() > 1)
            .sorted(Comparator.comparingDouble(e -> results.line(workload, e).getLast()))
            .toList();
    double label = y + 207;
    for (Entrant entrant : lowestFirst) {
      List<Double> line = results.line(workload, entrant);
      add(
          "<polyline class=\"line%s\" points=\"%s\"/>"
              .formatted(entrant == Entrant.ROTA ? " first" : "", points(x, y + 190, line, most)));
      // Names stand above each other where lines end at the same height.
      label = Math.min(label - 13, y + 194 - HEIGHT * line.getLast() / most);
      text(x + TIME + 5, (int) label, "", entrant.word());
    }
    text(x, y + 208, "", "Rota: ten minutes; peers: two; the axis begins at 0");
  }

  private static String points(int left, int bottom, List<Double> line, double most) {
    return IntStream.range(0, line.size())
        .mapToObj(i ->
            "%d,%d"
                .formatted(
                    left + TIME * i / (line.size() - 1),
                    Math.round(bottom - HEIGHT * line.get(i) / most)))
        .collect(Collectors.joining(" "));
  }

  private void text(int x, int y, String style, String words) {
    add("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(style, x, y, words));
  }

  private void add(String element) {
    svg.append(element).append('\n');
  }
}
