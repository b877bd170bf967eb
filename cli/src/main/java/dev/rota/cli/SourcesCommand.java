package dev.rota.cli;

import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A SourcesCommand lists where targets come from, and keeps it. */
@Command(
    name = "sources",
    description = "Lists where targets come from, or looks at one source and changes it.",
    mixinStandardHelpOptions = true)
final class SourcesCommand implements Callable<Integer> {
  private static final Things SOURCES = new Things("target-sources", "source");

  @Mixin private final Client client = new Client();

  SourcesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return SOURCES.list(client, SourcesCommand::table);
  }

  private static Table table(Tree answer) {
    Table table =
        new Table("SOURCE", "STATE", "TARGETS", "SORT", "LOCATION", ">FOUND", "READ", "NEXT");
    for (Tree one : answer.at("sources").items()) {
      table.row(
          one.at("name").text(),
          state(one),
          one.at("target_kind").text(),
          one.at("sort").text(),
          one.at("location").text(),
          one.find("targets", Tree::raw),
          Ages.of(one.find("synced_at")),
          Ages.of(one.find("next_sync_at")));
    }
    return table;
  }

  private static Cell state(Tree source) {
    return !source.at("enabled").isTrue()
        ? Cell.word("paused")
        : source.find("error") == null ? Cell.of("active") : Cell.word("failed");
  }

  @Command(
      name = "show",
      description = "Shows a source, and what was wrong with it the last time.",
      mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The source.") String name)
      throws InterruptedException {
    return SOURCES.show(asked, name);
  }

  @Command(
      name = "put",
      description = "Makes a source, or another one of it.",
      mixinStandardHelpOptions = true)
  int put(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "NAME", description = "The source.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    return SOURCES.put(asked, name, file);
  }

  @Command(name = "sync", description = "Reads a source now.", mixinStandardHelpOptions = true)
  int sync(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The source.") String name)
      throws InterruptedException {
    return SOURCES.tell(asked, name, "sync");
  }

  @Command(
      name = "delete",
      description = "Deletes a source; its targets stay.",
      mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The source.") String name)
      throws InterruptedException {
    return SOURCES.delete(asked, name);
  }
}
