package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.postgres.ConnectionData;
import dev.rota.postgres.EmbeddedPostgres;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes as people start them: each in a process of its own. */
class UpCommandTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Pattern URL = Pattern.compile("http://\\S+");

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void a_node_becomes_ready_and_takes_its_database_with_it_when_it_is_stopped() throws Exception {
    try (var node = up(Map.of())) {
      var url = url(node);
      assertThat(get(url + "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(url + "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(url + "/metrics").body()).contains("jvm_memory_used_bytes");
      var server = server();
      node.stop();
      assertThat(node.awaitExit(SOON)).isEqualTo(143);
      assertThat(server.isAlive()).isFalse();
      assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
    }
  }

  @Test
  void a_node_runs_jobs_and_counts_them() throws Exception {
    try (var database = TestDatabase.create();
        var node = up(on(database))) {
      var url = url(node);
      var job = query(database.connect(), "SELECT rota.enqueue('rota.echo', '\"hello\"')");
      awaitMetric(
          url,
          "jobs_completed_total{kind=\"rota.echo\",queue=\"default\",status=\"completed\"} 1.0");
      Eventually.await(
          SOON, () -> state(database.connect(), job).equals("completed"), "the job completed");
      stop(node);
    }
  }

  @Test
  void scrape_workers_are_served_on_the_port_where_they_look() throws Exception {
    String port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = Integer.toString(free.getLocalPort());
    }
    try (var database = TestDatabase.create();
        var node = up(on(database, "ROTA_COMPAT_PORTS", port))) {
      var url = url(node);
      for (var server : List.of(url, "http://127.0.0.1:" + port)) {
        assertThat(get(server + "/api/scrape-jobs/next").body())
            .isEqualTo("{\"success\":true,\"data\":null,\"message\":\"No pending jobs in queue\"}");
      }
      stop(node);
    }
  }

  @Test
  void a_node_that_is_stopped_lets_running_jobs_finish() throws Exception {
    try (var database = TestDatabase.create();
        var node = up(on(database))) {
      var url = url(node);
      var job = query(database.connect(), "SELECT rota.enqueue('rota.sleep', '1000')");
      // A job that was claimed and has not begun is given back, so that its state is not enough.
      awaitMetric(url, "jobs_started_total{kind=\"rota.sleep\",queue=\"default\"} 1.0");
      stop(node);
      assertThat(state(database.connect(), job)).isEqualTo("completed");
    }
  }

  @Test
  void a_node_that_was_killed_starts_again_and_nothing_committed_is_lost() throws Exception {
    String job;
    try (var killed = up(Map.of("ROTA_LEASE_SECONDS", "2"))) {
      url(killed);
      job = query(connect(), "SELECT rota.enqueue('rota.sleep', '500')");
      Eventually.await(SOON, () -> state(connect(), job).equals("running"), "the job runs");
      killed.kill9();
    }
    try (var node = up(Map.of("ROTA_LEASE_SECONDS", "2"))) {
      assertThat(get(url(node) + "/health/ready").statusCode()).isEqualTo(200);
      Eventually.await(SOON, () -> state(connect(), job).equals("completed"), "the job completed");
      stop(node);
    }
  }

  @Test
  void a_node_is_ready_again_after_its_server_has_died() throws Exception {
    try (var node = up(Map.of())) {
      var ready = url(node) + "/health/ready";
      var before = server();
      before.destroyForcibly();
      Eventually.await(
          SOON,
          () -> server().pid() != before.pid() && get(ready).statusCode() == 200,
          "ready with another server");
      stop(node);
    }
  }

  @Test
  void a_node_is_not_ready_while_its_database_is_away_and_ready_again_by_itself() throws Exception {
    var options = EmbeddedPostgres.Options.in(folder.resolve("elsewhere"));
    var postgres = EmbeddedPostgres.start(options);
    var settings =
        Map.of(
            "ROTA_DATABASE_URL", postgres.jdbcUrl("postgres"),
            "ROTA_DATABASE_USER", postgres.user(),
            "ROTA_DATABASE_PASSWORD", postgres.password());
    try (var node = up(settings)) {
      var url = url(node);
      assertThat(get(url + "/health/ready").statusCode()).isEqualTo(200);
      postgres.close();
      Eventually.await(
          SOON, () -> get(url + "/health/ready").statusCode() == 503, "not ready without it");
      assertThat(get(url + "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(url + "/api/v1/jobs").statusCode()).isEqualTo(503);
      postgres = EmbeddedPostgres.start(options.withPort(postgres.port()));
      Eventually.await(
          SOON, () -> get(url + "/health/ready").statusCode() == 200, "ready with it again");
      assertThat(get(url + "/api/v1/jobs").statusCode()).isEqualTo(200);
      stop(node);
    } finally {
      postgres.close();
    }
  }

  @Test
  void a_node_others_can_reach_does_not_start_unless_it_asks_who_they_are() throws Exception {
    try (var node = up(Map.of("ROTA_HOST", "0.0.0.0", "ROTA_PROT", "1"))) {
      assertThat(node.awaitExit(SOON)).isEqualTo(1);
      assertThat(node.output())
          .contains("ROTA_HOST=0.0.0.0 is not allowed with ROTA_AUTH=none")
          .contains("rota token create");
    }
  }

  @Test
  void a_second_node_on_the_same_folder_is_refused() throws Exception {
    try (var node = up(Map.of())) {
      url(node);
      try (var second = up(Map.of())) {
        assertThat(second.awaitExit(SOON)).isEqualTo(1);
        assertThat(second.output()).contains("in use by another Rota (process " + node.pid() + ")");
      }
      stop(node);
    }
  }

  @Test
  void a_node_works_on_a_database_that_is_there_already() throws Exception {
    try (var database = TestDatabase.create();
        var node = up(on(database))) {
      assertThat(get(url(node) + "/health/ready").statusCode()).isEqualTo(200);
      assertThat(folder).isEmptyDirectory();
      stop(node);
    }
  }

  @Test
  void a_worker_listens_for_metrics_only() throws Exception {
    try (var database = TestDatabase.create();
        var node = up(on(database, "ROTA_RUN_MODE", "worker", "ROTA_METRICS_PORT", "0"))) {
      assertThat(get(url(node) + "/metrics").statusCode()).isEqualTo(200);
      stop(node);
    }
  }

  @Test
  void a_database_that_cannot_be_reached_stops_the_start_and_is_named() throws Exception {
    try (var database = TestDatabase.create()) {
      var url = database.jdbcUrl().replace("jdbc:postgresql://", "postgresql://nobody:hush@");
      try (var node = up(Map.of("ROTA_DATABASE_URL", url))) {
        assertThat(node.awaitExit(SOON)).isEqualTo(5);
        assertThat(node.output())
            .contains("The database cannot be reached: " + database.jdbcUrl())
            .contains("password authentication failed")
            .doesNotContain("hush")
            .doesNotContain("\tat ");
      }
    }
  }

  @Test
  void a_node_waits_for_a_database_that_is_about_to_come_up() throws Exception {
    int port;
    try (var later = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = later.getLocalPort();
    }
    try (var node =
        up(Map.of("ROTA_DATABASE_URL", "postgresql://rota:no@127.0.0.1:" + port + "/rota"))) {
      node.awaitLine("waits for the database", SOON);
      assertThat(node.isAlive()).isTrue();
    }
  }

  @Test
  void commands_work_beside_a_node_and_without_one() throws Exception {
    try (var node = up(Map.of())) {
      url(node);
      assertThat(run("migrate")).isEqualTo("The schema is up to date.");
      assertThat(run("recover", "--stalled", "30"))
          .isEqualTo("recovered=0 requeued=0 failed=0 quarantined=0 cancelled=0");
      assertThat(get(url(node) + "/health/ready").statusCode()).isEqualTo(200);
      stop(node);
    }
    assertThat(run("recover", "--stalled", "0"))
        .isEqualTo("recovered=0 requeued=0 failed=0 quarantined=0 cancelled=0");
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void a_wrong_setting_stops_the_start_and_is_named() throws Exception {
    try (var node = up(Map.of("ROTA_LEASE_SECONDS", "soon"))) {
      assertThat(node.awaitExit(SOON)).isEqualTo(1);
      assertThat(node.output())
          .isEqualTo(
              "ROTA_LEASE_SECONDS=soon is not allowed: it must be a whole number from 2 to 3600");
    }
  }

  @Test
  void a_misspelt_setting_is_pointed_out() throws Exception {
    try (var database = TestDatabase.create();
        var node = up(on(database, "ROTA_PROT", "8061"))) {
      url(node);
      assertThat(node.output()).contains("WARN ").contains("name=ROTA_PROT");
      stop(node);
    }
  }

  @Test
  void a_node_keeps_what_its_file_declares() throws Exception {
    Files.writeString(folder.resolve("providers"), "0x1\n0x2\n");
    var file =
        Files.writeString(
            folder.resolve("rota.yaml"),
            """
            sources:
              list: {targets: provider, file: providers}
            plans:
              deals: {targets: provider, kind: rota.echo, per_hour: 4, payload: {sp: "{target}"}}
            """);
    try (var database = TestDatabase.create();
        var node = up(on(database, "ROTA_FILE", file.toString()))) {
      url(node);
      Eventually.await(
          SOON,
          () ->
              "2"
                  .equals(
                      query(
                          database.connect(),
                          "SELECT count(*) FROM rota.schedule WHERE completed > 0 AND target IS NOT NULL")),
          "both targets have a schedule, and its first job is done");
      stop(node);
    }
  }

  @Test
  void a_port_that_is_taken_stops_the_start_before_anything_has_begun() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      try (var node = up(Map.of("ROTA_PORT", port))) {
        assertThat(node.awaitExit(SOON)).isEqualTo(1);
        assertThat(node.output())
            .startsWith(
                "ROTA_PORT=" + port + " cannot be used on 127.0.0.1: Address already in use");
        assertThat(folder).isEmptyDirectory();
      }
    }
  }

  private ChildProcess up(Map<String, String> environment) throws IOException {
    var processes = processes();
    environment.forEach(processes::withEnvironment);
    return processes.java(Rota.class, "up");
  }

  /** Settings of a node on a database that is there already, which starts faster. */
  private static Map<String, String> on(TestDatabase database, String... more) {
    var settings = new HashMap<String, String>();
    settings.put("ROTA_DATABASE_URL", database.jdbcUrl());
    settings.put("ROTA_DATABASE_USER", database.user());
    settings.put("ROTA_DATABASE_PASSWORD", database.password());
    for (var i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  private String run(String... arguments) throws Exception {
    try (var command = processes().java(Rota.class, arguments)) {
      assertThat(command.awaitExit(SOON)).as(command.output()).isZero();
      return command.output();
    }
  }

  private Processes processes() {
    return new Processes()
        .withEnvironment("ROTA_PORT", "0")
        .withEnvironment("ROTA_DATA_DIR", folder.toString());
  }

  private static String url(ChildProcess node) throws InterruptedException {
    var url = URL.matcher(node.awaitLine("Rota listens on ", SOON));
    assertThat(url.find()).isTrue();
    return url.group();
  }

  private static void stop(ChildProcess node) throws InterruptedException {
    node.stop();
    assertThat(node.awaitExit(SOON)).isEqualTo(143);
  }

  private ProcessHandle server() throws IOException {
    var pid = Files.readAllLines(folder.resolve("data/postmaster.pid")).getFirst();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  private void awaitMetric(String url, String line) throws InterruptedException {
    Eventually.await(SOON, () -> get(url + "/metrics").body().contains(line), line);
  }

  private static String state(Connection connection, String job) throws SQLException {
    return query(connection, "SELECT state FROM rota.jobs WHERE id = " + job);
  }

  private static String query(Connection connection, String sql) throws SQLException {
    try (connection;
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** A connection to the embedded server's database. */
  private Connection connect() throws SQLException {
    var data = ConnectionData.read(folder).orElseThrow();
    return DriverManager.getConnection(data.jdbcUrl("rota"), data.user(), data.password());
  }

  private HttpResponse<String> get(String url) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(url).normalize()).build(), BodyHandlers.ofString());
  }
}
