package dev.rota.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** A Version is what this program calls itself. */
final class Version implements IVersionProvider {

  Version() {}

  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("unpackaged");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"Rota " + current() + " on Java " + Runtime.version()};
  }
}
