package dev.rota.cli;

import dev.rota.remote.Members;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A MoveCommand is {@code rota move}. */
@Command(
    name = "move",
    description = "Moves jobs to another queue: rota move --to NAME ID…, or by a filter.",
    mixinStandardHelpOptions = true)
final class MoveCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  @Option(names = "--to", paramLabel = "NAME", required = true, description = "The queue.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String to;

  MoveCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.many("move", new Members().put("queue", to));
  }
}
