package dev.rota.postgres;

import java.nio.file.Path;

/** An Owner is a program that starts a server, says where it is and waits to be killed. */
final class Owner {

  private Owner() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (var postgres =
        EmbeddedPostgres.start(EmbeddedPostgres.Options.in(Path.of(arguments[0])))) {
      System.out.println("ready " + postgres.pid());
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
