package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A JobsCommand lists jobs, the newest first. */
@Command(
    name = "jobs",
    description = "Lists jobs, the newest first.",
    mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
  static final String[] COLUMNS = {
    "!ID", "!STATE", "KIND", "QUEUE", ">?PRIO", ">TRY", "CREATED", "NEXT OR LAST"
  };

  @Mixin private final Client client = new Client();
  @Mixin private final JobFilters filters = new JobFilters();
  @Mixin private final Watch watch = new Watch();

  @Parameters(
      arity = "0..1",
      paramLabel = "STATE",
      description = "The same as --state, as in rota jobs failed.")
  private @Nullable String state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many. Default: ${DEFAULT-VALUE}")
  private int limit;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Go on behind a list that ended with this.")
  private @Nullable String cursor;

  JobsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (state != null) {
      filters.status(List.of(state));
    }
    return client.run((api, out) -> watch.repeat(out, () -> show(api, out)));
  }

  private void show(Api api, Output out) {
    Tree page = api.get(filters.list().with("limit", limit).with("cursor", cursor));
    if (out.isJson()) {
      out.json(page);
      return;
    }
    Table table = new Table(COLUMNS);
    page.at("jobs").items().forEach(job -> add(table, job));
    out.table(table, "There are no such jobs.");
    out.more(page);
  }

  static void add(Table table, Tree job) {
    table.row(
        PublicId.shortened(job.at("id").text()),
        Cell.word(job.at("status").text()),
        job.at("kind").text(),
        job.at("queue").text(),
        job.at("priority").raw(),
        job.at("attempt").raw() + "/" + (job.at("max_retries").number() + 1),
        Ages.brief(job.find("created_at")),
        last(job));
  }

  /** What there is to say of a job in few words. */
  private static String last(Tree job) {
    Tree error = job.find("error_message");
    if (error != null) {
      return error.text();
    }
    Tree waiting = job.find("waiting_on");
    if (waiting != null) {
      return "waits: " + waiting.text();
    }
    Tree progress = job.find("progress");
    if (progress != null && job.at("status").text().equals("running")) {
      Tree message = job.find("progress_message");
      return progress.raw() + " %" + (message == null ? "" : " " + message.text());
    }
    Tree ended = job.find("completed_at");
    return ended != null ? "ended " + Ages.brief(ended) : Ages.brief(job.find("next_run_at"));
  }
}
