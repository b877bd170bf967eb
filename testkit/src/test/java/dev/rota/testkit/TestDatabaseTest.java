package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TestDatabaseTest {

  private static final AtomicInteger MIGRATIONS = new AtomicInteger();

  @Test
  void a_template_is_migrated_once_and_its_clones_do_not_see_each_other() throws Exception {
    try (var one = create();
        var other = create()) {
      one.execute("INSERT INTO note VALUES ('of one')");
      assertThat(count(one)).isEqualTo(1);
      assertThat(count(other)).isZero();
      assertThat(MIGRATIONS).hasValue(1);
    }
  }

  @Test
  void closing_drops_it_under_open_connections() throws Exception {
    var database = create();
    var connection = database.dataSource().getConnection();
    database.close();
    database.close();
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(database::connect).hasMessageContaining("does not exist");
  }

  @Test
  void the_server_is_of_the_major_version_that_was_asked_for() throws Exception {
    try (var connection = TestPostgres.get().connect("postgres")) {
      assertThat(connection.getMetaData().getDatabaseMajorVersion())
          .isEqualTo(TestPostgres.major());
    }
  }

  @Test
  void the_clock_moves_ahead_and_back() {
    try (var database = create()) {
      var clock = new MovableClock(database);
      clock.advance(Duration.ofDays(400));
      assertThat(clock.now()).isAfter(Instant.now().plus(Duration.ofDays(399)));
      clock.back(Duration.ofDays(401));
      assertThat(clock.now()).isBefore(Instant.now().minus(Duration.ofHours(23)));
      clock.reset();
      assertThat(clock.now())
          .isBetween(Instant.now().minusSeconds(10), Instant.now().plusSeconds(10));
    }
  }

  private static TestDatabase create() {
    return TestDatabase.create(
        "notes",
        connection -> {
          MIGRATIONS.incrementAndGet();
          try (var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE note (text text)");
            statement.execute(
                "CREATE SCHEMA rota; CREATE FUNCTION rota.clock() RETURNS timestamptz LANGUAGE sql STABLE AS"
                    + " 'SELECT statement_timestamp()'");
          }
        });
  }

  private static int count(TestDatabase database) throws Exception {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM note")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
