package dev.rota.cli;

import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A WindowsCommand lists windows of time and keeps them. */
@Command(
    name = "windows",
    description = "Lists windows, in which jobs run or rest, or looks at one and changes it.",
    mixinStandardHelpOptions = true)
final class WindowsCommand implements Callable<Integer> {
  private static final Things WINDOWS = new Things("windows", "window");

  @Mixin private final Client client = new Client();

  WindowsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return WINDOWS.list(client, WindowsCommand::table);
  }

  private static Table table(Tree answer) {
    Table table = new Table("WINDOW", "SORT", "STATE", "WHEN", "FOR", "UNTIL OR NEXT");
    for (Tree one : answer.at("windows").items()) {
      table.row(
          one.at("name").text(),
          one.at("sort").text(),
          state(one),
          one.find("explained", Tree::text),
          scope(one),
          Ages.of(one.find(one.find("active_until") == null ? "next_at" : "active_until")));
    }
    return table;
  }

  private static Cell state(Tree window) {
    if (!window.at("enabled").isTrue()) {
      return Cell.of("off").dim();
    }
    return window.find("active_until") == null ? Cell.of("later") : new Cell("now", Style.YELLOW);
  }

  /** Whom it is for. */
  private static String scope(Tree window) {
    return Stream.of("queue", "kind", "tag", "target")
        .filter(member -> window.find(member) != null)
        .map(member -> member + " " + window.at(member).text())
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "), text -> text.isEmpty() ? "all jobs" : text));
  }

  @Command(name = "show", description = "Shows a window.", mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The window.") String name)
      throws InterruptedException {
    return WINDOWS.show(asked, name);
  }

  @Command(
      name = "put",
      description = "Makes a window, or another one of it.",
      mixinStandardHelpOptions = true)
  int put(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "NAME", description = "The window.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    return WINDOWS.put(asked, name, file);
  }

  @Command(
      name = "enable",
      description = "Lets a window count again.",
      mixinStandardHelpOptions = true)
  int enable(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The window.") String name)
      throws InterruptedException {
    return WINDOWS.tell(asked, name, "enable");
  }

  @Command(
      name = "disable",
      description = "Lets a window not count.",
      mixinStandardHelpOptions = true)
  int disable(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The window.") String name)
      throws InterruptedException {
    return WINDOWS.tell(asked, name, "disable");
  }

  @Command(name = "delete", description = "Deletes a window.", mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The window.") String name)
      throws InterruptedException {
    return WINDOWS.delete(asked, name);
  }

  @Command(
      name = "what-if",
      description = "Tells which planned times a window closes and which jobs it holds.",
      mixinStandardHelpOptions = true)
  int whatIf(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The window.") String name,
      @Option(
              names = "--from",
              paramLabel = "TIME",
              required = true,
              description = "As in 2026-01-31T00:00:00Z.")
          String from,
      @Option(names = "--to", paramLabel = "TIME", required = true, description = "Likewise.")
          String to)
      throws InterruptedException {
    return asked.run((api, out) ->
        Things.print(
            out, api.get(Route.to("windows", name, "what-if").with("from", from).with("to", to))));
  }
}
