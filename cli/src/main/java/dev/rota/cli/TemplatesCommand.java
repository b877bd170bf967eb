package dev.rota.cli;

import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A TemplatesCommand lists templates and keeps them. */
@Command(
    name = "templates",
    description = "Lists templates of jobs, or looks at one and changes it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A job from one:       rota enqueue --template NAME --param KEY=VALUE",
      "A schedule from one:  rota schedules put SCHEDULE --cron '0 9 * * 1' --template NAME --param KEY=VALUE"
    })
final class TemplatesCommand implements Callable<Integer> {
  private static final Things TEMPLATES = new Things("templates", "template");

  @Mixin private final Client client = new Client();

  TemplatesCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return TEMPLATES.list(client, TemplatesCommand::table);
  }

  private static Table table(Tree answer) {
    Table table = new Table("TEMPLATE", "KIND", "QUEUE", "PAYLOAD", "CHANGED", "BY");
    for (Tree template : answer.at("templates").items()) {
      Tree definition = template.at("definition");
      table.row(
          template.at("name").text(),
          definition.find("kind", Tree::text),
          definition.find("queue", Tree::text),
          definition.find("payload", Tree::raw),
          Ages.of(template.find("updated_at")),
          template.at("updated_by").text());
    }
    return table;
  }

  @Command(name = "show", description = "Shows a template.", mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The template.") String name)
      throws InterruptedException {
    return TEMPLATES.show(asked, name);
  }

  @Command(
      name = "put",
      description = "Makes a template, or another one of it.",
      mixinStandardHelpOptions = true)
  int put(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "NAME", description = "The template.") String name,
      @Parameters(index = "1", paramLabel = "FILE", description = Things.FILE) Path file)
      throws InterruptedException {
    return TEMPLATES.put(asked, name, file);
  }

  @Command(
      name = "delete",
      description = "Deletes a template; jobs that were made from it stay.",
      mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The template.") String name)
      throws InterruptedException {
    return TEMPLATES.delete(asked, name);
  }
}
