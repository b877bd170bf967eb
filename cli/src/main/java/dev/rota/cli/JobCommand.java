package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A JobCommand shows one job, its input, what came of it, and its executions. */
@Command(
    name = "job",
    description = "Shows a job, its payload, its result and its executions with their errors.",
    mixinStandardHelpOptions = true)
final class JobCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Parameters(index = "0", paramLabel = "ID", description = "The job; rota jobs lists them.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String id;

  JobCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree job = api.get(Route.to("jobs", id));
      Tree executions = api.get(Route.to("jobs", id, "executions").with("limit", 100));
      if (out.isJson()) {
        out.line(
            "{\"job\":%s,\"executions\":%s}"
                .formatted(job.raw(), executions.at("executions").raw()));
      } else {
        print(out, job);
        printExecutions(out, executions);
        tellNext(out, job);
      }
      return Exit.OK;
    });
  }

  private static void print(Output out, Tree job) {
    out.field("job", PublicId.shortened(job.at("id").text()));
    out.field("kind", job.at("kind").text());
    out.field("queue", job.at("queue").text());
    out.field("state", Cell.word(job.at("status").text()));
    text(out, "waiting on", job, "waiting_on");
    out.field("priority", job.at("priority").raw());
    out.field(
        "retries", job.at("current_retry_count").raw() + " of " + job.at("max_retries").raw());
    text(out, "tags", job, "tags");
    text(out, "unique key", job, "unique_key");
    text(out, "key", job, "concurrency_key");
    text(out, "payload", job, "payload");
    text(out, "progress", job, "progress");
    text(out, "message", job, "progress_message");
    text(out, "result", job, "result");
    text(out, "error", job, "error_message");
    text(out, "created by", job, "created_by");
    time(out, "created at", job, "created_at");
    time(out, "run at", job, "next_run_at");
    time(out, "started at", job, "started_at");
    time(out, "ended at", job, "completed_at");
    time(out, "cancelled at", job, "cancelled_at");
  }

  /** What people usually want then; scripts and pipes are spared. */
  private static void tellNext(Output out, Tree job) {
    String id = PublicId.shortened(job.at("id").text());
    String next =
        switch (job.at("status").text()) {
          case "failed", "cancelled" -> "rota retry " + id + " runs it again";
          case "paused" -> "rota resume " + id + " lets it go on";
          case "pending", "scheduled" -> "rota explain " + id + " says what it waits for";
          default -> "";
        };
    if (out.terminal().isThere() && !next.isEmpty()) {
      out.line("");
      out.line(out.painted(Style.DIM, "→ " + next));
    }
  }

  private static void text(Output out, String name, Tree job, String member) {
    Tree value = job.find(member);
    if (value != null && !value.raw().equals("[]")) {
      out.field(name, value.text());
    }
  }

  private static void time(Output out, String name, Tree job, String member) {
    Tree at = job.find(member);
    if (at != null) {
      out.field(name, at.text() + "  (" + Ages.of(at) + ")");
    }
  }

  private static void printExecutions(Output out, Tree executions) {
    Table table = new Table(">#", "STATUS", "STARTED", ">TOOK", "WORKER", "ERROR");
    for (Tree each : executions.at("executions").items()) {
      table.row(
          each.at("execution_number").raw(),
          Cell.word(each.at("status").text()),
          Ages.of(each.find("started_at")),
          Ages.millis(each.find("duration_ms")),
          each.at("worker").text(),
          each.find("error_message", Tree::text));
    }
    out.heading("Executions");
    out.table(table, "None yet: rota explain says why.");
    executions.at("executions").items().stream()
        .filter(each -> each.find("stack_trace") != null)
        .findFirst()
        .ifPresent(last -> {
          out.heading("Trace of execution " + last.at("execution_number").raw());
          out.line(Text.lines(last.at("stack_trace").text()));
        });
  }
}
