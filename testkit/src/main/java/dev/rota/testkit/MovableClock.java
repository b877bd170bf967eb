package dev.rota.testkit;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * A MovableClock is the engine's clock in one test database, {@code rota.clock()}, moved away from
 * the real time.
 */
public final class MovableClock {

  private final TestDatabase database;
  private Duration offset = Duration.ZERO;

  public MovableClock(TestDatabase database) {
    this.database = database;
  }

  /** Moves it ahead; from the next statement on every session sees it. */
  public synchronized void advance(Duration by) {
    moveTo(offset.plus(by));
  }

  /** Moves it back. */
  public synchronized void back(Duration by) {
    moveTo(offset.minus(by));
  }

  /** Back to the real time. */
  public synchronized void reset() {
    moveTo(Duration.ZERO);
  }

  /** What the database takes for now. */
  public Instant now() {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT rota.clock()")) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    } catch (SQLException e) {
      throw new IllegalStateException("The clock of " + database.name() + " cannot be read", e);
    }
  }

  private void moveTo(Duration newOffset) {
    var micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(newOffset));
    database.execute(
        """
        CREATE OR REPLACE FUNCTION rota.clock() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
        AS $$ SELECT statement_timestamp() + interval '%d microseconds' $$
        """
            .formatted(micros));
    offset = newOffset;
  }
}
