package dev.rota.cli;

import dev.rota.remote.Tree;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An OutlookDrawing is what is coming as a picture: how many jobs of each queue wait, over time.
 * Queues in which none waits are named in one line.
 */
final class OutlookDrawing {
  private static final int LEFT = 190;
  private static final int WIDTH = 680;
  private static final int HEIGHT = 64;
  private static final int GAP = 28;
  private static final int TOP = 66;
  private static final int FOOT = 36;
  private static final int LINE_HEIGHT = 20;
  private static final int TICKS = 8;
  private static final long[] HOURS = {1, 2, 3, 6, 12, 24, 48};
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final String STYLE =
      """
      <style>
      .paper{fill:#fff}.text{fill:#1a202c}.small{fill:#5a6778}.title{fill:#1a202c;font-size:15px;font-weight:600}.bad{fill:#c53030}
      .grid{stroke:#e2e8f0}.base{stroke:#a0aec0}.area{fill:#2b6cb0;fill-opacity:.25;stroke:#2b6cb0;stroke-width:1.5}
      .late{fill:#c53030;fill-opacity:.25;stroke:#c53030;stroke-width:1.5}
      @media (prefers-color-scheme:dark){.paper{fill:#171b22}.text,.title{fill:#edf2f7}.small{fill:#a0aec0}.bad{fill:#fc8181}
      .grid{stroke:#2d3540}.base{stroke:#5a6778}.area{fill:#63b3ed;stroke:#63b3ed}.late{fill:#fc8181;stroke:#fc8181}}
      </style>
      """;

  private final StringBuilder svg = new StringBuilder();
  private final Tree outlook;
  private final Instant from;
  private final Instant to;
  private final List<Tree> busy;

  private OutlookDrawing(Tree outlook) {
    this.outlook = outlook;
    this.from = outlook.at("from").instant();
    this.to = outlook.at("to").instant();
    this.busy =
        outlook.at("queues").items().stream()
            .filter(queue -> !queue.at("most").raw().equals("0"))
            .toList();
  }

  static String svg(Tree outlook) {
    return new OutlookDrawing(outlook).drawn();
  }

  private String drawn() {
    int bottom = TOP + busy.size() * (HEIGHT + GAP);
    List<String> notes = notes();
    int height = bottom + FOOT + notes.size() * LINE_HEIGHT;
    svg.append(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" font-family="system-ui, sans-serif" font-size="12">
            """
                .formatted(LEFT + WIDTH + 24, height))
        .append(STYLE)
        .append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    text(16, 26, "title", "Jobs that will wait");
    text(
        16,
        44,
        "small",
        SimulateCommand.minute(outlook.at("from"))
            + " to "
            + SimulateCommand.minute(outlook.at("to"))
            + quiet());
    if (!busy.isEmpty()) {
      addTicks(bottom - GAP);
    }
    for (int i = 0; i < busy.size(); i++) {
      add(busy.get(i), TOP + i * (HEIGHT + GAP));
    }
    for (int i = 0; i < notes.size(); i++) {
      text(16, bottom + FOOT - 8 + i * LINE_HEIGHT, "bad", notes.get(i));
    }
    return svg.append("</svg>\n").toString();
  }

  private String quiet() {
    String names =
        outlook.at("queues").items().stream()
            .filter(queue -> queue.at("most").raw().equals("0"))
            .map(queue -> queue.at("queue").text())
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " · none waits in " + names;
  }

  private List<String> notes() {
    return outlook.at("hopeless").items().stream()
        .map(key ->
            "%s can never keep up: its jobs take %s minutes an hour"
                .formatted(key.at("key").text(), key.at("minutes_per_hour").raw()))
        .toList();
  }

  private void addTicks(int bottom) {
    long hours = Duration.between(from, to).toHours();
    long each = HOURS[HOURS.length - 1];
    for (int i = HOURS.length - 1; i >= 0 && hours / HOURS[i] <= TICKS; i--) {
      each = HOURS[i];
    }
    Instant tick = from.truncatedTo(ChronoUnit.DAYS);
    for (; tick.isBefore(to); tick = tick.plus(Duration.ofHours(each))) {
      if (!tick.isBefore(from)) {
        double x = x(tick);
        line(x, TOP - 6, x, bottom, "grid");
        boolean isMidnight = tick.equals(tick.truncatedTo(ChronoUnit.DAYS));
        svg.append(
            String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\" class=\"small\" text-anchor=\"middle\">%s</text>%n",
                x,
                bottom + 16,
                (isMidnight ? DAY : HOUR).format(tick)));
      }
    }
  }

  private double x(Instant at) {
    return LEFT
        + (double) Duration.between(from, at).toMillis()
            * WIDTH
            / Math.max(1, Duration.between(from, to).toMillis());
  }

  private void add(Tree queue, int top) {
    int most = queue.at("most").number();
    boolean keepsUp = queue.at("keeps_up").isTrue();
    text(16, top + HEIGHT / 2 - 4, "text", Text.cut(queue.at("queue").text(), 24));
    text(16, top + HEIGHT / 2 + 13, keepsUp ? "small" : "bad", told(queue, keepsUp));
    text(LEFT - 8 - 7 * Integer.toString(most).length(), top + 9, "small", Integer.toString(most));
    List<Tree> waiting = queue.at("waiting").items();
    StringBuilder path = new StringBuilder("M%d,%d".formatted(LEFT, top + HEIGHT));
    for (int i = 0; i < waiting.size(); i++) {
      double y = top + HEIGHT - (double) waiting.get(i).number() * HEIGHT / most;
      double x = LEFT + (double) i * WIDTH / waiting.size();
      double next = LEFT + (i + 1.0) * WIDTH / waiting.size();
      path.append(String.format(Locale.ROOT, " L%.1f,%.1f L%.1f,%.1f", x, y, next, y));
    }
    path.append(" L%d,%d Z".formatted(LEFT + WIDTH, top + HEIGHT));
    svg.append("<path class=\"%s\" d=\"%s\"/>%n".formatted(keepsUp ? "area" : "late", path));
    line(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT, "base");
  }

  private static String told(Tree queue, boolean keepsUp) {
    if (queue.at("is_paused").isTrue()) {
      return "paused";
    }
    if (!keepsUp) {
      return "can never keep up";
    }
    Tree drained = queue.find("drained_at");
    return drained == null
        ? queue.at("left").raw() + " left at the end"
        : "drained at " + HOUR.format(drained.instant()) + " UTC";
  }

  private void line(double x1, double y1, double x2, double y2, String look) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            look));
  }

  private void text(int x, int y, String look, String text) {
    String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    svg.append("<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>%n".formatted(x, y, look, safe));
  }
}
