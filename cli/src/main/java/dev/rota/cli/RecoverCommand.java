package dev.rota.cli;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A RecoverCommand recovers jobs that have not been heard of for too long, beside running nodes or
 * without any.
 */
@Command(
    name = "recover",
    description =
        "Recovers running jobs that have given no sign of life for a time, and says what became of them.",
    mixinStandardHelpOptions = true)
final class RecoverCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--stalled",
      paramLabel = "MINUTES",
      required = true,
      description = "Recover jobs that have been silent for so many minutes.")
  private long minutes;

  RecoverCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (minutes < 0) {
      throw new ParameterException(
          spec.commandLine(), "--stalled=" + minutes + " is not allowed: it must be 0 or more");
    }
    return OneShot.run(engine -> {
      var recovered = engine.recover(Duration.ofMinutes(minutes));
      spec.commandLine()
          .getOut()
          .printf(
              "recovered=%d requeued=%d failed=%d quarantined=%d cancelled=%d%n",
              recovered.total(),
              recovered.requeued(),
              recovered.failed(),
              recovered.quarantined(),
              recovered.cancelled());
    });
  }
}
