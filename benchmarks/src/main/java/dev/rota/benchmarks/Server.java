package dev.rota.benchmarks;

import dev.rota.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Server is the PostgreSQL that a run is measured on: one of its own in a temporary folder, as
 * durable as in earnest, or one that the caller names. Every round gets a database of its own.
 */
public final class Server implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("(jdbc:postgresql:(?://[^/]*/)?)([^?]*)(.*)");

  private final String url;
  private final @Nullable EmbeddedPostgres embedded;
  private final @Nullable Path folder;
  private int databases;
  private boolean closed;

  private Server(String url, @Nullable EmbeddedPostgres embedded, @Nullable Path folder) {
    this.url = url;
    this.embedded = embedded;
    this.folder = folder;
  }

  /** One of its own with our settings. */
  public static Server embedded() throws IOException, InterruptedException {
    return embedded(Map.of());
  }

  /** The same, with other settings of PostgreSQL. */
  public static Server embedded(Map<String, String> settings)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("rota-benchmarks");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            EmbeddedPostgres.Options.in(folder.resolve("postgres")).withSettings(settings));
    String url =
        postgres.jdbcUrl("postgres")
            + "?user="
            + postgres.user()
            + "&password="
            + postgres.password();
    Server server = new Server(url, postgres, folder);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-benchmark-server"));
    return server;
  }

  /** The server behind this address, whose user may create databases. */
  public static Server at(String url) {
    if (!URL.matcher(url).matches()) {
      throw new IllegalArgumentException(
          "not an address as the PostgreSQL driver wants it: " + url);
    }
    return new Server(url, null, null);
  }

  /** Writes out what is dirty, so that nobody pays for what was done before. */
  public void settle() throws SQLException {
    try {
      execute("CHECKPOINT");
    } catch (SQLException e) {
      // On somebody else's server we may lack the right to; it does without.
      if (!"42501".equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  /** An empty database, dropped when it is closed. */
  public synchronized Scratch database() throws SQLException {
    String name = "rota_bench_" + ProcessHandle.current().pid() + "_" + ++databases;
    execute("CREATE DATABASE " + name);
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalStateException("the address has changed: " + url);
    }
    return new Scratch(this, name, parts.group(1) + name + parts.group(3));
  }

  /** The main process of a server of our own. */
  public OptionalLong pid() {
    return embedded == null ? OptionalLong.empty() : OptionalLong.of(embedded.pid());
  }

  CpuTime cpuTime() {
    return CpuTime.now(pid());
  }

  /** What the numbers were measured on. */
  public String version() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT current_setting('server_version') || ', fsync ' || current_setting('fsync')"
                    + " || ', synchronous_commit ' || current_setting('synchronous_commit')")) {
      return row.next() ? "PostgreSQL " + row.getString(1) : "";
    }
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Stops a server of our own and deletes its folder; also when the run is broken off. */
  @Override
  public synchronized void close() {
    if (embedded == null || folder == null || closed) {
      return;
    }
    closed = true;
    embedded.close();
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
