package dev.rota.postgres;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Server is the postgres process on a cluster, and the thread that keeps it: the thread spawns
 * it, lives as long as it does (the kernel stops the server when its spawning thread ends, and so
 * when this program is killed), and starts it again should it die on its own.
 */
final class Server {

  private static final System.Logger LOG = System.getLogger(Server.class.getName());

  private static final Duration READY_WITHIN = Duration.ofMinutes(5);
  private static final Duration PREDECESSOR_GONE_WITHIN = Duration.ofSeconds(10);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
  private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);
  private static final long LOG_LIMIT = 10_000_000;
  private static final int TAIL = 4000;

  private final Cluster cluster;
  private final Path log;
  private final CompletableFuture<Process> first = new CompletableFuture<>();
  private final Thread keeper =
      Thread.ofPlatform().name("rota-postgres").daemon().unstarted(this::keep);
  private volatile boolean stopping;
  private volatile @Nullable Process process;

  Server(Cluster cluster, Path log) {
    this.cluster = cluster;
    this.log = log;
  }

  /**
   * Starts it, after whatever an earlier owner left running has been stopped, and returns when it
   * takes connections.
   */
  void start() throws IOException, InterruptedException {
    rotateLog();
    keeper.start();
    try {
      process = first.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PostgresException told
          ? told
          : new PostgresException("PostgreSQL did not start: " + e.getCause(), e);
    }
  }

  long pid() {
    var current = process;
    if (current == null) {
      throw new IllegalStateException("The server has not been started");
    }
    return current.pid();
  }

  /**
   * Stops it the fast way: open transactions are rolled back, what is committed is written down.
   */
  void stop() throws InterruptedException {
    stopping = true;
    var current = process;
    if (current != null && current.isAlive()) {
      stop(current.toHandle());
    }
    keeper.interrupt();
    keeper.join();
  }

  private void keep() {
    try {
      var current = spawn();
      first.complete(current);
      while (!stopping) {
        var exitCode = current.waitFor();
        if (!stopping) {
          LOG.log(
              WARNING,
              "PostgreSQL ended on its own, it is started again: exit_code={0} log={1}",
              exitCode,
              log);
          current = respawn();
          process = current;
        }
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      first.completeExceptionally(e);
    }
  }

  private Process respawn() throws InterruptedException {
    while (true) {
      try {
        return spawn();
      } catch (IOException | PostgresException e) {
        LOG.log(
            WARNING,
            "PostgreSQL cannot be started again, the next attempt is in " + RESTART_PAUSE,
            e);
        Thread.sleep(RESTART_PAUSE);
      }
    }
  }

  /**
   * Starts the process; remains of a predecessor that are about to go away are given the time to do
   * so.
   */
  private Process spawn() throws IOException, InterruptedException {
    stopPredecessor();
    var deadline = System.nanoTime() + PREDECESSOR_GONE_WITHIN.toNanos();
    while (true) {
      var logged = Files.exists(log) ? Files.size(log) : 0;
      var started =
          command()
              .builder(cluster.binaries())
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      started.getOutputStream().close();
      if (awaitReady(started)) {
        return started;
      }
      var tail = tail(logged);
      if (!isOfPredecessor(tail) || System.nanoTime() > deadline) {
        throw new PostgresException(
            "PostgreSQL did not start; the end of its log " + log + " says:\n" + tail);
      }
      Thread.sleep(200);
    }
  }

  private static boolean isOfPredecessor(String tail) {
    return tail.contains("postmaster.pid\" already exists")
        || tail.contains("pre-existing shared memory block");
  }

  private Command command() throws InterruptedException {
    var postgres =
        Command.of(
            cluster.binaries().resolve("bin/postgres").toString(), "-D", cluster.data().toString());
    return postgres.through(guard()).through(cluster.account().wrapper());
  }

  /**
   * What keeps a Ctrl-C on the terminal away from the server (it stops last), and lets the kernel
   * stop it when this program is killed. Where the system has no such tools the next start stops
   * the orphan.
   */
  private Command guard() throws InterruptedException {
    var session = Command.of("setsid");
    var leash = Command.of("setpriv", "--pdeathsig", "INT", "--").through(session);
    for (var guard : new Command[] {leash, session}) {
      if (Command.of("true").through(guard).run(cluster.binaries()).succeeded()) {
        return guard;
      }
    }
    return Command.of();
  }

  private boolean awaitReady(Process started) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (!started.waitFor(10, TimeUnit.MILLISECONDS)) {
      var file = PostmasterFile.read(cluster.data());
      if (file.isPresent() && file.get().pid() == started.pid() && file.get().isReady()) {
        return true;
      }
      if (System.nanoTime() > deadline) {
        stop(started.toHandle());
        return false;
      }
    }
    return false;
  }

  private void stopPredecessor() throws IOException, InterruptedException {
    var orphan = PostmasterFile.read(cluster.data()).flatMap(file -> file.server(cluster.data()));
    if (orphan.isPresent()) {
      LOG.log(
          INFO,
          "A server without an owner is still on the data, it is stopped first: pid={0}",
          orphan.get().pid());
      stop(orphan.get());
    }
  }

  private void stop(ProcessHandle server) throws InterruptedException {
    if (!endsAfter("INT", server) && !endsAfter("QUIT", server)) {
      throw new PostgresException(
          "PostgreSQL (process " + server.pid() + ") does not stop; its log is " + log);
    }
  }

  private boolean endsAfter(String signal, ProcessHandle server) throws InterruptedException {
    var sent =
        Command.of("/bin/sh", "-c", "kill -" + signal + " " + server.pid()).run(cluster.binaries());
    var deadline = System.nanoTime() + STOPPED_WITHIN.toNanos();
    while (PostmasterFile.isServer(server, cluster.data())) {
      if (!sent.succeeded()) {
        throw new PostgresException("PostgreSQL cannot be told to stop: " + sent.output());
      }
      if (System.nanoTime() > deadline) {
        return false;
      }
      Thread.sleep(5);
    }
    return true;
  }

  private void rotateLog() throws IOException {
    if (Files.exists(log) && Files.size(log) > LOG_LIMIT) {
      Files.move(
          log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private String tail(long from) throws IOException {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(from);
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return text.substring(Math.max(0, text.length() - TAIL));
    }
  }
}
