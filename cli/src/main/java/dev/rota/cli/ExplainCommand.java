package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An ExplainCommand tells why a job is not running, and when it would. */
@Command(
    name = "explain",
    description =
        "Tells why a job is not running: what is in its way, in order, what to do about it, and when it would start.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Parameters(index = "0", paramLabel = "ID", description = "The job; rota jobs lists them.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String id;

  ExplainCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree told = api.get(Route.to("jobs", id, "explain"));
      if (out.isJson()) {
        out.json(told);
      } else {
        print(api, out, told);
      }
      return Exit.OK;
    });
  }

  private static void print(Api api, Output out, Tree told) {
    String job = PublicId.shortened(told.at("job_id").text());
    out.line("Job " + job + ": " + told.at("summary").text());
    List<Tree> blockers = told.at("blockers").items();
    for (int i = 0; i < blockers.size(); i++) {
      Tree blocker = blockers.get(i);
      out.line("%d. %s".formatted(i + 1, Text.line(blocker.at("message").text())));
      out.line(
          "   → "
              + Text.line(blocker.at("action").text())
              + command(api, job, blocker.at("code").text()));
    }
    out.field("state", Cell.word(told.at("status").text()));
    out.field("ahead of it", told.find("ahead", Tree::raw));
    time(out, "would start", told.find("expected_start_at"));
    String unknown = told.find("expected_start_unknown", Tree::text);
    if (unknown != null && told.find("ended_at") == null) {
      out.field("would start", "not known: " + unknown);
    }
    out.field("worker", told.find("worker", Tree::text));
    time(out, "started", told.find("started_at"));
    time(out, "lease until", told.find("lease_until"));
    time(out, "ended", told.find("ended_at"));
  }

  /** The command for it, where there is just one. */
  private static String command(Api api, String job, String code) {
    return switch (code) {
      case "queue_paused" ->
          ": rota resume queue " + api.get(Route.to("jobs", job)).at("queue").text();
      case "paused" -> ": rota resume " + job;
      default -> "";
    };
  }

  private static void time(Output out, String name, @org.jspecify.annotations.Nullable Tree at) {
    out.field(name, at == null ? null : at.text() + "  (" + Ages.of(at) + ")");
  }
}
