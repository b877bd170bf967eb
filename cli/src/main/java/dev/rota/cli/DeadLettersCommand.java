package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A DeadLettersCommand lists failed jobs by what they failed with, and runs a group again. */
@Command(
    name = "dead-letters",
    description = "Lists failed jobs by what they failed with; --redrive runs a group again.",
    mixinStandardHelpOptions = true)
final class DeadLettersCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final OperationWatch operation = new OperationWatch();

  @Option(names = "--all", description = "Also groups whose jobs were all retried or deleted.")
  private boolean all;

  @Option(
      names = "--redrive",
      paramLabel = "FINGERPRINT",
      description = "Retries every failed job of this group, in the background.")
  private @Nullable String redrive;

  DeadLettersCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      if (redrive != null) {
        return operation.until(
            api, out, api.post(Route.to("dead-letters", redrive, "redrive"), null));
      }
      Tree answer = api.get(Route.to("dead-letters").with("all", all ? "true" : null));
      if (out.isJson()) {
        out.json(answer);
      } else {
        out.table(table(answer), "No job has failed for good.");
      }
      return Exit.OK;
    });
  }

  private static Table table(Tree answer) {
    Table table = new Table("!FINGERPRINT", ">JOBS", ">EVER", "LAST", "FIRST", "SAMPLE", "ERROR");
    for (Tree group : answer.at("groups").items()) {
      Tree type = group.find("error_type");
      table.row(
          group.at("fingerprint").text(),
          group.at("jobs").raw() + (group.at("more").isTrue() ? "+" : ""),
          group.at("failures").raw(),
          Ages.of(group.find("last_seen")),
          Ages.of(group.find("first_seen")),
          PublicId.shortened(group.at("sample_job_id").text()),
          Text.line((type == null ? "" : type.text() + ": ") + group.at("error").text()));
    }
    return table;
  }
}
