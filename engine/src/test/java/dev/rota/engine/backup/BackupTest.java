package dev.rota.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.QueueSettings;
import dev.rota.engine.sql.Migrator;
import dev.rota.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database goes into a file and comes out of it as it was. */
final class BackupTest {
  private static final Progress QUIET = (table, rows, total) -> {};

  @TempDir private Path folder;

  @Test
  void everything_comes_back_as_it_was() throws Exception {
    Path file = folder.resolve("all.zip");
    try (TestDatabase from = TestDatabase.create();
        TestDatabase to = TestDatabase.create()) {
      long last;
      try (Engine engine = open(from)) {
        engine.tick();
        engine.queues().put("mail", QueueSettings.DEFAULTS, "test");
        engine
            .jobs()
            .enqueueAll(
                Stream.of("one", "zwei\\nlines\\t\\\\", "trois \u00e9\u2603")
                    .map(text -> NewJob.of("k", "\"" + text + "\"")));
        engine.jobs().enqueue(NewJob.kind("k").delay(Duration.ofDays(1)).tags("later").build());
        last = engine.jobs().enqueue(NewJob.kind("k").queue("mail").unique("u").build()).job();
        engine.jobs().cancel(last, "test");
      }
      Manifest written = Engine.backup(from.dataSource()).export(file, QUIET);
      Manifest loaded = Engine.backup(to.dataSource()).restore(file, QUIET);
      assertThat(loaded.json()).isEqualTo(written.json());
      for (KeptTable table : written.tables()) {
        assertThat(rows(to, table)).as(table.name()).isEqualTo(rows(from, table));
      }
      assertThat(query(to, "SELECT inhrelid::regclass::text FROM pg_inherits ORDER BY 1"))
          .isEqualTo(query(from, "SELECT inhrelid::regclass::text FROM pg_inherits ORDER BY 1"));
      try (Engine engine = open(to)) {
        engine.tick();
        assertThat(engine.jobs().get(last)).isPresent();
        assertThat(engine.jobs().enqueue(NewJob.of("k", "1")).job()).isGreaterThan(last);
      }
    }
  }

  @Test
  void a_database_with_something_in_it_is_left_alone() throws Exception {
    Path file = folder.resolve("some.zip");
    try (TestDatabase from = TestDatabase.create();
        TestDatabase to = TestDatabase.create()) {
      try (Engine one = open(from);
          Engine other = open(to)) {
        one.jobs().enqueue(NewJob.of("k", "1"));
        other.jobs().enqueue(NewJob.of("k", "2"));
      }
      Engine.backup(from.dataSource()).export(file, QUIET);
      Backup backup = Engine.backup(to.dataSource());
      assertThatThrownBy(() -> backup.restore(file, QUIET))
          .isInstanceOf(RotaException.class)
          .hasMessageContaining("empty database only")
          .hasMessageContaining("jobs");
      assertThat(query(to, "SELECT payload::text FROM rota.job")).containsExactly("2");
    }
  }

  @Test
  void a_file_that_is_there_is_not_overwritten_and_others_may_not_read_it() throws Exception {
    Path file = folder.resolve("once.zip");
    try (TestDatabase from = TestDatabase.create()) {
      Backup backup = Engine.backup(from.dataSource());
      assertThatThrownBy(() -> backup.export(file, QUIET)).hasMessageContaining("nothing of Rota");
      assertThat(folder).isEmptyDirectory();
      open(from).close();
      backup.export(file, QUIET);
      assertThatThrownBy(() -> backup.export(file, QUIET)).hasMessageContaining("is there already");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(folder).isDirectoryContaining(file::equals);
    }
  }

  @Test
  void what_is_no_backup_is_refused() throws Exception {
    Path file = Files.writeString(folder.resolve("text.zip"), "hello");
    try (TestDatabase to = TestDatabase.create()) {
      Backup backup = Engine.backup(to.dataSource());
      assertThatThrownBy(() -> backup.restore(file, QUIET)).hasMessageContaining("is no backup");
      assertThatThrownBy(() -> backup.restore(folder.resolve("none"), QUIET))
          .hasMessageContaining("there is no file");
    }
  }

  @Test
  void a_backup_of_a_newer_version_is_refused() {
    Manifest newer =
        new Manifest(Instant.EPOCH, List.of("999_future"), List.of(), List.of(), List.of());
    Manifest read = Manifest.read(newer.json());
    assertThat(read).isEqualTo(newer);
    Migrator known = new Migrator(Engine.class, List.of("001_engine"));
    assertThatThrownBy(() -> known.upTo(read.migrations())).hasMessageContaining("newer Rota");
  }

  private static Engine open(TestDatabase database) {
    return Engine.open(database.dataSource(), EngineOptions.builder().build(), EngineEvents.NONE);
  }

  private static List<String> rows(TestDatabase database, KeptTable table) throws SQLException {
    return query(database, "SELECT t::text FROM " + table.table() + " t ORDER BY 1");
  }

  private static List<String> query(TestDatabase database, String sql) throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> list = new ArrayList<>();
      while (rows.next()) {
        list.add(rows.getString(1));
      }
      return list;
    }
  }
}
