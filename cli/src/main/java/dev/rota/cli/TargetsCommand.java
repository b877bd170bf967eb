package dev.rota.cli;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A TargetsCommand lists what plans make jobs for. */
@Command(
    name = "targets",
    description = "Lists targets, or looks at one and changes whether it counts.",
    mixinStandardHelpOptions = true)
final class TargetsCommand implements Callable<Integer> {
  private static final Things TARGETS = new Things("targets", "target");

  @Mixin private final Client client = new Client();

  @Option(names = "--kind", paramLabel = "KIND", description = "Targets of this kind.")
  private @Nullable String kind;

  @Option(names = "--source", paramLabel = "NAME", description = "Targets from this source.")
  private @Nullable String source;

  @Option(
      names = "--active",
      description = "Only those that are active; --no-active the others.",
      negatable = true)
  private @Nullable Boolean active;

  @Option(
      names = "--approved",
      description = "Only those that are approved; --no-approved the others.",
      negatable = true)
  private @Nullable Boolean approved;

  @Option(names = "--limit", paramLabel = "N", description = "Default: 50")
  private @Nullable Integer limit;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Go on behind the last list.")
  private @Nullable String cursor;

  TargetsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree page =
          api.get(
              Route.to("targets")
                  .with("kind", kind)
                  .with("source", source)
                  .with("active", active)
                  .with("approved", approved)
                  .with("limit", limit)
                  .with("cursor", cursor));
      out.answer(page, TargetsCommand::table, "There are no such targets.");
      out.more(page);
      return Exit.OK;
    });
  }

  private static Table table(Tree page) {
    Table table = new Table(">ID", "KIND", "TARGET", "NAME", "STATE", "URL", "LAST SUCCESS");
    for (Tree one : page.at("targets").items()) {
      table.row(
          one.at("id").raw(),
          one.at("kind").text(),
          one.at("external_id").text(),
          one.at("name").text(),
          state(one),
          one.find("url", Tree::text),
          Ages.of(one.find("last_success_at")));
    }
    return table;
  }

  private static Cell state(Tree target) {
    return !target.at("active").isTrue()
        ? Cell.word("paused")
        : Cell.of(target.at("approved").isTrue() ? "approved" : "active");
  }

  @Command(name = "show", description = "Shows a target.", mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.show(asked, name);
  }

  @Command(name = "add", description = "Adds a target.", mixinStandardHelpOptions = true)
  int add(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "KIND", description = "Its kind.") String ofKind,
      @Parameters(index = "1", paramLabel = "TARGET", description = "Its external id.") String id,
      @Option(names = "--name", paramLabel = "NAME", description = "Default: the external id")
          @Nullable String name,
      @Option(names = "--at", paramLabel = "URL", description = "Its address.")
          @Nullable String url)
      throws InterruptedException {
    String json =
        new Members()
            .put("kind", ofKind)
            .put("external_id", id)
            .put("name", name == null ? id : name)
            .put("url", url)
            .toString();
    return asked.run((api, out) -> Things.print(out, api.post(Route.to("targets"), json)));
  }

  @Command(
      name = "activate",
      description = "Lets plans make jobs for a target.",
      mixinStandardHelpOptions = true)
  int activate(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.tell(asked, name, "activate");
  }

  @Command(
      name = "deactivate",
      description = "Lets plans make no jobs for a target.",
      mixinStandardHelpOptions = true)
  int deactivate(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.tell(asked, name, "deactivate");
  }

  @Command(name = "approve", description = "Approves a target.", mixinStandardHelpOptions = true)
  int approve(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.tell(asked, name, "approve");
  }

  @Command(
      name = "disapprove",
      description = "Takes the approval of a target back.",
      mixinStandardHelpOptions = true)
  int disapprove(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.tell(asked, name, "disapprove");
  }

  @Command(name = "delete", description = "Deletes a target.", mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The target.") String name)
      throws InterruptedException {
    return TARGETS.delete(asked, name);
  }
}
