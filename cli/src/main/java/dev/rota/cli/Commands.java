package dev.rota.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Commands are what {@code rota} can be told. Only the one that was told is looked at: the others
 * would cost a quarter of a second.
 */
final class Commands {
  private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("up", UpCommand::new);
    ALL.put("server", ServerCommand::new);
    ALL.put("apply", ApplyCommand::new);
    ALL.put("migrate", MigrateCommand::new);
    ALL.put("migrate-cron", MigrateCronCommand::new);
    ALL.put("token", TokenCommand::new);
    ALL.put("recover", RecoverCommand::new);
    ALL.put("export", ExportCommand::new);
    ALL.put("import", ImportCommand::new);
    ALL.put("archive", ArchiveCommand::new);
    ALL.put("enqueue", EnqueueCommand::new);
    ALL.put("jobs", JobsCommand::new);
    ALL.put("job", JobCommand::new);
    ALL.put("change", ChangeCommand::new);
    ALL.put("explain", ExplainCommand::new);
    ALL.put("cancel", CancelCommand::new);
    ALL.put("retry", RetryCommand::new);
    ALL.put("pause", PauseCommand::new);
    ALL.put("resume", ResumeCommand::new);
    ALL.put("delete", DeleteCommand::new);
    ALL.put("priority", PriorityCommand::new);
    ALL.put("move", MoveCommand::new);
    ALL.put("batches", BatchesCommand::new);
    ALL.put("graph", GraphCommand::new);
    ALL.put("templates", TemplatesCommand::new);
    ALL.put("queues", QueuesCommand::new);
    ALL.put("schedules", SchedulesCommand::new);
    ALL.put("windows", WindowsCommand::new);
    ALL.put("targets", TargetsCommand::new);
    ALL.put("plans", PlansCommand::new);
    ALL.put("sources", SourcesCommand::new);
    ALL.put("tenants", TenantsCommand::new);
    ALL.put("webhooks", WebhooksCommand::new);
    ALL.put("workers", WorkersCommand::new);
    ALL.put("work", WorkCommand::new);
    ALL.put("doctor", DoctorCommand::new);
    ALL.put("capacity", CapacityCommand::new);
    ALL.put("simulate", SimulateCommand::new);
    ALL.put("top", TopCommand::new);
    ALL.put("alerts", AlertsCommand::new);
    ALL.put("operations", OperationsCommand::new);
    ALL.put("dead-letters", DeadLettersCommand::new);
    ALL.put("events", EventsCommand::new);
    ALL.put("pages", PagesCommand::new);
    ALL.put("completion", CompletionCommand::new);
    ALL.put("learn", LearnCommand::new);
    ALL.put("version", VersionCommand::new);
  }

  private Commands() {}

  /** Adds the command that the first argument names; all of them if it names none. */
  static void addTo(CommandLine rota, String... arguments) {
    Supplier<Object> told = arguments.length == 0 ? null : ALL.get(arguments[0]);
    if (told != null) {
      rota.addSubcommand(arguments[0], told.get());
    } else {
      ALL.forEach((name, command) -> rota.addSubcommand(name, command.get()));
      rota.addSubcommand(new CommandLine.HelpCommand());
    }
  }
}
