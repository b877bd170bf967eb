package dev.rota.cli;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.RotaException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A JobCommand shows one job and its executions. */
@Command(
    name = "job",
    description = "Shows a job and its executions.",
    mixinStandardHelpOptions = true)
final class JobCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "ID", description = "The number that enqueue printed.")
  private long id;

  JobCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return OneShot.run(engine -> {
      var job =
          engine
              .jobs()
              .get(id)
              .orElseThrow(() -> new RotaException("not-found", "there is no job " + id));
      var out = spec.commandLine().getOut();
      print(out, job);
      engine.jobs().executions(id, 100, 0).forEach(execution -> print(out, execution));
    });
  }

  private static void print(PrintWriter out, Job job) {
    line(out, "job", job.id());
    line(out, "kind", job.kind());
    line(out, "queue", job.queue());
    line(out, "state", job.state().word());
    line(out, "waiting on", job.waitingOn());
    line(out, "priority", job.priority());
    line(out, "retries", job.retries() + " of " + job.maxRetries());
    line(out, "payload", job.payload());
    line(out, "progress", job.progress());
    line(out, "message", job.progressMessage());
    line(out, "result", job.result());
    line(out, "error", job.error());
    line(out, "created at", job.createdAt());
    line(out, "run at", job.runAt());
    line(out, "started at", job.startedAt());
    line(out, "finished at", job.finishedAt());
  }

  private static void line(PrintWriter out, String name, @Nullable Object value) {
    if (value != null) {
      out.printf("%-12s %s%n", name, value);
    }
  }

  private static void print(PrintWriter out, Execution execution) {
    out.printf(
        "execution %d  %s  %s  on %s%s%n",
        execution.attempt(),
        execution.status(),
        execution.duration() == null ? "" : execution.duration().toMillis() + " ms",
        execution.worker(),
        execution.error() == null ? "" : ": " + execution.error());
  }
}
