package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.List;

/**
 * An OutlookDrawing is what is coming as a picture: how many jobs of each queue wait, over time.
 */
final class OutlookDrawing {
  private static final int LEFT = 160;
  private static final int WIDTH = 640;
  private static final int HEIGHT = 80;
  private static final int GAP = 36;
  private static final String LINE = "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>%n";

  private OutlookDrawing() {}

  static String svg(Tree outlook) {
    List<Tree> queues = outlook.at("queues").items();
    int height = GAP * 2 + queues.size() * (HEIGHT + GAP);
    StringBuilder svg =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
            <style>.a{fill:#2b6cb0}.x{fill:#c53030}.t{fill:#1a202c}.s{fill:#718096}</style>
            <rect width="100%%" height="100%%" fill="#fff"/>
            """
                .formatted(LEFT + WIDTH + 20, height));
    svg.append(
        LINE.formatted(
            10,
            20,
            "t",
            "Waiting jobs from " + text(outlook.at("from")) + " to " + text(outlook.at("to"))));
    int top = GAP;
    for (Tree queue : queues) {
      addTo(svg, queue, top);
      top += HEIGHT + GAP;
    }
    for (Tree key : outlook.at("hopeless").items().stream().limit(1).toList()) {
      svg.append(
          LINE.formatted(
              10,
              top + 20,
              "x",
              text(key.at("key"))
                  + " can never keep up: "
                  + key.at("minutes_per_hour").raw()
                  + " minutes an hour"));
    }
    return svg.append("</svg>\n").toString();
  }

  private static void addTo(StringBuilder svg, Tree queue, int top) {
    int most = Math.max(1, queue.at("most").number());
    List<Tree> waiting = queue.at("waiting").items();
    boolean keepsUp = queue.at("keeps_up").isTrue();
    svg.append(LINE.formatted(10, top + HEIGHT / 2, "t", text(queue.at("queue"))));
    svg.append(
        LINE.formatted(
            10,
            top + HEIGHT / 2 + 16,
            keepsUp ? "s" : "x",
            keepsUp ? "at most " + queue.at("most").raw() : "can never keep up"));
    StringBuilder points = new StringBuilder("%d,%d".formatted(LEFT, top + HEIGHT));
    for (int i = 0; i < waiting.size(); i++) {
      double y = top + HEIGHT - (double) waiting.get(i).number() * HEIGHT / most;
      double x = LEFT + (double) i * WIDTH / waiting.size();
      double next = LEFT + (i + 1.0) * WIDTH / waiting.size();
      points.append(" %.1f,%.1f %.1f,%.1f".formatted(x, y, next, y));
    }
    points.append(" %d,%d".formatted(LEFT + WIDTH, top + HEIGHT));
    svg.append("<polygon class=\"%s\" points=\"%s\"/>%n".formatted(keepsUp ? "a" : "x", points));
    svg.append(
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#718096\"/>%n"
            .formatted(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT));
  }

  private static String text(Tree text) {
    return text.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
