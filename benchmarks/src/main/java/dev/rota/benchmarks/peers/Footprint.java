package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Scratch;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The Footprint is what jobs cost besides time: bytes in the WAL, and memory. */
final class Footprint {
  private Footprint() {}

  /** Bytes of WAL from the call that stores a job to the end of its last row, images apart. */
  static Map<String, Object> wal(Trial trial) throws Exception {
    Sizes sizes = trial.sizes();
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      database.execute("CREATE EXTENSION pg_walinspect");
      trial.warmUp(session, database);
      session.ask("payload 200");
      long start = position(database);
      session.ask("bulk " + sizes.logged() + " " + sizes.longest() * 2);
      long drained =
          session.ask("drain " + sizes.logged() + " " + sizes.longest() * 4).get("jobs").asLong();
      long bytes =
          database.number(
              "SELECT sum(record_size) FROM pg_get_wal_stats('0/0'::pg_lsn + "
                  + start
                  + ", pg_current_wal_flush_lsn())");
      return Map.of("bytes", bytes / (double) drained);
    }
  }

  private static long position(Scratch database) throws Exception {
    return database.number("SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn");
  }

  static Map<String, Object> memory(Trial trial) throws Exception {
    try (Scratch database = trial.server().database();
        Session session = trial.prepare(database)) {
      double heap = session.ask("hold 1000").get("heap").asDouble();
      return Map.of("heap", heap, "resident", up(trial));
    }
  }

  /** The megabytes that {@code ./rota up} takes when it has nothing to do, PostgreSQL apart. */
  private static double up(Trial trial) throws Exception {
    Path folder = Files.createTempDirectory("rota-up");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = freePort();
    ProcessBuilder up = new ProcessBuilder(trial.home().resolve("rota").toString(), "up");
    up.directory(folder.toFile());
    up.environment().put("ROTA_DATA_DIR", folder.resolve("data").toString());
    up.environment().put("ROTA_PORT", Integer.toString(port));
    File log = trial.home().resolve("benchmarks/target/peers-up.log").toFile();
    Process process = up.redirectErrorStream(true).redirectOutput(log).start();
    try {
      awaitReady(process, port);
      Thread.sleep(Duration.ofSeconds(trial.sizes().idle()));
      return resident(process.pid());
    } finally {
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      delete(folder);
    }
  }

  private static void awaitReady(Process process, int port) throws Exception {
    HttpRequest ready =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/ready")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int attempt = 0; attempt < 600 && process.isAlive(); attempt++) {
        try {
          if (client.send(ready, BodyHandlers.discarding()).statusCode() == 200) {
            return;
          }
        } catch (IOException e) {
          // It does not listen yet.
        }
        Thread.sleep(200);
      }
    }
    throw new IllegalStateException("rota up does not get ready");
  }

  private static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / 1e6)
        .findFirst()
        .orElseThrow();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
