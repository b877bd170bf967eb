package dev.rota.engine.backup;

import dev.rota.RotaException;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Migrator;
import dev.rota.engine.sql.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * A Backup is everything that Rota keeps in a database, as of one instant, in one file: a ZIP with
 * the rows of each table as COPY writes them, and a manifest. It is taken while nodes run, and
 * loaded into an empty database.
 */
public final class Backup {
  private static final Sql TABLES = Statements.sql("kept_tables");
  private static final Sql PARTITIONS = Statements.sql("kept_partitions");
  private static final Sql SEQUENCES = Statements.sql("kept_sequences");
  private static final Sql SET_SEQUENCE = Statements.sql("set_sequence");
  private static final Sql MIGRATIONS = Statements.sql("applied_migrations");
  private static final Sql HAS_SCHEMA = Statements.sql("has_schema");
  private static final Sql THERE = Statements.sql("what_is_there");

  private final DataSource source;
  private final Migrator migrator;

  /**
   * @param source connections straight from the driver
   */
  public Backup(DataSource source, Migrator migrator) {
    this.source = source;
    this.migrator = migrator;
  }

  /** Writes a backup; a file that is there already is not touched. */
  public Manifest export(Path file, Progress progress) {
    try (Connection connection = source.getConnection();
        BackupWriter writer = new BackupWriter(file)) {
      begin(connection);
      Manifest found = describe(connection);
      execute(connection, lock(found.tables()));
      Journey journey = new Journey(progress, found.rows());
      Manifest written = writer.write(found, connection.unwrap(PGConnection.class), journey);
      connection.rollback();
      return written;
    } catch (SQLException e) {
      throw Database.translated(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void begin(Connection connection) throws SQLException {
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    if (!isThere(connection)) {
      throw new RotaException("not-found", "there is nothing of Rota in this database");
    }
  }

  private static Manifest describe(Connection connection) throws SQLException {
    return new Manifest(
        now(connection),
        MIGRATIONS.on(connection).list(row -> row.getString("name")),
        tables(connection),
        partitions(connection),
        SEQUENCES
            .on(connection)
            .list(row ->
                new KeptSequence(
                    row.getString("name"), row.getLong("at"), row.getBoolean("called"))));
  }

  private static Instant now(Connection connection) throws SQLException {
    return Statements.sql("instant").on(connection).one(row -> row.getTimestamp("at").toInstant());
  }

  private static List<KeptPartition> partitions(Connection connection) throws SQLException {
    return PARTITIONS
        .on(connection)
        .list(row ->
            new KeptPartition(
                row.getString("parent"),
                row.getString("name"),
                row.getString("bound"),
                row.getString("options")));
  }

  private static List<KeptTable> tables(Connection connection) throws SQLException {
    return TABLES
        .on(connection)
        .list(row ->
            new KeptTable(
                row.getString("name"),
                Arrays.asList((String[]) row.getArray("columns").getArray()),
                row.getLong("about"),
                row.getBoolean("has_triggers")));
  }

  private static String lock(List<KeptTable> tables) {
    return "LOCK TABLE " + names(tables) + " IN ACCESS SHARE MODE";
  }

  private static String names(List<KeptTable> tables) {
    return tables.stream().map(KeptTable::table).collect(Collectors.joining(", "));
  }

  /**
   * Loads a backup into a database in which there is nothing yet, and brings its schema to what
   * this version needs.
   */
  public Manifest restore(Path file, Progress progress) {
    try (BackupReader reader = new BackupReader(file);
        Connection connection = source.getConnection()) {
      Manifest manifest = reader.manifest();
      Migrator then = migrator.upTo(manifest.migrations());
      clear(connection);
      then.migrate(connection);
      connection.setAutoCommit(false);
      load(connection, reader, new Journey(progress, manifest.rows()));
      connection.commit();
      connection.setAutoCommit(true);
      migrator.migrate(connection);
      for (KeptTable table : manifest.tables()) {
        execute(connection, "ANALYZE " + table.table());
      }
      return manifest;
    } catch (SQLException e) {
      throw Database.translated(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What nodes made when they started on an empty database goes. */
  private static void clear(Connection connection) throws SQLException {
    if (isThere(connection)) {
      List<String> there = THERE.on(connection).list(row -> row.getString("what"));
      if (!there.isEmpty()) {
        throw new RotaException(
            "not-empty",
            "a backup is loaded into an empty database only, and in this one there are already: %s. Create another database, or take another data folder (ROTA_DATA_DIR), and load it there"
                .formatted(String.join(", ", there)));
      }
      execute(connection, "DROP SCHEMA rota CASCADE");
    }
  }

  private static void load(Connection connection, BackupReader reader, Journey journey)
      throws SQLException, IOException {
    Manifest manifest = reader.manifest();
    for (KeptPartition made : partitions(connection)) {
      execute(connection, made.drop());
    }
    for (KeptPartition partition : manifest.partitions()) {
      execute(connection, partition.create());
    }
    List<KeptTable> there = tables(connection);
    execute(connection, "TRUNCATE " + names(there));
    for (KeptTable table : there) {
      setTriggers(connection, table, "DISABLE");
    }
    for (KeptTable table : manifest.tables()) {
      reader.load(table, connection.unwrap(PGConnection.class), journey);
    }
    for (KeptTable table : there) {
      setTriggers(connection, table, "ENABLE");
    }
    for (KeptSequence sequence : manifest.sequences()) {
      set(connection, sequence);
    }
  }

  private static void setTriggers(Connection connection, KeptTable table, String verb)
      throws SQLException {
    if (table.hasTriggers()) {
      execute(connection, "ALTER TABLE " + table.table() + " " + verb + " TRIGGER USER");
    }
  }

  private static void set(Connection connection, KeptSequence sequence) throws SQLException {
    Call call = SET_SEQUENCE.on(connection);
    call.set("name", sequence.name()).set("at", sequence.at()).set("called", sequence.called());
    call.list(row -> row.getLong(1));
  }

  private static boolean isThere(Connection connection) throws SQLException {
    return HAS_SCHEMA.on(connection).one(row -> row.getBoolean("there"));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
