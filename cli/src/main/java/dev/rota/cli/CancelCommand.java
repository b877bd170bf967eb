package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A CancelCommand is {@code rota cancel}. */
@Command(
    name = "cancel",
    description = "Cancels jobs, by id or by a filter; those that run are told to stop.",
    mixinStandardHelpOptions = true)
final class CancelCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  CancelCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.jobs("cancel");
  }
}
