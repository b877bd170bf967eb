package dev.rota.engine.archive;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An Archivist writes what is outgoing into files by day, and drops it when all of them are on the
 * disk. Whatever happens in between, the next one does it again and finds the files that are there.
 */
final class Archivist {
  private static final System.Logger LOG = System.getLogger(Archivist.class.getName());
  private static final Sql NEXT = Statements.sql("next_outgoing");
  private static final Sql LINES = Statements.sql("outgoing_lines");
  private static final Sql NOTE = Statements.sql("note_file");
  private static final Sql DROP = Statements.sql("drop_outgoing");
  private static final int PAGE = 1_000;
  private static final int REPORT = 100_000;

  private final ArchiveFolder folder;

  Archivist(ArchiveFolder folder) {
    this.folder = folder;
  }

  private record Day(LocalDate day, long from, long to) {}

  private record Line(long job, long executions, @Nullable String text) {}

  private record Written(Footer footer, ArchiveFolder.Placed placed) {}

  /** Archives everything outgoing in the transaction of a connection that holds the lock. */
  int store(Connection connection) throws SQLException {
    pin(connection);
    try {
      List<Written> files = new ArrayList<>();
      Optional<Day> day = next(connection, 0);
      while (day.isPresent()) {
        write(connection, day.get()).ifPresent(files::add);
        day = next(connection, day.get().to());
      }
      for (Written file : files) {
        note(connection, file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DROP.on(connection).one(row -> row.getInt("dropped"));
  }

  /** Plans are those of big tables, and the disk may take its time. */
  private static void pin(Connection connection) throws SQLException {
    Database.pin(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
    }
  }

  private static Optional<Day> next(Connection connection, long from) throws SQLException {
    return NEXT.on(connection)
        .set("from", from)
        .first(row ->
            new Day(
                LocalDate.parse(row.getString("day")),
                row.getLong("from_id"),
                row.getLong("to_id")));
  }

  private Optional<Written> write(Connection connection, Day day) throws SQLException, IOException {
    Path unfinished = folder.unfinished(day.day());
    try {
      Footer footer = fill(connection, day, unfinished);
      if (footer.jobs() == 0) {
        return Optional.empty();
      }
      Written written = new Written(footer, folder.place(day.day(), unfinished));
      LOG.log(
          Level.INFO,
          "archived day={0} jobs={1} executions={2} file={3}",
          day.day(),
          footer.jobs(),
          footer.executions(),
          written.placed().file());
      return Optional.of(written);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static Footer fill(Connection connection, Day day, Path unfinished)
      throws SQLException, IOException {
    try (DayWriter writer = new DayWriter(day.day(), unfinished)) {
      long after = day.from() - 1;
      List<Line> page;
      do {
        page = page(connection, after, day.to());
        for (Line line : page) {
          if (line.text() != null) {
            writer.add(line.text(), line.executions());
          }
          after = line.job();
        }
        if (!page.isEmpty() && writer.jobs() % REPORT < PAGE) {
          LOG.log(Level.DEBUG, "archiving day={0} jobs={1}", day.day(), writer.jobs());
        }
      } while (page.size() == PAGE);
      return writer.finish();
    }
  }

  private static List<Line> page(Connection connection, long after, long until)
      throws SQLException {
    return LINES
        .on(connection)
        .set("after", after)
        .set("until", until)
        .set("max", PAGE)
        .list(
            row -> new Line(row.getLong("job"), row.getLong("executions"), row.getString("line")));
  }

  private static void note(Connection connection, Written written)
      throws SQLException, IOException {
    Path file = written.placed().file();
    NOTE.on(connection)
        .set("day", written.footer().day().toString())
        .set("part", written.placed().part())
        .set("name", String.valueOf(file.getFileName()))
        .set("jobs", written.footer().jobs())
        .set("executions", written.footer().executions())
        .set("bytes", Files.size(file))
        .set("sha256", written.footer().sha256())
        .update();
  }
}
