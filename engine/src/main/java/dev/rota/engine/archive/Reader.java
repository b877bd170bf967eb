package dev.rota.engine.archive;

import dev.rota.engine.backup.Progress;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Reader stores the jobs of one file again, a page at a time; twice changes nothing. */
final class Reader {
  private static final Sql MAKE_ROOM = Statements.sql("make_room");
  private static final Sql ROUTES = Statements.sql("enter_routes");
  private static final Sql WORKERS = Statements.sql("enter_workers");
  private static final Sql READ_BACK = Statements.sql("read_back");
  private static final int PAGE = 500;

  private final Database database;
  private final Path file;
  private final Progress progress;
  private final List<String> page = new ArrayList<>();
  private ReadBack sum = new ReadBack(1, 0, 0, 0);
  private long lines;

  Reader(Database database, Path file, Progress progress) {
    this.database = database;
    this.file = file;
    this.progress = progress;
  }

  ReadBack store(Duration keep) {
    DayReader reader = new DayReader(file);
    Footer footer = reader.read((line, job) -> {});
    database.run(connection ->
        MAKE_ROOM
            .on(connection)
            .set("day", footer.day().toString())
            .set("keep_ms", keep.toMillis())
            .one(row -> row.getInt("made")));
    reader.read((line, job) -> {
      page.add(line);
      if (page.size() == PAGE) {
        flush(footer.jobs());
      }
    });
    flush(footer.jobs());
    return sum;
  }

  private void flush(long total) {
    if (page.isEmpty()) {
      return;
    }
    String[] texts = page.toArray(String[]::new);
    sum = sum.plus(database.transact(connection -> store(connection, texts)));
    lines += texts.length;
    page.clear();
    progress.at(String.valueOf(file.getFileName()), lines, total);
  }

  private static ReadBack store(Connection connection, String[] texts) throws SQLException {
    ROUTES.on(connection).set("lines", texts).one(row -> row.getLong("routes"));
    WORKERS.on(connection).set("lines", texts).update();
    return READ_BACK
        .on(connection)
        .set("lines", texts)
        .one(row -> {
          long jobs = row.getLong("jobs");
          return new ReadBack(0, jobs, texts.length - jobs, row.getLong("executions"));
        });
  }
}
