package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.remote.Tree;
import dev.rota.testkit.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases are exported and imported by commands: of a server's, and of the data folder's. */
class BackupCommandsTest {
  private static final String EMBEDDED = "--database=embedded";

  @TempDir private Path folder;

  private TestDatabase from;
  private TestDatabase to;

  @BeforeEach
  void create() {
    from = TestDatabase.create();
    to = TestDatabase.create();
  }

  @AfterEach
  void drop() {
    List.of("database.url", "database.user", "database.password", "test.command", "data.dir")
        .forEach(each -> System.clearProperty("rota." + each));
    from.close();
    to.close();
  }

  @Test
  void what_is_exported_is_imported_as_it_was_and_nothing_else_is() throws Exception {
    String file = folder.resolve("all.zip").toString();
    use(from);
    ClientCommandsTest.run(0, "enqueue", "report", "{\"n\": [1, 2.50]}", "--tag", "a");
    ClientCommandsTest.run(0, "enqueue", "later", "--delay", "3600", "--queue", "mail");
    String cancelled = ClientCommandsTest.run(0, "enqueue", "never").strip();
    ClientCommandsTest.run(0, "cancel", cancelled);
    ClientCommandsTest.run(0, "queues", "set", "mail", "--node-limit", "3");

    assertThat(ClientCommandsTest.run(0, "export", file)).contains("all.zip has ");
    assertThat(ClientCommandsTest.run(4, "export", file)).contains("is there already");
    Map<String, List<String>> before = content(from);

    use(to);
    assertThat(ClientCommandsTest.run(0, "import", file)).startsWith("Loaded ");
    assertThat(content(to)).isEqualTo(before);
    assertThat(ClientCommandsTest.run(4, "import", file)).contains("empty database only");
    assertThat(content(to)).isEqualTo(before);
    assertThat(ClientCommandsTest.run(0, "job", cancelled)).contains("cancelled");
  }

  @Test
  void a_file_that_was_cut_off_is_refused_and_leaves_the_database_empty() throws Exception {
    Path whole = folder.resolve("all.zip");
    use(from);
    ClientCommandsTest.run(0, "enqueue", "report");
    ClientCommandsTest.run(0, "export", whole.toString());
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.zip"), Arrays.copyOf(bytes, bytes.length / 2));

    use(to);
    assertThat(ClientCommandsTest.run(4, "import", cut.toString()))
        .contains("cut.zip is no backup");
    assertThat(ClientCommandsTest.run(3, "import", "nowhere.zip")).contains("there is no file");
    assertThat(query(to, "SELECT nspname FROM pg_namespace WHERE nspname = 'rota'")).isEmpty();
    ClientCommandsTest.run(0, "import", whole.toString());
  }

  @Test
  void the_database_of_a_data_folder_goes_into_another_one() {
    String file = folder.resolve("embedded.zip").toString();
    System.setProperty("rota.data.dir", folder.resolve("one").toString());
    String id = ClientCommandsTest.run(0, "enqueue", "report", "{\"n\": 1}", EMBEDDED).strip();
    ClientCommandsTest.run(0, "export", EMBEDDED, file);
    Tree there = Tree.read(ClientCommandsTest.run(0, "job", id, "--json", EMBEDDED));

    System.setProperty("rota.data.dir", folder.resolve("other").toString());
    ClientCommandsTest.run(0, "import", EMBEDDED, file);

    Tree here = Tree.read(ClientCommandsTest.run(0, "job", id, "--json", EMBEDDED));
    assertThat(here.at("job").at("payload").raw()).isEqualTo(there.at("job").at("payload").raw());
    assertThat(here.at("job").at("created_at").raw())
        .isEqualTo(there.at("job").at("created_at").raw());
  }

  @Test
  void a_terminal_sees_how_far_it_is_and_a_pipe_does_not() throws Exception {
    assumeTrue(TerminalTest.canPlay(), "Python 3.9 is needed to play a terminal");
    String file = folder.resolve("all.zip").toString();
    use(from);
    ClientCommandsTest.run(0, "enqueue", "report");

    String export = TerminalTest.play(RunningNode.environment(from), "export", file);
    String loaded = TerminalTest.play(RunningNode.environment(to), "import", file);

    assertThat(export).contains("\r[").contains("\r\u001b[K").contains("all.zip has ");
    assertThat(loaded).containsPattern("\r\\[#* *] \\d+ ").contains("Loaded ");
    assertThat(TerminalTest.pipe(RunningNode.environment(from), "export", file + "2"))
        .doesNotContain("\u001b")
        .contains("all.zip2 has ");
  }

  private static void use(TestDatabase database) {
    RunningNode.environment(database)
        .forEach((name, value) ->
            System.setProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'), value));
  }

  /** The rows of every table. */
  private static Map<String, List<String>> content(TestDatabase database) throws SQLException {
    Map<String, List<String>> content = new TreeMap<>();
    for (String table :
        query(
            database,
            "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'rota'::regnamespace"
                + " AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migration'")) {
      content.put(table, query(database, "SELECT t::text FROM " + table + " t ORDER BY 1"));
    }
    return content;
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
