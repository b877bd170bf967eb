package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A RetryCommand is {@code rota retry}. */
@Command(
    name = "retry",
    description = "Lets jobs that have ended run once more, by id or by a filter.",
    mixinStandardHelpOptions = true)
final class RetryCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  RetryCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.jobs("retry");
  }
}
