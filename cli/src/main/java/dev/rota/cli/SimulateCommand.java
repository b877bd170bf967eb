package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.remote.Tree;
import dev.rota.schedule.DurationText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A SimulateCommand tells what is coming, as text and as a picture. */
@Command(
    name = "simulate",
    description =
        "Simulates what is coming from schedules, windows, limits and measured durations: where a backlog builds, when it drains, and what can never keep up.",
    mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
  private static final String LEVELS = "▁▂▃▄▅▆▇█";
  private static final int WIDTH = 48;
  private static final int NARROWEST = 12;
  private static final int BESIDE = 68;

  @Mixin private final Client client = new Client();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "When it begins, as in 2026-01-31T00:00:00Z. Default: now, with what waits now")
  private @Nullable String from;

  @Option(
      names = "--for",
      paramLabel = "LENGTH",
      defaultValue = "24h",
      description = "For how long, in hours or days, as in 24h or 2d. Default: ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String length;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "How many jobs of a queue a worker runs at once, where no limit says so. Default: what workers have now, 32 if there are none")
  private @Nullable Integer slots;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw it into this file, too.")
  private @Nullable Path picture;

  SimulateCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree outlook =
          api.get(
              Route.to("simulation")
                  .with("from", from)
                  .with("hours", hours())
                  .with("slots", slots));
      if (out.isJson()) {
        out.json(outlook);
      } else {
        print(out, outlook);
        tellAssumed(api, out, outlook);
      }
      if (picture != null) {
        draw(picture, outlook);
      }
      return Exit.OK;
    });
  }

  private long hours() {
    Duration wanted = DurationText.parse("for", length);
    if (wanted.toHours() < 1 || !wanted.equals(Duration.ofHours(wanted.toHours()))) {
      throw new InvalidInput("for", length, "must be whole hours, as in 24h or 2d");
    }
    return wanted.toHours();
  }

  private static void draw(Path file, Tree outlook) {
    try {
      Files.writeString(file, OutlookDrawing.svg(outlook));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void print(Output out, Tree outlook) {
    out.line("From " + minute(outlook.at("from")) + " to " + minute(outlook.at("to")));
    Table table =
        new Table("QUEUE", ">SLOTS", ">JOBS", ">MIN/HOUR", ">MOST WAIT", "DRAINED", "WAITING");
    for (Tree queue : outlook.at("queues").items()) {
      table.row(
          queue.at("queue").text(),
          queue.at("slots").raw(),
          queue.at("arriving").raw(),
          queue.at("minutes_per_hour").raw(),
          queue.at("most").raw(),
          drained(queue),
          bars(queue, Math.clamp(out.terminal().width() - BESIDE, NARROWEST, WIDTH)));
    }
    out.table(table, "There are no queues.");
    for (Tree queue : outlook.at("queues").items()) {
      if (!queue.at("keeps_up").isTrue()) {
        out.line(
            "Queue %s can never keep up: its jobs take %s minutes an hour, and its slots (%s) have %d. More workers, or fewer or shorter jobs."
                .formatted(
                    queue.at("queue").text(),
                    queue.at("minutes_per_hour").raw(),
                    queue.at("slots").raw(),
                    60L * queue.at("slots").number()));
      }
    }
    for (Tree key : outlook.at("hopeless").items()) {
      out.line(
          "%s can never keep up: its jobs on %s run one at a time and take %s of the 60 minutes of an hour. Make them rarer or shorter."
              .formatted(
                  key.at("key").text(), key.at("queue").text(), key.at("minutes_per_hour").raw()));
    }
  }

  /** Says of which queues the slots were guessed. */
  private void tellAssumed(Api api, Output out, Tree outlook) {
    if (slots != null) {
      return;
    }
    Tree loads = TopView.loads(api);
    String unserved =
        outlook.at("queues").items().stream()
            .map(queue -> queue.at("queue").text())
            .filter(name -> !isServed(TopView.load(loads, name)))
            .collect(Collectors.joining(", "));
    if (!unserved.isEmpty()) {
      out.line(
          "No worker serves %s now: 32 slots are assumed where no limit says fewer; --slots says another number."
              .formatted(unserved));
    }
  }

  private static boolean isServed(Tree load) {
    Tree workers = load.find("workers");
    return workers != null && workers.number() > 0;
  }

  private static Cell drained(Tree queue) {
    Tree at = queue.find("drained_at");
    if (at != null) {
      return Cell.of(Ages.of(at));
    }
    String left = queue.at("left").raw();
    return left.equals("0")
        ? Cell.of("no backlog")
        : new Cell(
            (queue.at("is_paused").isTrue() ? "paused: " : "never: ") + left + " left", Style.RED);
  }

  /** A time to the minute, as in 2026-01-31 08:00 UTC. */
  static String minute(Tree at) {
    return at.instant()
        .truncatedTo(ChronoUnit.MINUTES)
        .toString()
        .replace('T', ' ')
        .replace(":00Z", " UTC");
  }

  /** How many wait over time, as high as the most. */
  private static String bars(Tree queue, int width) {
    var waiting = queue.at("waiting").items();
    int most = Math.max(1, queue.at("most").number());
    StringBuilder bars = new StringBuilder();
    int each = Math.max(1, (waiting.size() + width - 1) / width);
    for (int i = 0; i < waiting.size(); i += each) {
      int highest =
          waiting.subList(i, Math.min(waiting.size(), i + each)).stream()
              .mapToInt(Tree::number)
              .max()
              .orElse(0);
      bars.append(highest == 0 ? '·' : LEVELS.charAt(Math.min(7, highest * 8 / (most + 1))));
    }
    return bars.toString();
  }
}
