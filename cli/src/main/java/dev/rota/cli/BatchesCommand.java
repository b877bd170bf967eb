package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A BatchesCommand lists batches of jobs and how they fare; its subcommand cancels one. */
@Command(
    name = "batches",
    description =
        "Lists batches, newest first, or looks at one; rota jobs --batch ID has its jobs.",
    mixinStandardHelpOptions = true,
    subcommands = BatchCancelCommand.class)
final class BatchesCommand implements Callable<Integer> {
  private static final Things BATCHES = new Things("batches", "batch");

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
            "!BATCH",
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

  @Command(name = "show", description = "Shows a batch.", mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The batch.") String name)
      throws InterruptedException {
    return BATCHES.show(asked, name);
  }

  @Command(
      name = "create",
      description = "Makes a batch from a file, with its jobs and what follows on it.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "The file: {\"name\": \"nightly\", \"jobs\": [{\"kind\": \"part\"}], \"on_complete\": {\"kind\": \"report\"}}"
      })
  int create(
      @Mixin Client asked, @Parameters(paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    String json = Things.read(file);
    return asked.run((api, out) -> Things.print(out, api.post(Route.to("batches"), json)));
  }

  @Command(
      name = "add",
      description = "Adds jobs of a file to a batch that has not ended.",
      mixinStandardHelpOptions = true)
  int add(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "ID", description = "The batch.") String id,
      @Parameters(index = "1", paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    String json = Things.read(file);
    return asked.run((api, out) -> {
      Tree added = api.post(Route.to("batches", id, "jobs"), json);
      if (out.isJson()) {
        out.json(added);
      } else {
        added.at("jobs").items().forEach(job -> out.line(PublicId.shortened(job.at("id").text())));
      }
      return Exit.OK;
    });
  }

  @Command(
      name = "close",
      description = "Lets an open batch end with its last job.",
      mixinStandardHelpOptions = true)
  int close(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The batch.") String name)
      throws InterruptedException {
    return BATCHES.tell(asked, name, "close");
  }
}
