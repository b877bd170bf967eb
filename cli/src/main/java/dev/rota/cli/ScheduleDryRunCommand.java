package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A ScheduleDryRunCommand tells what the scheduler would decide now, and changes nothing. */
@Command(
    name = "dry-run",
    description = "Tells what the scheduler would decide now about due times; changes nothing.",
    mixinStandardHelpOptions = true)
final class ScheduleDryRunCommand implements Callable<Integer> {
  @Mixin private final ScheduleCommands.Named named = new ScheduleCommands.Named();

  ScheduleDryRunCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return named
        .client()
        .run((api, out) -> {
          Tree forecast = api.get(named.route("dry-run"));
          if (out.isJson()) {
            out.json(forecast);
          } else {
            print(out, forecast);
          }
          return Exit.OK;
        });
  }

  private static void print(Output out, Tree forecast) {
    Table table = new Table("PLANNED", "FATE", "RUN AT", "WHY");
    for (Tree decision : forecast.at("decisions").items()) {
      table.row(
          decision.at("planned_at").text(),
          Cell.word(decision.at("fate").text()),
          decision.find("run_at", Tree::text),
          decision.find("reason", Tree::text));
    }
    for (Tree arrear : forecast.at("arrears").items()) {
      table.row(
          arrear.at("from").text() + " – " + arrear.at("to").text(),
          Cell.word(arrear.at("fate").text()),
          "",
          arrear.find("reason", Tree::text));
    }
    out.table(table, "Nothing is due.");
    out.field("next run", forecast.find("next_run_at", Tree::text));
  }
}
