package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** An OperationWatch shows how far an operation is until it ends, and tells what came of it. */
final class OperationWatch {
  private static final long PAUSE_MILLIS = 200;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(names = "--detach", description = "Do not wait until it is done.")
  private boolean isLeft;

  OperationWatch() {}

  int until(Api api, Output out, Tree begun) throws InterruptedException {
    Tree operation = begun;
    String id = PublicId.shortened(begun.at("id").text());
    if (!isLeft) {
      try (ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), out.terminal())) {
        while (isRunning(operation)) {
          bar.at(
              "%, " + operation.at("done").raw() + " jobs", operation.at("progress").number(), 100);
          Thread.sleep(PAUSE_MILLIS);
          operation = api.get(Route.to("operations", id));
        }
      }
    }
    if (out.isJson()) {
      out.json(operation);
    } else {
      tell(out, id, operation);
    }
    return operation.at("status").text().equals("cancelled") ? Exit.FAILED : Exit.OK;
  }

  private static boolean isRunning(Tree operation) {
    return operation.at("status").text().equals("running");
  }

  private static void tell(Output out, String id, Tree operation) {
    if (isRunning(operation)) {
      out.line("operation %s runs in the background: rota operations show %s".formatted(id, id));
      return;
    }
    out.line(
        "operation %s (%s) %s: %s done%s"
            .formatted(
                id,
                operation.at("action").text(),
                operation.at("status").text(),
                operation.at("done").raw(),
                skipped(operation)));
    if (operation.find("undo_until") != null) {
      out.line("To take it back within the hour: rota operations undo " + id);
    }
  }

  private static String skipped(Tree operation) {
    Tree reasons = operation.at("skipped_reasons");
    return reasons.names().isEmpty() ? "" : ", left as they were: " + reasons(reasons);
  }

  /** As in 3 running, 1 completed. */
  static String reasons(Tree reasons) {
    return reasons.names().stream()
        .map(reason -> reasons.at(reason).raw() + " " + reason)
        .collect(Collectors.joining(", "));
  }
}
