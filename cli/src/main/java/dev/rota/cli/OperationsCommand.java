package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An OperationsCommand lists bulk operations, stops one or takes back what it did. */
@Command(
    name = "operations",
    description = "Lists bulk operations; --cancel stops one, --undo takes back what it did.",
    mixinStandardHelpOptions = true)
final class OperationsCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @ArgGroup private @Nullable Change change;

  OperationsCommand() {}

  /** One of them. */
  static final class Change {
    @Option(names = "--cancel", paramLabel = "ID", description = "Stops it; what is done stays.")
    private @Nullable String cancel;

    @Option(names = "--undo", paramLabel = "ID", description = "Takes it back, within an hour.")
    private @Nullable String undo;

    Change() {}

    Route route() {
      return cancel != null
          ? Route.to("operations", cancel, "cancel")
          : Route.to("operations", String.valueOf(undo), "undo");
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree answer =
          change == null ? api.get(Route.to("operations")) : api.post(change.route(), null);
      if (out.isJson()) {
        out.json(answer);
      } else if (change == null) {
        out.table(table(answer), "There are no operations.");
      } else {
        out.line(answer.at("id").text() + " " + answer.at("status").text());
      }
      return Exit.OK;
    });
  }

  private static Table table(Tree answer) {
    Table table =
        new Table("ID", "ACTION", "STATUS", ">%", ">DONE", ">SKIPPED", "BY", "BEGAN", "UNDO");
    for (Tree operation : answer.at("operations").items()) {
      table.row(
          operation.at("id").text(),
          operation.at("action").text(),
          Cell.word(operation.at("status").text()),
          operation.at("progress").raw(),
          operation.at("done").raw(),
          operation.at("skipped").raw(),
          operation.at("created_by").text(),
          Ages.of(operation.find("created_at")),
          operation.find("undo_until") == null ? "" : "possible");
    }
    return table;
  }
}
