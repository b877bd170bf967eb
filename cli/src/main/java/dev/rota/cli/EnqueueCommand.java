package dev.rota.cli;

import dev.rota.NewJob;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** An EnqueueCommand stores one job and says its id. */
@Command(
    name = "enqueue",
    description = "Enqueues a job and prints its id.",
    mixinStandardHelpOptions = true)
final class EnqueueCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "KIND", description = "What sort of work it is.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String kind;

  @Parameters(
      index = "1",
      paramLabel = "PAYLOAD",
      defaultValue = "{}",
      description = "Its input: JSON. Default: ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String payload;

  @Option(
      names = "--queue",
      defaultValue = NewJob.DEFAULT_QUEUE,
      description = "Default: ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String queue;

  @Option(names = "--priority", defaultValue = "0", description = "0 to 100. Default: 0")
  private int priority;

  @Option(
      names = "--delay",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Start it so many seconds from now at the earliest.")
  private long delay;

  @Option(names = "--unique", paramLabel = "KEY", description = "At most one live job per key.")
  private @Nullable String unique;

  EnqueueCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var job =
        NewJob.kind(kind)
            .payload(payload)
            .queue(queue)
            .priority(priority)
            .delay(Duration.ofSeconds(delay))
            .createdBy("cli");
    if (unique != null) {
      job.unique(unique);
    }
    return OneShot.run(engine -> {
      var enqueued = engine.jobs().enqueue(job.build());
      spec.commandLine()
          .getOut()
          .println(enqueued.job() + (enqueued.duplicate() ? " duplicate" : ""));
    });
  }
}
