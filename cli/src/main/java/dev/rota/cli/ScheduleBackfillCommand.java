package dev.rota.cli;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A ScheduleBackfillCommand gives jobs to times of the past that have none. */
@Command(
    name = "backfill",
    description = "Gives jobs to times of the past that did not run.",
    mixinStandardHelpOptions = true)
final class ScheduleBackfillCommand implements Callable<Integer> {
  @Mixin private final ScheduleCommands.Named named = new ScheduleCommands.Named();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "TIME",
      description = "As in 2026-01-31T00:00:00Z.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String from;

  @Option(names = "--to", required = true, paramLabel = "TIME", description = "It not included.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String to;

  ScheduleBackfillCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return named
        .client()
        .run((api, out) -> {
          String range = new Members().put("from", from).put("to", to).toString();
          Tree done = api.post(named.route("backfill"), range);
          if (out.isJson()) {
            out.json(done);
            return Exit.OK;
          }
          out.line(
              "%s times got a job, %s had one or will get it."
                  .formatted(done.at("enqueued").raw(), done.at("left").raw()));
          if (done.at("more").isTrue()) {
            out.line(
                "The range has more times than one call takes: call again with a later --from.");
          }
          return Exit.OK;
        });
  }
}
