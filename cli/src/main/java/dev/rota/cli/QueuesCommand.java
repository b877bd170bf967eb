package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A QueuesCommand lists queues and their limits; its subcommand changes them. */
@Command(
    name = "queues",
    description =
        "Lists queues and their limits; rota queues set changes limits, rota pause queue holds"
            + " one.",
    mixinStandardHelpOptions = true,
    subcommands = QueueSetCommand.class)
final class QueuesCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final Watch watch = new Watch();

  QueuesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> watch.repeat(out, () -> show(api, out)));
  }

  private static void show(Api api, Output out) {
    Tree answer = api.get(Route.to("queues"));
    if (out.isJson()) {
      out.json(answer);
    } else {
      out.table(
          table(answer, TopView.loads(api)), "There are no queues: the first job of one makes it.");
    }
  }

  /**
   * @param loads how many jobs wait, or null if that is not known
   */
  static Table table(Tree answer, @Nullable Tree loads) {
    Table table =
        new Table(
            "!QUEUE",
            "STATE",
            ">WAITING",
            ">ON A NODE",
            ">IN ALL",
            "RATE",
            ">RETRIES",
            "TIMEOUT",
            ">BOOST");
    answer.at("queues").items().forEach(queue -> add(table, queue, loads));
    return table;
  }

  private static void add(Table table, Tree queue, @Nullable Tree loads) {
    Tree limits = queue.at("settings");
    table.row(
        queue.at("name").text(),
        queue.at("is_paused").isTrue() ? Cell.word("paused") : Cell.of("open"),
        TopView.depth(TopView.load(loads, queue.at("name").text())),
        limits.find("node_limit", Tree::raw),
        limits.find("cluster_limit", Tree::raw),
        rate(limits),
        limits.find("max_retries", Tree::raw),
        limits.find("timeout_seconds", timeout -> timeout.raw() + " s"),
        limits.find("recovery_boost", Tree::raw));
  }

  private static @Nullable String rate(Tree limits) {
    Tree rate = limits.find("rate");
    return rate == null
        ? null
        : rate.raw() + " in " + limits.at("rate_period_seconds").raw() + " s";
  }
}
