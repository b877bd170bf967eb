package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A TopView is what is going on at one moment.
 *
 * @param loads what queues have to do and how fast that goes; null if the server does not tell
 */
record TopView(Tree queues, @Nullable Tree loads, Tree running, Tree workers, Tree alerts) {
  private static final int RUNNING = 10;
  private static final Tree UNKNOWN = Tree.read("{}");

  static TopView of(Api api) {
    return new TopView(
        api.get(Route.to("queues")),
        loads(api),
        api.get(Route.to("jobs").with("status", "running").with("limit", RUNNING)),
        api.get(Route.to("workers")),
        api.get(Route.to("alerts").with("state", "raised")));
  }

  static @Nullable Tree loads(Api api) {
    try {
      return api.get(Route.to("scaling"));
    } catch (RotaException e) {
      if (Exit.of(e) == Exit.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  List<String> names() {
    return queues.at("queues").items().stream().map(queue -> queue.at("name").text()).toList();
  }

  boolean isPaused(String name) {
    return queues.at("queues").items().stream()
        .anyMatch(queue -> queue.at("name").text().equals(name) && queue.at("is_paused").isTrue());
  }

  /**
   * The lines of the screen.
   *
   * @param selected the queue that is marked, or null
   */
  List<String> lines(Output out, @Nullable String selected) {
    Terminal terminal = out.terminal();
    List<String> lines = new ArrayList<>();
    long alive =
        workers.at("workers").items().stream().filter(each -> each.at("alive").isTrue()).count();
    int wrong = alerts.at("alerts").items().size();
    lines.add(
        "%s  %d workers, %s, %s"
            .formatted(
                out.painted(Style.BOLD, "rota top"),
                alive,
                running.at("jobs").items().isEmpty() ? "nothing runs" : "jobs run",
                wrong == 0
                    ? out.painted(Style.GREEN, "nothing is wrong")
                    : out.painted(Style.RED, wrong + " alerts")));
    add(lines, "Queues", queueTable(selected), terminal);
    add(lines, "Running", runningTable(), terminal);
    add(lines, "Workers", WorkersCommand.table(workers), terminal);
    if (wrong > 0) {
      add(lines, "Alerts", AlertsCommand.table(alerts), terminal);
    }
    return lines;
  }

  private static void add(List<String> lines, String title, Table table, Terminal terminal) {
    lines.add("");
    lines.addAll(table.isEmpty() ? List.of(title + ": none") : table.lines(terminal));
  }

  private Table queueTable(@Nullable String selected) {
    Table table =
        new Table(
            " ", "QUEUE", "STATE", ">WAITING", ">OLDEST", ">IN/S", ">OUT/S", ">BUSY", ">IDLE");
    for (Tree queue : queues.at("queues").items()) {
      String name = queue.at("name").text();
      Tree load = load(loads, name);
      table.row(
          name.equals(selected) ? ">" : "",
          name.equals(selected) ? new Cell(name, Style.REVERSE) : name,
          queue.at("is_paused").isTrue() ? Cell.word("paused") : "open",
          depth(load),
          load.find("oldest_wait_seconds", Ages::seconds),
          load.find("arrival_rate", TopView::rate),
          load.find("service_rate", TopView::rate),
          load.find("busy_slots", Tree::raw),
          load.find("idle_slots", Tree::raw));
    }
    return table;
  }

  /** What is known of the load of a queue; an empty object if nothing is. */
  static Tree load(@Nullable Tree loads, String queue) {
    return loads == null
        ? UNKNOWN
        : loads.at("queues").items().stream()
            .filter(load -> load.at("queue").text().equals(queue))
            .findFirst()
            .orElse(UNKNOWN);
  }

  static @Nullable String depth(Tree load) {
    Tree depth = load.find("depth");
    return depth == null ? null : depth.raw() + (load.at("depth_is_exact").isTrue() ? "" : "+");
  }

  static String rate(Tree rate) {
    return "%.1f".formatted(Double.parseDouble(rate.raw()));
  }

  private Table runningTable() {
    Table table = new Table(" ", "!JOB", "KIND", "QUEUE", ">TRY", "STARTED", "PROGRESS");
    for (Tree job : running.at("jobs").items()) {
      table.row(
          "",
          PublicId.shortened(job.at("id").text()),
          job.at("kind").text(),
          job.at("queue").text(),
          job.at("attempt").raw(),
          Ages.of(job.find("started_at")),
          progress(job));
    }
    return table;
  }

  private static @Nullable String progress(Tree job) {
    Tree progress = job.find("progress");
    if (progress == null) {
      return null;
    }
    Tree message = job.find("progress_message");
    return ProgressBar.bar(progress.number(), 100) + (message == null ? "" : " " + message.text());
  }
}
