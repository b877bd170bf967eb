package dev.rota.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.EngineTest;
import dev.rota.engine.sql.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The doctor finds what is really wrong, and its commands put it right. */
final class DoctorTest extends EngineTest {
  private static final DoctorOptions WORRIED =
      new DoctorOptions(Duration.ZERO, 1, 0, () -> Instant.now().plusSeconds(3_600));

  private List<Finding> found(DoctorOptions options, String check) {
    return new Doctor(engine.database(), options)
        .examine().stream().filter(finding -> finding.check().equals(check)).toList();
  }

  private static Finding only(List<Finding> findings, String seen) {
    return findings.stream()
        .filter(finding -> finding.seen().contains(seen))
        .findFirst()
        .orElseThrow(() -> new AssertionError(findings));
  }

  private String value(String sql) {
    return texts(sql).get(0);
  }

  @Test
  void theVersionAndTheSettingsAreTold() {
    assertThat(found(DoctorOptions.STANDARD, "version"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.OK);
          assertThat(finding.seen()).isEqualTo("PostgreSQL " + value("SHOW server_version"));
        });
    for (String setting : List.of("fsync", "full_page_writes", "autovacuum", "track_counts")) {
      Finding finding = found(DoctorOptions.STANDARD, setting).get(0);
      boolean on = value("SHOW " + setting).equals("on");
      assertThat(finding.severity()).as(setting).isEqualTo(on ? Severity.OK : Severity.CRITICAL);
      assertThat(finding.command())
          .isEqualTo(on ? null : "ALTER SYSTEM SET " + setting + " = on; SELECT pg_reload_conf();");
    }
    assertThat(found(DoctorOptions.STANDARD, "synchronous_commit")).hasSize(1);
    assertThat(found(DoctorOptions.STANDARD, "shared_buffers")).hasSize(1);
  }

  @Test
  void aSessionThatPinsASnapshotIsFoundAndEndedByTheCommand() throws SQLException {
    try (Connection pinned = database.connect()) {
      pinned.setAutoCommit(false);
      pinned.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      String pid =
          one(pinned, "SELECT pg_backend_pid() FROM rota.queue RIGHT JOIN (SELECT) x ON true");
      enqueue("a");
      Finding finding = only(found(WORRIED, "old_snapshot"), "session " + pid);
      assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
      assertThat(finding.seen()).contains("idle in transaction");
      assertThat(finding.command()).isEqualTo("SELECT pg_terminate_backend(" + pid + ");");
      assertThat(found(DoctorOptions.STANDARD, "old_snapshot"))
          .as("five minutes are no reason to worry")
          .extracting(Finding::severity)
          .containsExactly(Severity.OK);
      database.execute(String.valueOf(finding.command()));
      assertThat(pinned.isValid(10)).isFalse();
    }
  }

  @Test
  void aPreparedTransactionIsFoundAndRolledBackByTheCommand() throws SQLException {
    String name = "it's forgotten by " + database.name();
    try (Connection writer = database.connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("INSERT INTO rota.queue (name) VALUES ('x')");
      statement.execute("PREPARE TRANSACTION '" + name.replace("'", "''") + "'");
    }
    Finding finding = only(found(WORRIED, "old_snapshot"), "prepared transaction " + name);
    database.execute(String.valueOf(finding.command()));
    assertThat(found(WORRIED, "old_snapshot")).noneMatch(other -> other.seen().contains(name));
  }

  @Test
  void deadRowsAreFoundAndVacuumedByTheCommand() throws SQLException {
    try (Connection writer = database.connect();
        Statement statement = writer.createStatement()) {
      statement.execute(
          "INSERT INTO rota.queue (name) SELECT 'q' || n FROM generate_series(1, 40) n");
      statement.execute("DELETE FROM rota.queue");
      statement.execute("SELECT pg_stat_force_next_flush()");
    }
    Finding finding = only(found(WORRIED, "dead_rows"), "rota.queue has ");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.command()).isEqualTo("VACUUM (ANALYZE, VERBOSE) rota.queue;");
    database.execute(String.valueOf(finding.command()));
    assertThat(found(DoctorOptions.STANDARD, "dead_rows"))
        .extracting(Finding::severity)
        .containsExactly(Severity.OK);
  }

  @Test
  void anIndexWithMuchRoomIsFoundAndBuiltAnewByTheCommand() {
    Finding finding = only(found(WORRIED, "indexes"), "rota.queue_pkey takes ");
    database.execute(String.valueOf(finding.command()));
    assertThat(found(DoctorOptions.STANDARD, "indexes"))
        .extracting(Finding::severity)
        .containsExactly(Severity.OK);
  }

  @Test
  void missingPartitionsAreFoundAndMadeByTheCommand() {
    clock.advance(Duration.ofDays(60));
    Finding none = found(DoctorOptions.STANDARD, "partitions").get(0);
    assertThat(none.severity()).isEqualTo(Severity.WARNING);
    database.execute(String.valueOf(none.command()));
    assertThat(found(DoctorOptions.STANDARD, "partitions").get(0).severity())
        .isEqualTo(Severity.OK);
    clock.advance(Duration.ofDays(6));
    assertThat(found(DoctorOptions.STANDARD, "partitions"))
        .isNotEmpty()
        .allMatch(finding -> finding.severity() == Severity.WARNING);
  }

  @Test
  void connectionsAreCountedAndToldWhenTheyRunOut() {
    assertThat(found(DoctorOptions.STANDARD, "connections").get(0).seen())
        .matches("\\d+ of \\d+ connections are used, .*");
    ConnectionCheck check = new ConnectionCheck();
    assertThat(check.judge(79, 100).severity()).isEqualTo(Severity.OK);
    assertThat(check.judge(80, 100).severity()).isEqualTo(Severity.WARNING);
    assertThat(check.judge(96, 100).severity()).isEqualTo(Severity.CRITICAL);
  }

  @Test
  void aClockThatIsOffIsFound() {
    assertThat(found(WORRIED, "clock").get(0).severity()).isEqualTo(Severity.CRITICAL);
    DoctorOptions right =
        new DoctorOptions(
            Duration.ZERO,
            1,
            0,
            () ->
                Instant.parse(
                    value(
                        "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")));
    assertThat(found(right, "clock").get(0).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void aRoleThatLacksGrantsIsToldWhichAndTheCommandsGrantThem() throws SQLException {
    String role = "poor_" + database.name();
    database.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'secret'");
    try {
      Doctor doctor = new Doctor(new Database(as(role)), DoctorOptions.STANDARD);
      List<Finding> findings = doctor.examine();
      assertThat(only(findings, "the role " + role + " lacks USAGE on rota").severity())
          .isEqualTo(Severity.CRITICAL);
      only(findings, "lacks DELETE, INSERT, SELECT, UPDATE on alert, alert_rule");
      only(findings, "does not see the sessions of others");
      only(findings, "it cannot make and drop partitions");
      only(findings, "this could not be looked at");
      List<Finding> missing = findings;
      for (int i = 0; i < 3; i++) {
        missing.stream()
            .filter(finding -> finding.check().equals("grants") && finding.command() != null)
            .forEach(finding -> database.execute(String.valueOf(finding.command())));
        missing = doctor.examine();
      }
      assertThat(missing)
          .filteredOn(finding -> finding.check().equals("grants"))
          .extracting(Finding::seen)
          .containsExactly("this role may do all that a node does");
    } finally {
      database.execute("DROP OWNED BY " + role);
      database.execute("DROP ROLE " + role);
    }
  }

  private PGSimpleDataSource as(String role) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(database.jdbcUrl());
    source.setUser(role);
    source.setPassword("secret");
    return source;
  }

  private static String one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
