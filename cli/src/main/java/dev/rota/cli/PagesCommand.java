package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A PagesCommand searches the pages that crawls have fetched. */
@Command(
    name = "pages",
    description = "Searches the pages that crawls have fetched; without words, lists the newest.",
    mixinStandardHelpOptions = true)
final class PagesCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "QUERY",
      description = "Words that must be on the page; \"quoted\" ones side by side, -words not.")
  private @Nullable String query;

  @Option(names = "--host", paramLabel = "HOST", description = "Pages of this host.")
  private @Nullable String host;

  @Option(names = "--job", paramLabel = "ID", description = "Pages that this job has fetched.")
  private @Nullable String job;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "Default: 20")
  private int limit;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on behind the last list.")
  private @Nullable String cursor;

  PagesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree found =
          api.get(
              Route.to("pages")
                  .with("q", query)
                  .with("host", host)
                  .with("job", job)
                  .with("limit", limit)
                  .with("cursor", cursor));
      if (out.isJson()) {
        out.json(found);
      } else {
        print(out, found);
      }
      return Exit.OK;
    });
  }

  private static void print(Output out, Tree found) {
    Table table = new Table("FETCHED", "TITLE", "URL", "EXCERPT");
    for (Tree page : found.at("pages").items()) {
      table.row(
          Ages.of(page.find("fetched_at")),
          page.at("title").text(),
          page.at("url").text(),
          page.find("excerpt", Tree::text));
    }
    out.table(table, "No page is like that.");
    out.more(found);
  }
}
