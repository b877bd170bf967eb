package dev.rota.cli;

import dev.rota.remote.RemoteOptions;
import dev.rota.remote.RotaClient;
import dev.rota.worker.Handler;
import dev.rota.worker.Worker;
import dev.rota.worker.WorkerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A WorkCommand takes jobs from a server and runs a command for each of them. */
@Command(
    name = "work",
    description = "Takes jobs from a server and runs a command for each of them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "The command gets the payload on its standard input and, in its environment, ROTA_JOB_ID, ROTA_ATTEMPT, ROTA_FENCE,"
          + " ROTA_KIND and ROTA_QUEUE.",
      "  exit 0    the job is completed; what was printed is its result, as JSON or else as text",
      "  exit 65   the job has failed and is not tried again",
      "  others    it has failed and is tried again as its policy says; the end of standard error is the reason",
      "A line \"progress 40 half done\" on standard error tells how far it is. A cancelled or overdue command gets SIGTERM,"
          + " and SIGKILL after --grace.",
      "",
      "The server: ROTA_URL, else http://127.0.0.1:8060; ROTA_TOKEN, if it asks for one. docs/guides/workers.md has more."
    })
final class WorkCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--cmd",
      required = true,
      paramLabel = "COMMAND",
      description = "What to run, by sh -c.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String command;

  @Option(
      names = "--queue",
      required = true,
      paramLabel = "NAME",
      description = "Whose jobs to take; may be given several times.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private List<String> queues;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Which kinds to take; may be given several times. Default: all")
  private List<String> kinds = List.of();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many commands at a time, of each queue. Default: ${DEFAULT-VALUE}")
  private int concurrency;

  @Option(
      names = "--capability",
      paramLabel = "NAME",
      description = "What jobs may require; may be given several times.")
  private List<String> capabilities = List.of();

  @Option(names = "--name", paramLabel = "NAME", description = "Default: host and process")
  private @Nullable String name;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long a command may take, beside the timeouts of jobs. Default: no limit")
  private @Nullable Integer timeout;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long it may take to stop after SIGTERM. Default: ${DEFAULT-VALUE}")
  private int grace;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long commands may finish when this is stopped. Default: ${DEFAULT-VALUE}")
  private int drain;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "After how long without a sign of life others get the job. Default: ${DEFAULT-VALUE}")
  private int lease;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description =
          "How much memory a command may have: all of it by a cgroup where there is one, else each of its processes by ulimit -v.")
  private @Nullable Integer memory;

  @Option(
      names = "--cpu",
      paramLabel = "SECONDS",
      description =
          "How much CPU time a command may take; each of its processes by ulimit -t as well.")
  private @Nullable Integer cpu;

  WorkCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var options =
        RemoteOptions.standard()
            .withVersion(Version.current())
            .withCapabilities(Set.copyOf(capabilities))
            .withLease(Duration.ofSeconds(lease));
    var named = name == null ? options : options.withWorker(name);
    var worker = worker(Worker.on(RotaClient.fromEnvironment().source(named))).start();
    Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "rota-stop"));
    var out = spec.commandLine().getOut();
    out.println(
        "The worker %s takes jobs of %s. Ctrl-C stops it."
            .formatted(named.worker(), String.join(", ", queues)));
    out.flush();
    new CountDownLatch(1).await();
    return 0;
  }

  private WorkerBuilder worker(WorkerBuilder builder) {
    var limits = new CommandLimits(memory, cpu == null ? null : Duration.ofSeconds(cpu));
    Handler handler =
        new CommandHandler(
            command,
            limits,
            Cgroups.find(),
            timeout == null ? null : Duration.ofSeconds(timeout),
            Duration.ofSeconds(grace));
    queues.forEach(queue -> builder.queue(queue, concurrency));
    kinds.forEach(kind -> builder.handle(kind, handler));
    return (kinds.isEmpty() ? builder.handleAny(handler) : builder)
        .drainDeadline(Duration.ofSeconds(drain))
        .drainGrace(Duration.ofSeconds(grace + 1L));
  }
}
