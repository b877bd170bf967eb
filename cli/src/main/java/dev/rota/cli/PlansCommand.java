package dev.rota.cli;

import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A PlansCommand lists plans, which make schedules for targets, and keeps them. */
@Command(
    name = "plans",
    description = "Lists plans, which make schedules for targets, or looks at one and changes it.",
    mixinStandardHelpOptions = true)
final class PlansCommand implements Callable<Integer> {
  private static final Things PLANS = new Things("plans", "plan");

  @Mixin private final Client client = new Client();

  PlansCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return PLANS.list(client, PlansCommand::table);
  }

  private static Table table(Tree answer) {
    Table table = new Table("PLAN", "STATE", "TARGETS", "WHEN", "KIND", "QUEUE", ">SCHEDULES");
    for (Tree one : answer.at("plans").items()) {
      table.row(
          one.at("name").text(),
          one.at("enabled").isTrue() ? Cell.of("active") : Cell.word("paused"),
          one.find("target_kind", Tree::text),
          one.find("explained", Tree::text),
          one.at("kind").text(),
          one.at("queue").text(),
          one.at("schedules").raw());
    }
    return table;
  }

  @Command(name = "show", description = "Shows a plan.", mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked, @Parameters(paramLabel = "NAME", description = "The plan.") String name)
      throws InterruptedException {
    return PLANS.show(asked, name);
  }

  @Command(
      name = "put",
      description = "Makes a plan, or another one of it.",
      mixinStandardHelpOptions = true)
  int put(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "NAME", description = "The plan.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    return PLANS.put(asked, name, file);
  }

  @Command(
      name = "delete",
      description = "Deletes a plan and its schedules.",
      mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked, @Parameters(paramLabel = "NAME", description = "The plan.") String name)
      throws InterruptedException {
    return PLANS.delete(asked, name);
  }
}
