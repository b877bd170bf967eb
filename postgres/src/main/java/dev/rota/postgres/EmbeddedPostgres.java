package dev.rota.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * An EmbeddedPostgres is a PostgreSQL server that this program brings along, starts on a data
 * folder of its own and stops when it is closed. It listens on the loopback address only and wants
 * a password. One program at a time owns a data folder; should the program be killed, the server
 * stops, and the next start finds everything that was committed.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final String USER = "rota";

  private final Path dataDirectory;
  private final ConnectionData connection;
  private final int majorVersion;
  private final Server server;
  private final DataLock lock;

  /**
   * How to start a server.
   *
   * @param dataDirectory the folder for everything of it: databases, log, connection data
   * @param port where to listen; 0 means the port of the last time if it is free, else any free one
   * @param settings server settings beyond ours, or instead of them
   * @param durable false trades safety for speed, for tests: a crash of the machine may ruin the
   *     data
   * @param major which major version to start of those on the class path; empty means the one that
   *     is brought along
   */
  public record Options(
      Path dataDirectory,
      int port,
      Map<String, String> settings,
      boolean durable,
      Optional<Integer> major) {

    public Options {
      settings = Map.copyOf(settings);
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("port must be 0 to 65535: " + port);
      }
    }

    /** A durable server of the brought version on a free port. */
    public static Options in(Path dataDirectory) {
      return new Options(dataDirectory, 0, Map.of(), true, Optional.empty());
    }

    public Options withPort(int port) {
      return new Options(dataDirectory, port, settings, durable, major);
    }

    public Options withSettings(Map<String, String> settings) {
      return new Options(dataDirectory, port, settings, durable, major);
    }

    public Options withDurable(boolean durable) {
      return new Options(dataDirectory, port, settings, durable, major);
    }

    public Options withMajor(int major) {
      return new Options(dataDirectory, port, settings, durable, Optional.of(major));
    }
  }

  private EmbeddedPostgres(
      Path dataDirectory,
      ConnectionData connection,
      int majorVersion,
      Server server,
      DataLock lock) {
    this.dataDirectory = dataDirectory;
    this.connection = connection;
    this.majorVersion = majorVersion;
    this.server = server;
    this.lock = lock;
  }

  /**
   * Starts a server and returns when it takes connections.
   *
   * @throws PostgresException if it cannot be started, saying why
   */
  public static EmbeddedPostgres start(Options options) throws InterruptedException {
    try {
      var dataDirectory = createDataDirectory(options.dataDirectory());
      var lock = DataLock.acquire(dataDirectory);
      try {
        return start(options, dataDirectory, lock);
      } catch (IOException | RuntimeException | InterruptedException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new PostgresException(
          "PostgreSQL cannot be started in " + options.dataDirectory() + ": " + e, e);
    }
  }

  private static EmbeddedPostgres start(Options options, Path dataDirectory, DataLock lock)
      throws IOException, InterruptedException {
    var binaries = options.major().map(Binaries::ofMajor).orElseGet(Binaries::brought);
    var data = dataDirectory.resolve("data");
    Cluster.checkMajor(data, binaries.major());
    var programs = Caches.unpack(binaries, dataDirectory);
    var account = Account.choose(dataDirectory, data, programs);
    var cluster = new Cluster(data, programs, binaries.major(), account);
    for (var attempt = 1; ; attempt++) {
      var connection = connection(dataDirectory, options.port());
      try {
        var server = start(cluster, connection, options);
        return new EmbeddedPostgres(dataDirectory, connection, binaries.major(), server, lock);
      } catch (PostgresException e) {
        var portWasTaken =
            String.valueOf(e.getMessage()).contains("could not create any TCP/IP sockets");
        if (!portWasTaken || options.port() != 0 || attempt == 3) {
          throw e;
        }
      }
    }
  }

  private static Server start(Cluster cluster, ConnectionData connection, Options options)
      throws IOException, InterruptedException {
    var dataDirectory = cluster.data().resolveSibling("");
    // Before the databases are made: they are made with this password, and it must not be lost.
    connection.write(dataDirectory);
    if (!cluster.isInitialised()) {
      cluster.initialise(connection, options.durable());
    }
    cluster.writeSettings(
        ServerSettings.of(connection.port(), options.durable(), options.settings()));
    var server = new Server(new Launcher(cluster, dataDirectory.resolve("postgres.log")));
    server.start();
    return server;
  }

  /** The data of the last time, with the port that is asked for. */
  private static ConnectionData connection(Path dataDirectory, int port) throws IOException {
    var known = ConnectionData.read(dataDirectory);
    var password = known.map(ConnectionData::password).orElseGet(EmbeddedPostgres::newPassword);
    var wanted = port != 0 ? port : known.map(ConnectionData::port).orElse(0);
    return new ConnectionData(port != 0 ? port : freePort(wanted), USER, password);
  }

  private static String newPassword() {
    var bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static int freePort(int wanted) throws IOException {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
      return socket.getLocalPort();
    } catch (IOException e) {
      if (wanted == 0) {
        throw e;
      }
      return freePort(0);
    }
  }

  /**
   * Closed to others, except that root's server runs as somebody else, who must get through to its
   * own folder inside.
   */
  private static Path createDataDirectory(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      var mode = Account.isRoot() ? "rwx--x--x" : "rwx------";
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
    }
    return folder.toRealPath();
  }

  /** The address of one of its databases for the JDBC driver, without user and password. */
  public String jdbcUrl(String database) {
    return connection.jdbcUrl(database);
  }

  /** The superuser's name. */
  public String user() {
    return connection.user();
  }

  public String password() {
    return connection.password();
  }

  public int port() {
    return connection.port();
  }

  public int majorVersion() {
    return majorVersion;
  }

  public Path dataDirectory() {
    return dataDirectory;
  }

  /**
   * The process number of the server as it runs now: it changes when the server dies and is started
   * again.
   */
  public long pid() {
    return server.pid();
  }

  /**
   * Stops the server and gives the data folder free. Doing so twice does no harm.
   *
   * @throws PostgresException if it does not stop
   */
  @Override
  public void close() {
    try (lock) {
      server.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("Interrupted while PostgreSQL was being stopped", e);
    } catch (IOException e) {
      throw new PostgresException(
          "The lock of the data folder " + dataDirectory + " cannot be released", e);
    }
  }
}
