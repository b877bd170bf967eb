package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A BatchesCommand lists batches of jobs and how they fare. */
@Command(
    name = "batches",
    description = "Lists batches, newest first: how many of their jobs have ended, and how.",
    mixinStandardHelpOptions = true)
final class BatchesCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final Watch watch = new Watch();

  @Option(names = "--name", paramLabel = "NAME", description = "Only those of this name.")
  private @Nullable String name;

  @Option(names = "--limit", paramLabel = "N", description = "Default: 50")
  private @Nullable Integer limit;

  BatchesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> watch.repeat(out, () -> show(api, out)));
  }

  private void show(Api api, Output out) {
    Tree answer = api.get(Route.to("batches").with("name", name).with("limit", limit));
    if (out.isJson()) {
      out.json(answer);
    } else {
      out.table(table(answer), "There are no batches.");
    }
  }

  private static Table table(Tree answer) {
    Table table =
        new Table(
            "BATCH",
            "NAME",
            "STATE",
            ">DONE",
            ">JOBS",
            ">PENDING",
            ">RUNNING",
            ">COMPLETED",
            ">FAILED",
            ">CANCELLED",
            "SINCE");
    for (Tree batch : answer.at("batches").items()) {
      table.row(
          PublicId.shortened(batch.at("id").text()),
          batch.at("name").text(),
          Cell.word(batch.at("status").text()),
          batch.at("progress").raw() + "%",
          batch.at("jobs").raw(),
          batch.at("pending").raw(),
          batch.at("running").raw(),
          batch.at("completed").raw(),
          batch.at("failed").raw(),
          batch.at("cancelled").raw(),
          Ages.of(batch.find("created_at")));
    }
    return table;
  }
}
