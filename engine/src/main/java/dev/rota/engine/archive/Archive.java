package dev.rota.engine.archive;

import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.backup.Progress;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An Archive is where finished jobs go when retention takes them from the database: into compressed
 * files by day, from which they can be read back.
 */
public final class Archive {
  private static final System.Logger LOG = System.getLogger(Archive.class.getName());
  private static final Sql TRY = Statements.sql("try_archive");
  private static final Sql SET_ASIDE = Statements.sql("set_aside");
  private static final Sql SWEEP = Statements.sql("sweep_aside");
  private static final Sql IS_OUTGOING = Statements.sql("is_outgoing");
  private static final Sql FILES = Statements.sql("archive_files");
  private static final Sql TOTALS = Statements.sql("archive_totals");
  private static final Sql FAILURE = Statements.sql("archive_failure");
  private static final Sql NOTE_FAILURE = Statements.sql("note_failure");
  private static final Sql FORGET_FAILURE = Statements.sql("forget_failure");
  private static final int MOST = 1_000;

  private final Database database;
  private final @Nullable ArchiveFolder folder;
  private final String node;

  /**
   * @param folder where the files lie; null for no archive
   * @param node who writes them
   */
  public Archive(Database database, @Nullable Path folder, String node) {
    this.database = database;
    this.folder = folder == null ? null : new ArchiveFolder(folder.toAbsolutePath());
    this.node = node;
  }

  /** Whether this node has a folder to archive into. */
  public boolean isOn() {
    return folder != null;
  }

  /**
   * Whether there is room for more: the folder can be written to, and what an earlier run could not
   * store is stored. If not, everything stays where it is.
   */
  public boolean isReady() {
    try {
      folder().check();
    } catch (IOException e) {
      fail(e);
      return false;
    }
    return failure().isEmpty() || store();
  }

  /** Takes a partition off the history; empty if another node is at it. */
  public Optional<Long> setAside(String partition, Duration retention, int kept) {
    return alone(connection ->
        SET_ASIDE
            .on(connection)
            .set("name", partition)
            .set("retention_ms", retention.toMillis())
            .set("kept", kept)
            .one(row -> row.getLong("moved")));
  }

  /** Takes what no partition keeps off the history; gives how many rows that was. */
  public long sweep(Duration retention, int kept) {
    return alone(connection ->
            SWEEP
                .on(connection)
                .set("retention_ms", retention.toMillis())
                .set("kept", kept)
                .one(row -> row.getLong("gone")))
        .orElse(0L);
  }

  /**
   * Writes what was taken off the history into files and drops it; whether nothing is left of it.
   */
  public boolean store() {
    try {
      if (isOutgoing()) {
        Archivist archivist = new Archivist(folder());
        if (alone(archivist::store).isEmpty()) {
          return false;
        }
      }
      database.run(connection -> FORGET_FAILURE.on(connection).update());
      return true;
    } catch (UncheckedIOException e) {
      fail(Objects.requireNonNull(e.getCause()));
      return false;
    } catch (RotaException e) {
      fail("it is in files and could not be dropped: " + e.getMessage());
      return false;
    }
  }

  /** Warns if there is something to archive and nowhere to put it. */
  public void warnIfStuck() {
    if (isOutgoing()) {
      fail("jobs were taken off the history to be archived, and ROTA_ARCHIVE_DIR is not set");
    }
  }

  /** The files of the archive, the newest day first. */
  public List<ArchiveFile> files(int limit, long skip) {
    Rules.range("limit", limit, 1, MOST);
    return database.transact(connection ->
        FILES
            .on(connection)
            .set("max", limit)
            .set("skip", (int) Math.min(Integer.MAX_VALUE, skip))
            .list(row ->
                new ArchiveFile(
                    LocalDate.parse(row.getString("day")),
                    row.getInt("part"),
                    row.getString("name"),
                    row.getLong("jobs"),
                    row.getLong("executions"),
                    row.getLong("bytes"),
                    row.getString("sha256"),
                    Columns.instant(row, "archived_at"))));
  }

  public ArchiveTotals totals() {
    return database.transact(connection ->
        TOTALS
            .on(connection)
            .one(row ->
                new ArchiveTotals(
                    row.getLong("files"),
                    row.getLong("jobs"),
                    row.getLong("executions"),
                    row.getLong("bytes"))));
  }

  /** How this node sees a file: as it was written, or not. */
  public FileState look(ArchiveFile file) {
    return folder == null ? FileState.UNKNOWN : folder.look(file);
  }

  /** Why the archive does not get on, if it does not. */
  public Optional<ArchiveFailure> failure() {
    return database.transact(connection ->
        FAILURE
            .on(connection)
            .first(row ->
                new ArchiveFailure(
                    Columns.instant(row, "since"),
                    Columns.instant(row, "at"),
                    row.getString("node"),
                    row.getString("error"))));
  }

  /**
   * Stores the jobs of files again. A file that is not whole is refused before anything of it is
   * stored.
   *
   * @param paths files, or folders of them
   * @param keep for how long retention leaves them alone
   */
  public ReadBack readBack(List<Path> paths, Duration keep, Progress progress) {
    Rules.range("keep", keep, Duration.ofMinutes(1), Rules.FURTHEST);
    ReadBack sum = ReadBack.NOTHING;
    for (Path path : paths) {
      for (Path file : files(path)) {
        sum = sum.plus(new Reader(database, file, progress).store(keep));
      }
    }
    return sum;
  }

  /** What a file says that it holds, if it is whole; refuses one that is not. */
  public static ArchiveTotals check(Path file) {
    Footer footer = new DayReader(file).read((line, job) -> {});
    return new ArchiveTotals(1, footer.jobs(), footer.executions(), file.toFile().length());
  }

  /** A file, or those of a folder in the order of their days. */
  public static List<Path> files(Path path) {
    try {
      return Files.isDirectory(path) ? ArchiveFolder.files(path) : List.of(path);
    } catch (IOException e) {
      throw new RotaException("not-readable", path + " cannot be read: " + e.getMessage(), e);
    }
  }

  private <T> Optional<T> alone(Database.Work<T> work) {
    return database.once(
        connection -> isFree(connection) ? Optional.of(work.on(connection)) : Optional.empty());
  }

  private static boolean isFree(Connection connection) throws SQLException {
    return TRY.on(connection).one(row -> row.getBoolean("free"));
  }

  private boolean isOutgoing() {
    return database.transact(c -> IS_OUTGOING.on(c).one(row -> row.getBoolean("any")));
  }

  private ArchiveFolder folder() {
    if (folder == null) {
      throw new IllegalStateException("there is no folder to archive into");
    }
    return folder;
  }

  private void fail(IOException e) {
    fail(e.getClass().getSimpleName() + ": " + e.getMessage());
  }

  private void fail(String error) {
    LOG.log(Level.WARNING, "the archive does not get on, and nothing is dropped: {0}", error);
    database.run(
        connection -> NOTE_FAILURE.on(connection).set("node", node).set("error", error).update());
  }
}
