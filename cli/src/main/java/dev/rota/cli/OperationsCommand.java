package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An OperationsCommand lists bulk operations, stops one or takes back what it did. */
@Command(
    name = "operations",
    description = "Lists bulk operations, or looks at one, stops it or takes it back.",
    mixinStandardHelpOptions = true,
    subcommands = {
      OperationsCommand.Show.class,
      OperationsCommand.Cancel.class,
      OperationsCommand.Undo.class
    })
final class OperationsCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final Watch watch = new Watch();

  OperationsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> watch.repeat(out, () -> show(api, out)));
  }

  private static void show(Api api, Output out) {
    Tree answer = api.get(Route.to("operations"));
    if (out.isJson()) {
      out.json(answer);
    } else {
      out.table(table(answer), "There are no operations.");
    }
  }

  private static Table table(Tree answer) {
    Table table =
        new Table("!ID", "ACTION", "STATE", ">%", ">DONE", ">LEFT", "BY", "BEGAN", "UNDO");
    for (Tree operation : answer.at("operations").items()) {
      table.row(
          PublicId.shortened(operation.at("id").text()),
          operation.at("action").text(),
          Cell.word(operation.at("status").text()),
          operation.at("progress").raw(),
          operation.at("done").raw(),
          operation.at("skipped").raw(),
          operation.at("created_by").text(),
          Ages.of(operation.find("created_at")),
          undo(operation));
    }
    return table;
  }

  private static String undo(Tree operation) {
    return operation.find("undone_by") != null
        ? "undone"
        : operation.find("undo_until") == null ? "" : "possible";
  }

  /** An operation that a command is about. */
  static final class One {
    @Mixin private final Client client = new Client();

    @Parameters(index = "0", paramLabel = "ID", description = "The operation.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String id;

    One() {}

    int print(boolean stops) throws InterruptedException {
      return client.run((api, out) -> {
        Tree operation =
            stops
                ? api.post(Route.to("operations", id, "cancel"), null)
                : api.get(Route.to("operations", id));
        if (out.isJson()) {
          out.json(operation);
        } else {
          print(out, operation);
        }
        return Exit.OK;
      });
    }

    private static void print(Output out, Tree operation) {
      out.field("operation", PublicId.shortened(operation.at("id").text()));
      out.field("action", operation.at("action").text());
      out.field("filter", operation.find("filter", One::filter));
      out.field("ids", operation.find("ids", Tree::raw));
      out.field("state", Cell.word(operation.at("status").text()));
      out.field("progress", operation.at("progress").raw() + " %");
      out.field("done", operation.at("done").raw());
      out.field("left", OperationWatch.reasons(operation.at("skipped_reasons")));
      out.field("created by", operation.at("created_by").text());
      out.field("began", Ages.of(operation.find("created_at")));
      out.field("ended", Ages.of(operation.find("finished_at")));
      out.field("cancelled by", operation.find("cancelled_by", Tree::text));
      out.field("undo until", operation.find("undo_until", Tree::text));
      out.field("undoes", shortened(operation, "undo_of"));
      out.field("undone by", shortened(operation, "undone_by"));
    }

    private static String filter(Tree filter) {
      return filter.names().stream()
          .filter(name -> filter.find(name) != null)
          .map(name -> name + " " + filter.at(name).text())
          .collect(Collectors.joining(", "));
    }

    private static Object shortened(Tree operation, String member) {
      return Cell.of(operation.find(member, id -> PublicId.shortened(id.text())));
    }
  }

  /** A Show shows an operation. */
  @Command(name = "show", description = "Shows an operation.", mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {
    @Mixin private final One one = new One();

    Show() {}

    @Override
    public Integer call() throws InterruptedException {
      return one.print(false);
    }
  }

  /** A Cancel stops an operation. */
  @Command(
      name = "cancel",
      description = "Stops an operation; what it has done stays done.",
      mixinStandardHelpOptions = true)
  static final class Cancel implements Callable<Integer> {
    @Mixin private final One one = new One();

    Cancel() {}

    @Override
    public Integer call() throws InterruptedException {
      return one.print(true);
    }
  }

  /** An Undo takes an operation back. */
  @Command(
      name = "undo",
      description = "Takes back what an operation did, within an hour.",
      mixinStandardHelpOptions = true)
  static final class Undo implements Callable<Integer> {
    @Mixin private final One one = new One();
    @Mixin private final OperationWatch watch = new OperationWatch();

    Undo() {}

    @Override
    public Integer call() throws InterruptedException {
      return one.client.run((api, out) ->
          watch.until(api, out, api.post(Route.to("operations", one.id, "undo"), null)));
    }
  }
}
