package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An AlertsCommand lists what is wrong, and what to do about it. */
@Command(
    name = "alerts",
    description = "Lists what is wrong, and what to do about it.",
    mixinStandardHelpOptions = true)
final class AlertsCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  @Option(names = "--all", description = "Also those that were cleared lately.")
  private boolean all;

  AlertsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree answer = api.get(Route.to("alerts").with("state", all ? null : "raised"));
      if (out.isJson()) {
        out.json(answer);
      } else {
        out.table(table(answer), "Nothing is wrong.");
        answer.at("alerts").items().stream()
            .map(alert -> alert.at("rule").text() + ": " + alert.at("advice").text())
            .distinct()
            .forEach(line -> out.line("→ " + Text.line(line)));
      }
      return Exit.OK;
    });
  }

  static Table table(Tree answer) {
    Table table = new Table("RULE", "STATE", "ABOUT", ">VALUE", ">LIMIT", "SINCE");
    for (Tree alert : answer.at("alerts").items()) {
      table.row(
          alert.at("rule").text(),
          Cell.word(alert.at("state").text()),
          alert.at("subject_kind").text() + " " + PublicId.shortened(alert.at("subject").text()),
          alert.at("value").raw(),
          alert.at("threshold").raw(),
          Ages.of(alert.find("since")));
    }
    return table;
  }
}
