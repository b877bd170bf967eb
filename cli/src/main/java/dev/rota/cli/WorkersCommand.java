package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A WorkersCommand lists those who run jobs, and those that have gone lately. */
@Command(
    name = "workers",
    description = "Lists workers: alive or gone, what they run, versions and capabilities.",
    mixinStandardHelpOptions = true)
final class WorkersCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final Watch watch = new Watch();

  WorkersCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> watch.repeat(out, () -> show(api, out)));
  }

  private static void show(Api api, Output out) {
    Tree answer = api.get(Route.to("workers"));
    if (out.isJson()) {
      out.json(answer);
    } else {
      out.table(table(answer), "No worker has been seen in the last hour.");
    }
  }

  static Table table(Tree answer) {
    Table table =
        new Table("NAME", "STATE", ">RUNS", "SORT", "VERSION", "HOST", "CAPABILITIES", "SEEN");
    for (Tree worker : answer.at("workers").items()) {
      table.row(
          worker.at("name").text(),
          Cell.word(worker.at("alive").isTrue() ? "alive" : "gone"),
          worker.at("running").raw(),
          worker.at("remote").isTrue() ? "remote" : "node",
          worker.find("version", Tree::text),
          worker.find("host", Tree::text),
          worker.at("capabilities").items().stream()
              .map(Tree::text)
              .collect(Collectors.joining(", ")),
          Ages.of(worker.find("last_seen_at")));
    }
    return table;
  }
}
