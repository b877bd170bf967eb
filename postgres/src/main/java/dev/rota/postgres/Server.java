package dev.rota.postgres;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A Server is a postgres process and the thread that keeps it: the thread spawns it, lives as long
 * as it does (the kernel stops the server when its spawning thread ends, and so when this program
 * is killed), and starts it again should it die on its own.
 */
final class Server {

  private static final System.Logger LOG = System.getLogger(Server.class.getName());

  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Launcher launcher;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final Thread keeper =
      Thread.ofPlatform().name("rota-postgres").daemon().unstarted(this::keep);
  private volatile @Nullable Process process;

  Server(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Starts it and returns when it takes connections. */
  void start() throws InterruptedException {
    keeper.start();
    try {
      started.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PostgresException told
          ? told
          : new PostgresException("PostgreSQL did not start: " + e.getCause(), e);
    } catch (InterruptedException e) {
      keeper.interrupt();
      throw e;
    }
  }

  long pid() {
    var current = process;
    if (current == null) {
      throw new IllegalStateException("The server has not been started");
    }
    return current.pid();
  }

  /** Stops it for good. */
  void stop() throws InterruptedException {
    keeper.interrupt();
    keeper.join();
    var current = process;
    if (current != null && current.isAlive()) {
      launcher.stop(current.toHandle());
    }
  }

  private void keep() {
    try {
      var current = launcher.launch();
      process = current;
      started.complete(null);
      while (true) {
        var exitCode = current.waitFor();
        LOG.log(
            WARNING,
            "PostgreSQL ended on its own, it is started again: exit_code={0} log={1}",
            exitCode,
            launcher.log());
        current = relaunch();
        process = current;
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      // Interrupted: it is to stop. Anything else can only have come from the first start.
      started.completeExceptionally(e);
    }
  }

  private Process relaunch() throws InterruptedException {
    for (var pause = SHORTEST_PAUSE; ; pause = longer(pause)) {
      try {
        return launcher.launch();
      } catch (IOException | RuntimeException e) {
        LOG.log(WARNING, "PostgreSQL cannot be started again, the next attempt is in " + pause, e);
        Thread.sleep(pause);
      }
    }
  }

  private static Duration longer(Duration pause) {
    var doubled = pause.multipliedBy(2);
    return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }
}
