package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A PauseCommand is {@code rota pause}. */
@Command(
    name = "pause",
    description =
        "Holds jobs back: rota pause ID… or by a filter, rota pause queue NAME…, rota pause schedule NAME…",
    mixinStandardHelpOptions = true)
final class PauseCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  PauseCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.any("pause");
  }
}
