package dev.rota.cli;

import static java.lang.System.Logger.Level.WARNING;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.postgres.ConnectionData;
import dev.rota.postgres.DataFolderTakenException;
import dev.rota.postgres.EmbeddedPostgres;
import dev.rota.postgres.UserFolders;
import dev.rota.server.DatabaseAddress;
import dev.rota.server.Settings;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A NodeDatabase is the database that a node works on: one that is there already, or one of the
 * embedded server's.
 */
final class NodeDatabase implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(NodeDatabase.class.getName());

  private static final String NAME = "rota";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** An UnreachableException says that a database does not answer, and which. */
  static final class UnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreachableException(NodeDatabase database, Throwable cause) {
      super(
          "The database cannot be reached: " + database.description() + ": " + cause.getMessage(),
          cause);
    }
  }

  private final DatabaseAddress address;
  private final Optional<EmbeddedPostgres> embedded;

  private NodeDatabase(DatabaseAddress address, Optional<EmbeddedPostgres> embedded) {
    this.address = address;
    this.embedded = embedded;
  }

  /**
   * The database of the settings; the embedded server is started for it, and stopped when it is
   * closed.
   */
  static NodeDatabase open(Settings settings) throws InterruptedException {
    var given = settings.find(Settings.DATABASE_URL);
    return given.isPresent()
        ? new NodeDatabase(withLogin(given.get(), settings), Optional.empty()).reached()
        : embedded(settings);
  }

  /**
   * The same, for a command that runs beside a node: the embedded server of a node that is up is
   * used and left running.
   */
  static NodeDatabase openOrJoin(Settings settings) throws InterruptedException {
    try {
      return open(settings);
    } catch (DataFolderTakenException e) {
      var running = ConnectionData.read(folder(settings)).orElseThrow(() -> e);
      return new NodeDatabase(
          new DatabaseAddress(
              running.jdbcUrl(NAME), Optional.of(running.user()), Optional.of(running.password())),
          Optional.empty());
    }
  }

  /**
   * Waits for a database that is about to come up; anything else that is in the way is told at
   * once.
   */
  private NodeDatabase reached() throws InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var told = false;
    while (true) {
      try {
        source().getConnection().close();
        return this;
      } catch (SQLException e) {
        var mayPass =
            e.getSQLState() != null
                && (e.getSQLState().startsWith("08") || e.getSQLState().startsWith("57P"));
        if (!mayPass || System.nanoTime() > deadline) {
          throw new UnreachableException(this, e);
        }
        if (!told) {
          LOG.log(
              WARNING,
              "Rota waits for the database: address={0} cause=\"{1}\"",
              this.description(),
              e.getMessage());
          told = true;
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private static DatabaseAddress withLogin(DatabaseAddress address, Settings settings) {
    return new DatabaseAddress(
        address.jdbcUrl(),
        address.user().or(() -> settings.find(Settings.DATABASE_USER)),
        address.password().or(() -> settings.find(Settings.DATABASE_PASSWORD)));
  }

  private static NodeDatabase embedded(Settings settings) throws InterruptedException {
    var postgres = EmbeddedPostgres.start(EmbeddedPostgres.Options.in(folder(settings)));
    try {
      createIfMissing(postgres);
    } catch (SQLException e) {
      postgres.close();
      throw new IllegalStateException(
          "The embedded PostgreSQL runs, but has no database for Rota", e);
    }
    var address =
        new DatabaseAddress(
            postgres.jdbcUrl(NAME), Optional.of(postgres.user()), Optional.of(postgres.password()));
    return new NodeDatabase(address, Optional.of(postgres));
  }

  private static void createIfMissing(EmbeddedPostgres postgres) throws SQLException {
    try (var connection =
            DriverManager.getConnection(
                postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
        var statement = connection.createStatement();
        var found =
            statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + NAME + "'")) {
      if (!found.next()) {
        statement.execute("CREATE DATABASE " + NAME);
      }
    }
  }

  private static Path folder(Settings settings) {
    return settings.find(Settings.DATA_DIR).orElseGet(UserFolders::data);
  }

  /** An engine that works on it. */
  Engine start(EngineOptions options, EngineEvents events) {
    return Engine.start(
        address.jdbcUrl(),
        address.user().orElse(null),
        address.password().orElse(null),
        options,
        events);
  }

  /** Connections to it, for a command that needs few. */
  DataSource source() {
    var source = new PGSimpleDataSource();
    source.setUrl(address.jdbcUrl());
    address.user().ifPresent(source::setUser);
    address.password().ifPresent(source::setPassword);
    source.setApplicationName("rota");
    return source;
  }

  /** What it is, for a person. */
  String description() {
    return embedded
        .map(
            postgres -> "PostgreSQL " + postgres.majorVersion() + " in " + postgres.dataDirectory())
        .orElse(address.toString());
  }

  @Override
  public void close() {
    embedded.ifPresent(EmbeddedPostgres::close);
  }
}
