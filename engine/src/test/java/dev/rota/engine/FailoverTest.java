package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.postgres.EmbeddedPostgres;
import dev.rota.testkit.Eventually;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary and a synchronous standby, and an engine that knows both by a multi-host URL. */
final class FailoverTest {
  private static final int BEFORE = 200;
  private static final int ALL = 400;

  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();

  @Test
  void theEngineGoesOnWithThePromotedStandbyAndNothingAcknowledgedIsLost(@TempDir Path folder)
      throws Exception {
    Path first = folder.resolve("a");
    EmbeddedPostgres.start(EmbeddedPostgres.Options.in(first)).close();
    Path second = copy(first, folder.resolve("b"));
    Files.createFile(second.resolve("data/standby.signal"));

    EmbeddedPostgres primary =
        EmbeddedPostgres.start(
            EmbeddedPostgres.Options.in(first)
                .withSettings(
                    Map.of(
                        "wal_level",
                        "replica",
                        "max_wal_senders",
                        "4",
                        "synchronous_standby_names",
                        "*")));
    try (EmbeddedPostgres standby = EmbeddedPostgres.start(standbyOf(primary, second));
        Engine engine = engine(primary, standby);
        Worker worker =
            Worker.on(engine.source()).queue("default", 8).run("work", job -> {}).start()) {
      enqueue(engine, 0, BEFORE);
      ProcessHandle.of(primary.pid()).orElseThrow().destroyForcibly();
      promote(standby);
      enqueue(engine, BEFORE, ALL);

      Eventually.await(
          Duration.ofMinutes(2), () -> engine.queues().depths().isEmpty(), "all jobs to end");
      assertThat(acknowledged).hasSize(ALL);
      acknowledged
          .values()
          .forEach(id ->
              assertThat(engine.jobs().get(id).orElseThrow().state())
                  .isEqualTo(JobState.COMPLETED));
      assertThat(worker.stats().completed()).isPositive();
      assertThat(count(standby, "SELECT count(*) FROM rota.job")).isEqualTo(ALL);
      assertThat(count(standby, "SELECT count(*) FROM rota.execution WHERE status = 'completed'"))
          .isEqualTo(ALL);
    } finally {
      primary.close();
    }
  }

  private static EmbeddedPostgres.Options standbyOf(EmbeddedPostgres primary, Path folder)
      throws IOException {
    String conninfo =
        "host=127.0.0.1 port=%d user=%s password=%s"
            .formatted(primary.port(), primary.user(), primary.password());
    return EmbeddedPostgres.Options.in(folder)
        .withPort(freePort())
        .withSettings(Map.of("primary_conninfo", conninfo, "hot_standby", "on"));
  }

  private static Engine engine(EmbeddedPostgres primary, EmbeddedPostgres standby) {
    String url =
        "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?targetServerType=primary&hostRecheckSeconds=1"
            .formatted(primary.port(), standby.port());
    return Engine.start(
        url,
        primary.user(),
        primary.password(),
        EngineOptions.builder().build(),
        EngineEvents.NONE);
  }

  /**
   * Each job under an idempotency key: an answer that was lost with the primary is asked for again.
   */
  private void enqueue(Engine engine, int from, int to) throws InterruptedException {
    for (int n = from; n < to; n++) {
      int number = n;
      NewJob job = NewJob.kind("work").idempotencyKey("job-" + n).build();
      Eventually.await(
          Duration.ofMinutes(2),
          () -> {
            try {
              acknowledged.put(number, engine.jobs().enqueue(job).job());
              return true;
            } catch (RotaException e) {
              return false;
            }
          },
          "job " + n + " to be acknowledged");
    }
  }

  private static void promote(EmbeddedPostgres standby) throws SQLException {
    assertThat(count(standby, "SELECT CASE WHEN pg_promote() THEN 1 ELSE 0 END")).isEqualTo(1);
  }

  private static long count(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** With owners and modes, as PostgreSQL insists. */
  private static Path copy(Path from, Path to) throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder("cp", "-a", from.toString(), to.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(exit).isZero();
    return to;
  }

  private static int freePort() throws IOException {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
