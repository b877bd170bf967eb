package dev.rota.postgres;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A Launcher starts and stops postgres processes on a cluster. */
final class Launcher {

  private static final System.Logger LOG = System.getLogger(Launcher.class.getName());

  private static final Duration READY_WITHIN = Duration.ofMinutes(5);
  private static final Duration PREDECESSOR_GONE_WITHIN = Duration.ofSeconds(10);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
  private static final long LOG_LIMIT = 10_000_000;
  private static final int TAIL = 4000;

  private final Cluster cluster;
  private final Path log;

  Launcher(Cluster cluster, Path log) {
    this.cluster = cluster;
    this.log = log;
  }

  Path log() {
    return log;
  }

  /**
   * Starts a process, after whatever an earlier owner left running has been stopped, and returns
   * when it takes connections. What is about to go away on its own is given the time to do so.
   */
  Process launch() throws IOException, InterruptedException {
    stopPredecessor();
    rotateLog();
    var deadline = System.nanoTime() + PREDECESSOR_GONE_WITHIN.toNanos();
    while (true) {
      var logged = Files.exists(log) ? Files.size(log) : 0;
      var process = spawn();
      if (awaitReady(process)) {
        return process;
      }
      var tail = tail(logged);
      if (!isOfPredecessor(tail) || System.nanoTime() > deadline) {
        throw new PostgresException(failure(tail));
      }
      Thread.sleep(200);
    }
  }

  private void stopPredecessor() throws IOException, InterruptedException {
    var orphan = PostmasterFile.read(cluster.data()).flatMap(file -> file.server(cluster.data()));
    if (orphan.isPresent()) {
      LOG.log(
          INFO,
          "A server without an owner is still on the data, it is stopped first: pid={0,number,#}",
          orphan.get().pid());
      stop(orphan.get());
    }
  }

  private Process spawn() throws IOException, InterruptedException {
    var postgres =
        Command.of(
            cluster.binaries().resolve("bin/postgres").toString(), "-D", cluster.data().toString());
    var process =
        postgres
            .through(guard())
            .through(cluster.account().wrapper())
            .builder(cluster.binaries())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process.getOutputStream().close();
    return process;
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

  private boolean awaitReady(Process process) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + READY_WITHIN.toNanos();
    try {
      while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
        var file = PostmasterFile.read(cluster.data());
        if (file.isPresent() && file.get().pid() == process.pid() && file.get().isReady()) {
          return true;
        }
        if (System.nanoTime() > deadline) {
          stop(process.toHandle());
        }
      }
      return false;
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    }
  }

  private static boolean isOfPredecessor(String tail) {
    return isOfLockFile(tail) || tail.contains("pre-existing shared memory block");
  }

  private static boolean isOfLockFile(String tail) {
    return tail.contains("postmaster.pid\" already exists");
  }

  /**
   * PostgreSQL takes whoever has got the process number of a server that was killed for that
   * server.
   */
  private String failure(String tail) {
    var advice =
        isOfLockFile(tail)
            ? "\nIf no server runs on these data, delete "
                + cluster.data().resolve("postmaster.pid")
                + " and start again."
            : "";
    return "PostgreSQL did not start; the end of its log " + log + " says:\n" + tail + advice;
  }

  /**
   * Stops a server the fast way: open transactions are rolled back, what is committed is written
   * down.
   */
  void stop(ProcessHandle server) throws InterruptedException {
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
