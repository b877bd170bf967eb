package dev.rota.testkit;

import dev.rota.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Map;

/**
 * A TestPostgres is the one server of a test JVM: started when the first test wants it, stopped
 * when the JVM ends. The system property {@code rota.test.postgres} names its major version.
 */
public final class TestPostgres {

  private static final int DEFAULT_MAJOR = 18;

  private final EmbeddedPostgres server;

  private TestPostgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /** The server, which does not survive a crash of the machine and is the faster for it. */
  public static TestPostgres get() {
    return Holder.INSTANCE;
  }

  /** The major version that the tests run on. */
  public static int major() {
    return Integer.getInteger("rota.test.postgres", DEFAULT_MAJOR);
  }

  /** A connection of the superuser. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(database), user(), password());
  }

  public String jdbcUrl(String database) {
    return server.jdbcUrl(database);
  }

  public String user() {
    return server.user();
  }

  public String password() {
    return server.password();
  }

  public int port() {
    return server.port();
  }

  /** The server itself, for tests that kill it. */
  public EmbeddedPostgres server() {
    return server;
  }

  private static final class Holder {

    static final TestPostgres INSTANCE = start();

    private static TestPostgres start() {
      try {
        var folder = Files.createTempDirectory("rota-test");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var options =
            EmbeddedPostgres.Options.in(folder.resolve("postgres"))
                .withMajor(major())
                .withDurable(false)
                .withSettings(Map.of("max_connections", "300", "max_prepared_transactions", "20"));
        var server = EmbeddedPostgres.start(options);
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> stop(server, folder), "stop-test-postgres"));
        return new TestPostgres(server);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while the test server was being started", e);
      }
    }

    private static void stop(EmbeddedPostgres server, Path folder) {
      server.close();
      try (var paths = Files.walk(folder)) {
        for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
