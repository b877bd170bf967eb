package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A ResumeCommand is {@code rota resume}. */
@Command(
    name = "resume",
    description =
        "Lets jobs go on: rota resume ID… or by a filter, rota resume queue NAME…, rota resume schedule NAME…",
    mixinStandardHelpOptions = true)
final class ResumeCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  ResumeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.any("resume");
  }
}
