package dev.rota.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A VersionCommand prints the version. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  VersionCommand() {}

  @Override
  public void run() {
    spec.commandLine().getOut().println(new Version().getVersion()[0]);
  }
}
