package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.SourceUnavailable;
import dev.rota.postgres.EmbeddedPostgres;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL is killed or restarted under load, on a data folder and a port that stay: nothing that
 * was acknowledged is lost, and the engines go on by themselves.
 */
final class OutageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BETWEEN = 200;

  @TempDir private static Path folder;
  private static EmbeddedPostgres server;

  @BeforeAll
  static void startServer() throws IOException, InterruptedException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    server =
        EmbeddedPostgres.start(
            EmbeddedPostgres.Options.in(folder.resolve("postgres"))
                .withMajor(TestPostgres.major()));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void aServerThatIsKilledUnderLoadLosesNothingThatWasAcknowledged() throws Exception {
    playOutages(List.of("KILL", "KILL"));
  }

  @Test
  void aServerThatIsRestartedUnderLoadLosesNothingThatWasAcknowledged() throws Exception {
    playOutages(List.of("INT"));
  }

  @Test
  @Tag("long")
  void aServerThatIsKilledAndRestartedManyTimesLosesNothingThatWasAcknowledged() throws Exception {
    List<String> signals = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      signals.addAll(List.of("KILL", "INT"));
    }
    playOutages(signals);
  }

  private void playOutages(List<String> signals) throws Exception {
    String url = server.jdbcUrl("postgres");
    Ledger ledger =
        new Ledger(() -> DriverManager.getConnection(url, server.user(), server.password()));
    Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    try (CrashNode node = CrashNode.start("node", url, server.user(), server.password());
        CrashNode other = CrashNode.start("other", url, server.user(), server.password());
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Set<Long> stop = ConcurrentHashMap.newKeySet();
      List<Future<?>> producers = new ArrayList<>();
      for (CrashNode producer : List.of(node, other)) {
        producers.add(executor.submit(() -> produce(producer, acknowledged, stop)));
      }
      awaitMore(acknowledged);
      for (String signal : signals) {
        end(signal);
        awaitMore(acknowledged);
      }
      stop.add(1L);
      for (Future<?> producer : producers) {
        producer.get();
      }
      Eventually.await(PATIENCE, () -> ledger.count("live") == 0, "the end of all jobs");
    }
    TreeSet<Long> completed = new TreeSet<>();
    ledger
        .rows("SELECT job FROM rota.execution WHERE ended = 'completed'")
        .forEach(row -> completed.add(Long.valueOf(row.get(0))));
    assertThat(completed).as("jobs completed").containsAll(acknowledged);
    assertThat(ledger.count("execution WHERE status = 'completed'"))
        .as("completions on record, one per job")
        .isEqualTo(completed.size());
    assertThat(ledger.count("job")).isEqualTo(completed.size());
  }

  /** Enqueues one job after the other until told to stop, whatever becomes of the database. */
  private static void produce(CrashNode node, Set<Long> acknowledged, Set<Long> stop) {
    while (stop.isEmpty()) {
      try {
        NewJob job = NewJob.kind(CrashNode.KIND).maxRetries(100).build();
        acknowledged.add(node.engine.jobs().enqueue(job).job());
      } catch (SourceUnavailable e) {
        // Nothing was promised.
      }
    }
  }

  private static void awaitMore(Set<Long> acknowledged) throws InterruptedException {
    int wanted = acknowledged.size() + BETWEEN;
    Eventually.await(PATIENCE, () -> acknowledged.size() >= wanted, "jobs that are acknowledged");
  }

  /** Ends the server; its keeper starts it again. */
  private static void end(String signal) throws Exception {
    long pid = server.pid();
    Process kill =
        new ProcessBuilder("kill", "-" + signal, String.valueOf(pid)).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
    Eventually.await(PATIENCE, () -> server.pid() != pid, "a new server");
  }
}
