package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A GraphCommand enqueues jobs that wait for each other, and draws how they do. */
@Command(
    name = "graph",
    description = "Enqueues jobs that wait for each other, or draws those around a job.",
    mixinStandardHelpOptions = true)
final class GraphCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  GraphCommand() {}

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return Exit.USAGE;
  }

  @Command(
      name = "enqueue",
      description = "Enqueues the jobs of a file, all or none, and prints their names and ids.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "The file: {\"jobs\": [{\"name\": \"a\", \"kind\": \"fetch\"}, {\"name\": \"b\", \"kind\": \"parse\", \"depends_on\": [\"a\"]}]}"
      })
  int enqueue(
      @Mixin Client client, @Parameters(paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    String json = Things.read(file);
    return client.run((api, out) -> {
      out.answer(api.post(Route.to("graphs"), json), GraphCommand::table, "");
      return Exit.OK;
    });
  }

  private static Table table(Tree answer) {
    Table table = new Table("NAME", "!ID", "");
    for (Tree job : answer.at("jobs").items()) {
      table.row(
          job.at("name").text(),
          PublicId.shortened(job.at("id").text()),
          job.at("duplicate").isTrue() ? "duplicate" : "");
    }
    return table;
  }

  @Command(
      name = "show",
      description = "Draws what a job waits for and what waits for it.",
      mixinStandardHelpOptions = true)
  int show(@Mixin Client client, @Parameters(paramLabel = "ID", description = "A job.") String id)
      throws InterruptedException {
    return client.run((api, out) -> {
      Tree job = api.get(Route.to("jobs", id));
      if (out.isJson()) {
        out.line(
            "{\"job\":%s,\"parents\":%s,\"children\":%s}"
                .formatted(job.at("id").raw(), job.at("parents").raw(), job.at("children").raw()));
      } else {
        new GraphDrawing(api, out, job).draw();
      }
      return Exit.OK;
    });
  }
}
