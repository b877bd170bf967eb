package dev.rota.postgres;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * A ConnectionData is what a program needs to connect to an embedded server: its port on the
 * loopback address, the user and the password. It is kept in the data folder, readable by its owner
 * only, so that another process can find a running server.
 */
public record ConnectionData(int port, String user, String password) {

  private static final String FILE = "connection.properties";

  /** The data of the server on this data folder, running or not; empty before its first start. */
  public static Optional<ConnectionData> read(Path dataDirectory) {
    var file = dataDirectory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var properties = new Properties();
      properties.load(new StringReader(Files.readString(file)));
      return Optional.of(
          new ConnectionData(
              Integer.parseInt(required(properties, "port", file)),
              required(properties, "user", file),
              required(properties, "password", file)));
    } catch (IOException | NumberFormatException e) {
      throw new PostgresException("Cannot read the connection data in " + file + ": " + e, e);
    }
  }

  /** The address of one of its databases for the JDBC driver, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  void write(Path dataDirectory) throws IOException {
    var properties = new Properties();
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    var text = new StringWriter();
    properties.store(text, "How to connect to the PostgreSQL in this folder");
    var fresh = dataDirectory.resolve(FILE + ".new");
    writePrivate(fresh, text.toString());
    Files.move(fresh, dataDirectory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes a file that nobody but its owner could read at any moment. */
  static void writePrivate(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (var channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
      channel.write(StandardCharsets.UTF_8.encode(text));
    }
  }

  private static String required(Properties properties, String key, Path file) {
    var value = properties.getProperty(key);
    if (value == null) {
      throw new PostgresException("The connection data in " + file + " lack '" + key + "'");
    }
    return value;
  }

  /** Without the password: records end up in logs. */
  @Override
  public String toString() {
    return "ConnectionData[port=" + port + ", user=" + user + "]";
  }
}
