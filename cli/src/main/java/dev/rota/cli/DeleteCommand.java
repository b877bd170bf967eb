package dev.rota.cli;

import dev.rota.remote.Members;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A DeleteCommand is {@code rota delete}. */
@Command(
    name = "delete",
    description = "Deletes jobs; those that run are left alone.",
    mixinStandardHelpOptions = true)
final class DeleteCommand implements Callable<Integer> {
  @Mixin private final Subjects subjects = new Subjects();

  DeleteCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return subjects.many("delete", new Members());
  }
}
