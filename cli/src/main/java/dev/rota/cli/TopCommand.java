package dev.rota.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A TopCommand shows what is going on, live; where there is no terminal, once. */
@Command(
    name = "top",
    description =
        "Shows queues, rates, running jobs, workers and alerts, live. Where there is no terminal: once.",
    mixinStandardHelpOptions = true,
    footer = {"", "Keys: up and down, or k and j, choose a queue, p pauses or resumes it, q ends."})
final class TopCommand implements Callable<Integer> {
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String KEYS = "q quit   ↑↓ choose a queue   p pause or resume it";

  @Mixin private final Client client = new Client();

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "How often it is drawn. Default: ${DEFAULT-VALUE}")
  private double interval;

  private @Nullable String selected;
  private @Nullable String note;

  TopCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      if (!out.terminal().isThere() || out.isJson()) {
        once(api, out);
      } else {
        live(api, out);
      }
      return Exit.OK;
    });
  }

  private static void once(Api api, Output out) {
    TopView view = TopView.of(api);
    if (out.isJson()) {
      out.line(
          "{\"queues\":%s,\"loads\":%s,\"running\":%s,\"workers\":%s,\"alerts\":%s}"
              .formatted(
                  view.queues().at("queues").raw(),
                  view.loads() == null ? "null" : view.loads().at("queues").raw(),
                  view.running().at("jobs").raw(),
                  view.workers().at("workers").raw(),
                  view.alerts().at("alerts").raw()));
    } else {
      view.lines(out, null).forEach(out::line);
    }
  }

  private void live(Api api, Output out) {
    out.put(ENTER);
    try (Keyboard keyboard = new Keyboard()) {
      boolean goesOn = true;
      while (goesOn) {
        TopView view = TopView.of(api);
        draw(out.resized(), view);
        goesOn = heed(keyboard, api, view);
      }
    } finally {
      out.put(LEAVE);
      out.flush();
    }
  }

  private void draw(Output out, TopView view) {
    List<String> lines = view.lines(out, selected);
    int most = Math.max(1, out.terminal().height() - 2);
    StringBuilder screen = new StringBuilder("\u001b[H");
    lines.stream().limit(most).forEach(line -> screen.append(line).append("\u001b[K\r\n"));
    screen
        .append("\u001b[J")
        .append(out.painted(Style.DIM, note == null ? KEYS : KEYS + "   " + note));
    out.put(screen.toString());
    out.flush();
  }

  /** Heeds keys until it is time to draw again; false if that was the end. */
  private boolean heed(Keyboard keyboard, Api api, TopView view) {
    long until = System.nanoTime() + Math.round(interval * 1e9);
    do {
      int key = keyboard.read();
      switch (key) {
        case 'q', 3, 4 -> {
          return false;
        }
        case Keyboard.UP, 'k' -> select(view.names(), -1);
        case Keyboard.DOWN, 'j' -> select(view.names(), 1);
        case 'p' -> toggle(api, view);
        default -> note = key == Keyboard.NONE ? note : null;
      }
      if (key != Keyboard.NONE) {
        return true;
      }
    } while (System.nanoTime() < until);
    return true;
  }

  private void select(List<String> names, int step) {
    if (!names.isEmpty()) {
      int at = selected == null ? (step > 0 ? -1 : 0) : names.indexOf(selected);
      selected = names.get(Math.floorMod(at + step, names.size()));
    }
  }

  private void toggle(Api api, TopView view) {
    if (selected == null) {
      note = "choose a queue first";
      return;
    }
    String verb = view.isPaused(selected) ? "resume" : "pause";
    api.post(Route.to("queues", selected, verb), null);
    note = selected + (verb.equals("pause") ? " is paused" : " goes on");
  }
}
