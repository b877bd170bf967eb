package dev.rota.engine.sql;

import dev.rota.RotaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A Migrator brings the schema {@code rota} to what this program needs: numbered files, applied
 * once each, in order, under a lock, with a checksum that tells when an applied file was changed.
 */
public final class Migrator {
  private static final long LOCK = 7262065L << 32;

  private final Class<?> owner;
  private final List<String> names;

  /** Migrations lie in the folder {@code migrations} beside the owner's package. */
  public Migrator(Class<?> owner, List<String> names) {
    this.owner = owner;
    this.names = List.copyOf(names);
  }

  /** These of the migrations alone, for what was made by an older version. */
  public Migrator upTo(List<String> some) {
    if (!names.containsAll(some)) {
      throw new RotaException(
          "schema-newer",
          "this was made by a newer Rota (%s): take that version or newer"
              .formatted(some.isEmpty() ? "" : some.getLast()));
    }
    return new Migrator(owner, names.stream().filter(some::contains).toList());
  }

  /** Applies what is not applied yet, all or nothing, and tells which. */
  public List<String> migrate(Connection connection) throws SQLException {
    boolean auto = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      lock(connection);
      List<String> applied = new ArrayList<>();
      for (String name : pending(connection)) {
        apply(connection, name);
        applied.add(name);
      }
      connection.commit();
      return applied;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(auto);
    }
  }

  /** The migrations that are still to be applied. */
  public List<String> pending(Connection connection) throws SQLException {
    Map<String, String> applied = applied(connection);
    for (String known : applied.keySet()) {
      if (!names.contains(known)) {
        throw new RotaException(
            "schema-newer",
            "the database was migrated by a newer Rota (" + known + "): run that version or newer");
      }
    }
    List<String> pending = new ArrayList<>();
    for (String name : names) {
      String checksum = applied.get(name);
      if (checksum == null) {
        pending.add(name);
      } else if (!checksum.equals(checksum(text(name)))) {
        throw new RotaException(
            "migration-changed",
            "migration "
                + name
                + " was applied from a different file: another build of Rota made this database."
                + " Run that build, or use another database or data folder");
      }
    }
    return pending;
  }

  /** The text of one migration. */
  public String text(String name) {
    try (InputStream in = owner.getResourceAsStream("migrations/" + name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("no migration " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void lock(Connection connection) throws SQLException {
    execute(connection, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
    execute(connection, "CREATE SCHEMA IF NOT EXISTS rota");
    execute(
        connection,
        "CREATE TABLE IF NOT EXISTS rota.migration (name text PRIMARY KEY, checksum text NOT NULL,"
            + " applied_at timestamptz NOT NULL DEFAULT now())");
  }

  private static Map<String, String> applied(Connection connection) throws SQLException {
    Map<String, String> applied = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet there =
          statement.executeQuery("SELECT to_regclass('rota.migration') IS NOT NULL")) {
        there.next();
        if (!there.getBoolean(1)) {
          return applied;
        }
      }
      try (ResultSet rows = statement.executeQuery("SELECT name, checksum FROM rota.migration")) {
        while (rows.next()) {
          applied.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return applied;
  }

  private void apply(Connection connection, String name) throws SQLException {
    String text = text(name);
    execute(connection, text);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO rota.migration (name, checksum) VALUES (?, ?)")) {
      insert.setString(1, name);
      insert.setString(2, checksum(text));
      insert.executeUpdate();
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String checksum(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
