package dev.rota.cli;

import dev.rota.remote.Members;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A PriorityCommand is {@code rota priority}. */
@Command(
    name = "priority",
    description = "Gives jobs another priority: rota priority --to 60 ID…, or by a filter.",
    mixinStandardHelpOptions = true)
final class PriorityCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  @Option(names = "--to", paramLabel = "N", required = true, description = "0 to 100.")
  private int to;

  PriorityCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.many("priority", new Members().put("priority", to));
  }
}
