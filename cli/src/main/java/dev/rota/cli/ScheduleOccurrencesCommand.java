package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A ScheduleOccurrencesCommand tells what became of planned times. */
@Command(
    name = "occurrences",
    description = "Tells what became of the planned times of a schedule.",
    mixinStandardHelpOptions = true)
final class ScheduleOccurrencesCommand implements Callable<Integer> {
  @Mixin private final ScheduleCommands.Named named = new ScheduleCommands.Named();

  @Option(names = "--from", paramLabel = "TIME", description = "As in 2026-01-31T00:00:00Z.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "It not included.")
  private @Nullable String to;

  @Option(names = "--fate", paramLabel = "FATE", description = "Such as missed or skipped_window.")
  private @Nullable String fate;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "Default: 50")
  private int limit;

  ScheduleOccurrencesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return named
        .client()
        .run((api, out) -> {
          Tree list =
              api.get(
                  named
                      .route("occurrences")
                      .with("from", from)
                      .with("to", to)
                      .with("fate", fate)
                      .with("limit", limit));
          if (out.isJson()) {
            out.json(list);
            return Exit.OK;
          }
          Table table = new Table("PLANNED", "FATE", "JOB", ">LATE", ">PUT OFF", "WHY");
          for (Tree each : list.at("occurrences").items()) {
            table.row(
                each.at("planned_at").text(),
                Cell.word(each.at("fate").text()),
                each.find("job_id", id -> PublicId.shortened(id.text())),
                each.at("late_seconds").raw() + " s",
                each.at("deferrals").raw(),
                each.find("reason", Tree::text));
          }
          out.table(table, "No such time is on record.");
          return Exit.OK;
        });
  }
}
