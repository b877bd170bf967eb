package dev.rota.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.postgres.EmbeddedPostgres.Options;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresTest {

  private Path parent;
  private Path folder;

  /**
   * Not JUnit's temporary folder: that one is closed to other users, and root's server is another
   * user.
   */
  @BeforeEach
  void createFolder() throws IOException {
    parent = Files.createTempDirectory("rota-postgres-test");
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
    folder = parent.resolve("data folder");
  }

  @AfterEach
  void deleteFolder() throws IOException {
    Folders.delete(parent);
  }

  @Test
  void the_first_start_makes_a_safe_server_on_the_loopback_address() throws Exception {
    try (var postgres = start();
        var connection = connect(postgres)) {
      assertThat(postgres.majorVersion()).isEqualTo(18);
      assertThat(show(connection, "fsync")).isEqualTo("on");
      assertThat(show(connection, "synchronous_commit")).isEqualTo("on");
      assertThat(show(connection, "full_page_writes")).isEqualTo("on");
      assertThat(show(connection, "data_checksums")).isEqualTo("on");
      assertThat(show(connection, "listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(show(connection, "unix_socket_directories")).isEmpty();
      assertThat(show(connection, "password_encryption")).isEqualTo("scram-sha-256");
      assertThat(query(connection, "SELECT datlocale FROM pg_database WHERE datname = 'postgres'"))
          .isEqualTo("C.UTF-8");
      assertThatThrownBy(() ->
              DriverManager.getConnection(postgres.jdbcUrl("postgres"), postgres.user(), "wrong"))
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void a_restart_keeps_the_data_the_port_and_the_password() throws Exception {
    int port;
    try (var postgres = start()) {
      port = postgres.port();
      execute(postgres, "CREATE TABLE kept AS SELECT 42 AS number");
    }
    try (var postgres = start();
        var connection = connect(postgres)) {
      assertThat(postgres.port()).isEqualTo(port);
      assertThat(query(connection, "SELECT number FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void another_process_finds_the_server_by_its_data_folder() throws Exception {
    assertThat(ConnectionData.read(folder)).isEmpty();
    try (var postgres = start()) {
      var data = ConnectionData.read(folder).orElseThrow();
      assertThat(data)
          .isEqualTo(new ConnectionData(postgres.port(), postgres.user(), postgres.password()));
      assertThat(data.toString()).doesNotContain(postgres.password());
      assertThat(Files.getPosixFilePermissions(folder.resolve("connection.properties")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void a_remembered_port_that_somebody_else_took_is_replaced() throws Exception {
    int port;
    try (var postgres = start()) {
      port = postgres.port();
    }
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        var postgres = start()) {
      assertThat(postgres.port()).isNotEqualTo(taken.getLocalPort());
    }
  }

  @Test
  void a_chosen_port_that_is_taken_is_an_error_with_the_servers_own_words() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> EmbeddedPostgres.start(Options.in(folder).withPort(taken.getLocalPort())))
          .isInstanceOf(PostgresException.class)
          .hasMessageContaining("Address already in use")
          .hasMessageContaining(Integer.toString(taken.getLocalPort()));
    }
    start().close();
  }

  @Test
  void a_wrong_setting_is_an_error_with_the_servers_own_words() {
    var options = Options.in(folder).withSettings(Map.of("max_connections", "many"));
    assertThatThrownBy(() -> EmbeddedPostgres.start(options))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("max_connections")
        .hasMessageContaining("many");
  }

  @Test
  void a_second_owner_in_the_same_process_is_refused() throws Exception {
    try (var postgres = start()) {
      assertThatThrownBy(this::start)
          .isInstanceOf(PostgresException.class)
          .hasMessageContaining(
              "in use by another Rota (process " + ProcessHandle.current().pid() + ")");
      connect(postgres).close();
    }
    start().close();
  }

  @Test
  void a_second_owner_in_another_process_is_refused() throws Exception {
    var owner = owner(List.of());
    var server = readyServer(owner);
    assertThatThrownBy(this::start)
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("in use by another Rota (process " + owner.pid() + ")");
    kill(owner, server);
  }

  @Test
  void data_of_another_major_version_are_refused_and_left_alone() throws Exception {
    var version = folder.resolve("data/PG_VERSION");
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(version, "17\n");
    assertThatThrownBy(this::start)
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("was made by PostgreSQL 17")
        .hasMessageContaining("pg_dump");
    try (var entries = Files.list(folder.resolve("data"))) {
      assertThat(entries).containsExactly(version);
    }
  }

  @Test
  void the_server_stops_when_its_owner_is_killed_and_the_next_start_finds_what_was_committed()
      throws Exception {
    var owner = owner(List.of());
    var server = readyServer(owner);
    try (var connection = connect(ConnectionData.read(folder).orElseThrow());
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE kept AS SELECT 42 AS number");
    }
    owner.destroyForcibly().waitFor();

    try (var postgres = start();
        var connection = connect(postgres)) {
      assertThat(PostmasterFile.isServer(server, folder.toRealPath().resolve("data"))).isFalse();
      assertThat(query(connection, "SELECT number FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void the_server_of_a_killed_owner_stops_even_if_nobody_starts_it_again() throws Exception {
    var owner = owner(List.of());
    var server = readyServer(owner);
    kill(owner, server);
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void an_orphan_that_goes_on_running_is_stopped_by_the_next_start() throws Exception {
    start().close();
    var data = folder.resolve("data").toRealPath();
    var programs = Caches.unpack(Binaries.brought(), folder);
    var orphan =
        Command.of(programs.resolve("bin/postgres").toString(), "-D", data.toString())
            .through(Account.choose(folder, data, programs).wrapper())
            .builder(programs)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (PostmasterFile.read(data).filter(PostmasterFile::isReady).isEmpty()) {
      assertThat(orphan.waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
    }
    try (var postgres = start()) {
      connect(postgres).close();
      assertThat(orphan.isAlive()).isFalse();
      assertThat(orphan.exitValue()).isZero();
    }
  }

  @Test
  void a_server_that_dies_is_started_again_on_the_same_port() throws Exception {
    try (var postgres = start()) {
      execute(postgres, "CREATE TABLE kept AS SELECT 42 AS number");
      var before = postgres.pid();
      ProcessHandle.of(before).orElseThrow().destroyForcibly();
      var deadline = Instant.now().plus(Duration.ofSeconds(30));
      while (postgres.pid() == before) {
        assertThat(Instant.now()).isBefore(deadline);
        Thread.sleep(10);
      }
      try (var connection = connect(postgres)) {
        assertThat(query(connection, "SELECT number FROM kept")).isEqualTo("42");
      }
    }
  }

  @Test
  void a_start_that_was_killed_before_the_data_were_complete_begins_again() throws Exception {
    Files.createDirectories(folder.resolve("data.new/base"));
    try (var postgres = start()) {
      connect(postgres).close();
    }
  }

  @Test
  void closing_twice_does_no_harm() throws Exception {
    var postgres = start();
    postgres.close();
    postgres.close();
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void root_can_use_a_folder_that_only_root_can_enter() throws Exception {
    assumeTrue(Account.isRoot(), "only root has this problem");
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx------"));
    for (var round = 1; round <= 2; round++) {
      try (var postgres = start()) {
        connect(postgres).close();
      }
    }
  }

  @Test
  void an_ordinary_user_needs_nothing_of_root() throws Exception {
    assumeTrue(Account.isRoot(), "the other tests are run by an ordinary user already");
    var uid = Integer.parseInt(Command.of("id", "-u", "nobody").run(parent).output());
    var home = Files.createDirectory(parent.resolve("home"));
    Files.setAttribute(home, "unix:uid", uid);
    folder = home.resolve("data folder");
    var owner = owner(List.of("setpriv", "--reuid=" + uid, "--clear-groups", "--"));
    var server = readyServer(owner);
    assertThat(Files.getAttribute(folder.resolve("data"), "unix:uid")).isEqualTo(uid);
    connect(ConnectionData.read(folder).orElseThrow()).close();
    kill(owner, server);
  }

  private EmbeddedPostgres start() throws InterruptedException {
    return EmbeddedPostgres.start(Options.in(folder));
  }

  private Process owner(List<String> wrapper) throws IOException {
    var words = new ArrayList<>(wrapper);
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of("-Xmx64m", "-Duser.home=" + parent.resolve("home"), "-cp", copyOfClassPath()));
    words.addAll(List.of(Owner.class.getName(), folder.toString()));
    return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** The class path where everybody can read it, wherever the build keeps it. */
  private String copyOfClassPath() throws IOException {
    var copies = new StringJoiner(File.pathSeparator);
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      var source = Path.of(entry);
      var copy =
          Folders.createReadable(parent.resolve("class path"))
              .resolve(copies.length() + "-" + source.getFileName());
      try (var files = Files.walk(source)) {
        for (var file : files.toList()) {
          Files.copy(file, copy.resolve(source.relativize(file).toString()));
        }
      }
      copies.add(copy.toString());
    }
    return copies.toString();
  }

  private static ProcessHandle readyServer(Process owner) throws IOException {
    var line = owner.inputReader().readLine();
    assertThat(line).startsWith("ready ");
    return ProcessHandle.of(Long.parseLong(line.substring("ready ".length()))).orElseThrow();
  }

  private void kill(Process owner, ProcessHandle server) throws IOException, InterruptedException {
    owner.destroyForcibly().waitFor();
    var deadline = Instant.now().plus(Duration.ofSeconds(20));
    while (PostmasterFile.isServer(server, folder.toRealPath().resolve("data"))) {
      assertThat(Instant.now()).isBefore(deadline);
      Thread.sleep(10);
    }
  }

  private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(
        postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
  }

  private static Connection connect(ConnectionData data) throws SQLException {
    return DriverManager.getConnection(data.jdbcUrl("postgres"), data.user(), data.password());
  }

  private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (var connection = connect(postgres);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String show(Connection connection, String setting) throws SQLException {
    return query(connection, "SHOW " + setting);
  }

  private static String query(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
