package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A Bulk does something to all jobs that match a filter: it shows them, asks, and does it. */
final class Bulk {
  private static final int PAGE = 1_000;
  private static final int MOST = 10_000;
  private static final int SHOWN = 5;

  @Option(names = "--dry-run", description = "Show how many jobs match, and which; do nothing.")
  private boolean isRehearsed;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask whether these are the right jobs.")
  private boolean isSure;

  @Mixin private final OperationWatch watch = new OperationWatch();

  Bulk() {}

  /** Begins an operation that needs no question, and watches it. */
  int begin(Api api, Output out, Members wish) throws InterruptedException {
    return watch.until(api, out, api.post(Route.to("operations"), wish.toString()));
  }

  int ask(Api api, Output out, String action, Members wish, JobFilters filters)
      throws InterruptedException {
    String batch = filters.batch();
    if (batch == null) {
      wish.raw("filter", filters.json());
    } else {
      wish.texts("ids", members(api, batch));
    }
    Tree preview = api.post(Route.to("operations", "preview"), wish.toString());
    boolean isOver = isRehearsed || preview.at("matched").raw().equals("0");
    if (isOver || !(out.isJson() || isSure)) {
      show(out, action, preview);
    }
    if (isOver) {
      return Exit.OK;
    }
    if (!isSure && !isMeant(out, action, preview, filters)) {
      return Exit.FAILED;
    }
    return begin(api, out, wish);
  }

  private static void show(Output out, String action, Tree preview) {
    if (out.isJson()) {
      out.json(preview);
      return;
    }
    if (preview.at("matched").raw().equals("0")) {
      out.line("No job matches: there is nothing to " + action + ".");
      return;
    }
    Table table = new Table(JobsCommand.COLUMNS);
    List<Tree> sample = preview.at("sample").items();
    sample.stream().limit(SHOWN).forEach(job -> JobsCommand.add(table, job));
    out.table(table, "");
    out.line(count(preview) + (sample.size() > SHOWN ? ", of which these are the newest." : "."));
    Tree skipped = preview.at("skipped");
    if (!skipped.names().isEmpty()) {
      out.line("Left as they are: " + OperationWatch.reasons(skipped) + ".");
    }
  }

  private static boolean isMeant(Output out, String action, Tree preview, JobFilters filters) {
    if (out.isJson() || !out.terminal().canAsk()) {
      String told =
          count(preview)
              + ". Nobody can be asked here whether they are meant: look with --dry-run, then say --yes.";
      throw InvalidInput.told("yes", told, told);
    }
    if (action.equals("pause") && filters.isQueueAlone()) {
      out.line("(rota pause queue NAME holds the queue itself, and what is yet to come.)");
    }
    boolean isMeant = out.terminal().agrees(out, question(action));
    if (!isMeant) {
      out.line("Nothing was changed.");
    }
    return isMeant;
  }

  private static String question(String action) {
    return switch (action) {
      case "priority" -> "Give them this priority?";
      default -> action.substring(0, 1).toUpperCase(Locale.ROOT) + action.substring(1) + " them?";
    };
  }

  private static String count(Tree preview) {
    String matched = preview.at("matched").raw();
    boolean isOne = matched.equals("1") && !preview.at("more").isTrue();
    return (preview.at("more").isTrue() ? "More than " : "")
        + matched
        + (isOne ? " job matches" : " jobs match");
  }

  /** The jobs of a batch, by their ids: filters do not know batches. */
  private static List<String> members(Api api, String batch) {
    List<String> ids = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      Tree page =
          api.get(Route.to("batches", batch, "jobs").with("limit", PAGE).with("cursor", cursor));
      page.at("jobs").items().forEach(job -> ids.add(job.at("id").text()));
      cursor = page.find("next_cursor", Tree::text);
    } while (cursor != null && ids.size() <= MOST);
    if (ids.isEmpty() || ids.size() > MOST) {
      throw new InvalidInput("batch", batch, "must have from 1 to " + MOST + " jobs");
    }
    return ids;
  }
}
