package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.NewJob;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.TestDatabase;
import dev.rota.testkit.TestPostgres;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Behind PgBouncer in transaction mode: no statement is prepared on the server, no session lasts.
 */
final class PgBouncerTest {
  private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

  @TempDir Path folder;
  private TestDatabase database;
  private Process pgbouncer;
  private String url;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(
        Files.isExecutable(PROGRAM), "pgbouncer is not installed: apt-get install pgbouncer");
    database = TestDatabase.create("engine", c -> Statements.migrations().migrate(c));
    int port = freePort();
    url = "jdbc:postgresql://127.0.0.1:%d/%s?prepareThreshold=0".formatted(port, database.name());
    pgbouncer =
        new ProcessBuilder(command(port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    Eventually.await(Duration.ofSeconds(30), this::answers, "pgbouncer to answer");
  }

  @AfterEach
  void stop() {
    if (pgbouncer != null) {
      pgbouncer.destroy();
      database.close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void jobsRunByPollingAloneAndNothingBreaksWhereSomebodyListens(boolean listen) throws Exception {
    AtomicInteger done = new AtomicInteger();
    try (Engine engine = engine(listen);
        Worker worker =
            Worker.on(engine.source())
                .queue("default", 8)
                .run("work", job -> done.incrementAndGet())
                .start()) {
      engine.jobs().enqueueAll(IntStream.range(0, 2_000).mapToObj(n -> NewJob.of("work", "" + n)));
      engine.jobs().enqueue(NewJob.kind("work").delay(Duration.ofMillis(300)).build());
      Eventually.await(Duration.ofMinutes(1), () -> done.get() == 2_001, "all jobs to run");
      Eventually.await(
          Duration.ofMinutes(1), () -> engine.queues().depths().isEmpty(), "all to be reported");
      assertThat(worker.stats().fenced()).isZero();
    }
  }

  @Test
  void keysAndLimitsHold() throws Exception {
    Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    List<String> overlaps = java.util.Collections.synchronizedList(new ArrayList<>());
    try (Engine engine = engine(false)) {
      engine.queues().put("limited", QueueSettings.DEFAULTS.withInCluster(3), "ada");
      for (int n = 0; n < 60; n++) {
        engine
            .jobs()
            .enqueue(
                NewJob.kind("keyed")
                    .concurrency("k" + n % 5, 1)
                    .payload("\"k" + n % 5 + "\"")
                    .build());
        engine.jobs().enqueue(NewJob.kind("keyed").queue("limited").payload("\"limited\"").build());
      }
      try (Worker worker =
          Worker.on(engine.source())
              .queue("default", 16)
              .queue("limited", 16)
              .run(
                  "keyed",
                  job -> {
                    AtomicInteger now =
                        running.computeIfAbsent(job.payload(), k -> new AtomicInteger());
                    if (now.incrementAndGet() > (job.payload().equals("\"limited\"") ? 3 : 1)) {
                      overlaps.add(job.payload());
                    }
                    Thread.sleep(1);
                    now.decrementAndGet();
                  })
              .start()) {
        Eventually.await(
            Duration.ofMinutes(1), () -> engine.queues().depths().isEmpty(), "all to end");
        assertThat(worker.stats().completed()).isEqualTo(120);
      }
    }
    assertThat(overlaps).isEmpty();
  }

  private Engine engine(boolean listen) {
    return Engine.start(
        url,
        database.user(),
        database.password(),
        EngineOptions.builder().listen(listen).build(),
        EngineEvents.NONE);
  }

  private boolean answers() {
    try (Connection connection =
        DriverManager.getConnection(url, database.user(), database.password())) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  private List<String> command(int port) throws IOException {
    Path users = folder.resolve("users.txt");
    Files.writeString(users, "\"%s\" \"%s\"%n".formatted(database.user(), database.password()));
    Path config = folder.resolve("pgbouncer.ini");
    Files.writeString(
        config,
        """
        [databases]
        * = host=127.0.0.1 port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        pool_mode = transaction
        default_pool_size = 8
        max_client_conn = 100
        auth_type = scram-sha-256
        auth_file = %s
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(TestPostgres.get().port(), port, users));
    for (Path file : List.of(folder, users, config)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    // It refuses to run as root.
    boolean root = "root".equals(System.getProperty("user.name"));
    return root
        ? List.of(PROGRAM.toString(), "-u", "nobody", config.toString())
        : List.of(PROGRAM.toString(), config.toString());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
