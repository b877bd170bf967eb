package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A SchedulePreviewCommand lists the next times of a schedule. */
@Command(
    name = "preview",
    description = "Lists the next times of a schedule, with what a change of the clock does.",
    mixinStandardHelpOptions = true)
final class SchedulePreviewCommand implements Callable<Integer> {
  @Mixin private final ScheduleCommands.Named named = new ScheduleCommands.Named();

  @Option(names = "--count", paramLabel = "N", defaultValue = "10", description = "Default: 10")
  private int count;

  SchedulePreviewCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return named
        .client()
        .run((api, out) -> {
          Tree preview = api.get(named.route("preview").with("count", count));
          if (out.isJson()) {
            out.json(preview);
            return Exit.OK;
          }
          Table table = new Table("AT", "LOCAL TIME", "CLOCK", "WHEN");
          for (Tree fire : preview.at("fires").items()) {
            table.row(
                fire.at("at").text(),
                fire.at("local").text(),
                fire.at("mark").text(),
                Ages.of(fire.at("at")));
          }
          out.table(table, "It has no further times.");
          return Exit.OK;
        });
  }
}
