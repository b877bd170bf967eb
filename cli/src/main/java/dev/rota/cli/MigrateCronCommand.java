package dev.rota.cli;

import dev.rota.Json;
import dev.rota.engine.scheduler.CronMigrations;
import dev.rota.engine.scheduler.MigratedCron;
import dev.rota.engine.scheduler.MigratedCron.Verdict;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A MigrateCronCommand turns cron expressions of schedules into intervals, checks, and turns back.
 */
@Command(
    name = "migrate-cron",
    description =
        "Lists the intervals that the cron expressions of schedules can become, and those that need a review.",
    mixinStandardHelpOptions = true)
final class MigrateCronCommand implements Callable<Integer> {

  private static final String ACTOR = "cli";

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @ArgGroup private @Nullable Step step;

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "table or json. Default: ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private Format format;

  MigrateCronCommand() {}

  /** A Format is how the answer is written. */
  enum Format {
    TABLE,
    JSON
  }

  /** A Step is what to do: one of these, or nothing. */
  static final class Step {
    @Option(names = "--apply", description = "Give schedules their intervals.")
    private boolean apply;

    @Option(
        names = "--verify",
        description = "Compare the times of what was migrated with those before; 1 if some differ.")
    private boolean verify;

    @Option(names = "--back", description = "Give schedules their expressions back.")
    private boolean back;

    Step() {}

    private List<MigratedCron> of(CronMigrations migrations) {
      return apply
          ? migrations.apply(ACTOR)
          : verify ? migrations.verify() : migrations.back(ACTOR);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    List<MigratedCron> told = new ArrayList<>();
    OneShot.run(engine -> {
      var migrations = Scheduler.open(engine, SchedulerOptions.builder().build()).cronMigrations();
      told.addAll(step == null ? migrations.preview() : step.of(migrations));
    });
    var out = spec.commandLine().getOut();
    if (format == Format.JSON) {
      out.println(
          told.stream().map(MigrateCronCommand::json).collect(Collectors.joining(",", "[", "]")));
    } else {
      table(out, told);
    }
    return told.stream().anyMatch(each -> each.verdict() == Verdict.DIFFERS) ? 1 : 0;
  }

  private static void table(PrintWriter out, List<MigratedCron> told) {
    for (MigratedCron each : told) {
      out.printf(
          "%-12s %-30s %-20s %s%n",
          each.verdict().word(),
          each.schedule(),
          each.cron(),
          (each.intervalMinutes() == null ? "" : each.intervalMinutes() + " minutes ")
              + (each.note() == null ? "" : each.note()));
    }
    if (told.isEmpty()) {
      out.println("There is nothing to migrate.");
    }
  }

  private static String json(MigratedCron each) {
    return "{\"schedule\": %s, \"schedule_time\": %s, \"interval_minutes\": %s, \"verdict\": %s, \"note\": %s}"
        .formatted(
            Json.quote(each.schedule()),
            Json.quote(each.cron()),
            each.intervalMinutes(),
            Json.quote(each.verdict().word()),
            each.note() == null ? "null" : Json.quote(each.note()));
  }
}
