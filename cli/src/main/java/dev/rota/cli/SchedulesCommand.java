package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A SchedulesCommand lists schedules; its subcommands look at one and change it. */
@Command(
    name = "schedules",
    description = "Lists schedules, or looks at one of them.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ScheduleCommands.Show.class,
      ScheduleCommands.Run.class,
      ScheduleCommands.Pause.class,
      ScheduleCommands.Resume.class,
      SchedulePutCommand.class,
      SchedulePreviewCommand.class,
      ScheduleDryRunCommand.class,
      ScheduleBackfillCommand.class,
      ScheduleOccurrencesCommand.class
    })
final class SchedulesCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Option(names = "--queue", paramLabel = "NAME", description = "Those that enqueue there.")
  private @Nullable String queue;

  @Option(names = "--kind", paramLabel = "KIND", description = "Those that make such jobs.")
  private @Nullable String kind;

  @Option(names = "--paused", description = "Those that are paused.")
  private boolean paused;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "Default: 50")
  private int limit;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on behind the last list.")
  private @Nullable String cursor;

  SchedulesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree page =
          api.get(
              Route.to("schedules")
                  .with("queue", queue)
                  .with("kind", kind)
                  .with("paused", paused ? true : null)
                  .with("limit", limit)
                  .with("cursor", cursor));
      if (out.isJson()) {
        out.json(page);
      } else {
        print(out, page);
      }
      return Exit.OK;
    });
  }

  private static void print(Output out, Tree page) {
    Table table = new Table("!SCHEDULE", "STATE", "WHEN", "KIND", "NEXT", "LAST", ">OK", ">FAILED");
    for (Tree schedule : page.at("schedules").items()) {
      table.row(
          schedule.at("name").text(),
          ScheduleCommands.state(schedule),
          schedule.at("explained").text(),
          schedule.at("job").at("kind").text(),
          Ages.of(schedule.find("next_run_at")),
          Ages.of(schedule.find("last_run_at")),
          schedule.at("completed").raw(),
          schedule.at("failed").raw());
    }
    out.table(table, "There are no schedules.");
    out.more(page);
  }
}
