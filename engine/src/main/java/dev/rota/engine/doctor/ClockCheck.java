package dev.rota.engine.doctor;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * A ClockCheck compares the clock of this node with the server's, which decides: a node that is far
 * off shows wrong ages, and its log cannot be compared with others.
 */
record ClockCheck(InstantSource clock) implements Check {
  private static final Sql TIME = Statements.sql("server_time");
  private static final Duration MUCH = Duration.ofSeconds(2);
  private static final Duration TOO_MUCH = Duration.ofMinutes(1);

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    Instant before = clock.instant();
    Instant there = TIME.on(connection).one(row -> Columns.instant(row, "now"));
    Instant after = clock.instant();
    return List.of(judge(apart(before, there, after)));
  }

  /** How far the server's time is outside of the time in which it was asked. */
  private static Duration apart(Instant before, Instant there, Instant after) {
    if (there.isBefore(before)) {
      return Duration.between(there, before);
    }
    return there.isAfter(after) ? Duration.between(after, there) : Duration.ZERO;
  }

  private Finding judge(Duration apart) {
    String seen =
        "the clocks of this node and of the database differ by %d ms".formatted(apart.toMillis());
    if (apart.compareTo(MUCH) < 0) {
      return Finding.ok(name(), seen);
    }
    return new Finding(
        name(),
        apart.compareTo(TOO_MUCH) < 0 ? Severity.WARNING : Severity.CRITICAL,
        seen,
        "Set both by a time server. Jobs go by the database's clock, logs and JWTs by the node's.",
        "timedatectl set-ntp true");
  }
}
