package dev.rota.engine.doctor;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.DurationText;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SnapshotCheck looks for what keeps dead rows in place: a session, a prepared transaction or a
 * replication slot with an old snapshot.
 */
record SnapshotCheck(Duration old) implements Check {
  private static final Sql SNAPSHOTS = Statements.sql("old_snapshots");
  private static final int CRITICAL_TIMES = 12;
  private static final int MOST = 10;

  /** Slots tell no time: so many transactions are as bad as an old snapshot. */
  private static final long MANY = 1_000_000;

  /** A Holder keeps rows that died since, or that many transactions ago. */
  private record Holder(
      String sort, String name, String details, @Nullable Duration since, long age) {}

  @Override
  public String name() {
    return "old_snapshot";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    List<Finding> findings =
        SNAPSHOTS
            .on(connection)
            .list(row -> {
              Double seconds = Columns.nullableDouble(row, "seconds");
              return new Holder(
                  row.getString("sort"),
                  row.getString("name"),
                  String.valueOf(row.getString("details")),
                  seconds == null ? null : Duration.ofSeconds(seconds.longValue()),
                  row.getLong("age"));
            })
            .stream()
            .filter(this::isOld)
            .limit(MOST)
            .map(this::finding)
            .toList();
    return findings.isEmpty()
        ? List.of(Finding.ok(name(), "no snapshot is older than " + DurationText.of(old)))
        : findings;
  }

  private boolean isOld(Holder holder) {
    return holder.since() == null ? holder.age() > MANY : holder.since().compareTo(old) >= 0;
  }

  private Finding finding(Holder holder) {
    boolean critical =
        holder.since() != null && holder.since().compareTo(old.multipliedBy(CRITICAL_TIMES)) >= 0;
    String what =
        switch (holder.sort()) {
          case "session" -> "session " + holder.name();
          case "prepared" -> "the prepared transaction " + holder.name();
          default -> "the replication slot " + holder.name();
        };
    String time = holder.since() == null ? "" : " for " + DurationText.of(holder.since()) + ",";
    return new Finding(
        name(),
        critical ? Severity.CRITICAL : Severity.WARNING,
        "%s (%s) has kept dead rows in place%s %d transactions"
            .formatted(what, holder.details(), time, holder.age()),
        advice(holder),
        command(holder));
  }

  private static String advice(Holder holder) {
    return switch (holder.sort()) {
      case "session" -> "End its transaction; if nobody knows it, end the session.";
      case "prepared" -> "Commit it or roll it back; its owner has forgotten it.";
      default -> "Let its reader go on; if there is none any more, drop the slot.";
    };
  }

  private static String command(Holder holder) {
    String quoted = "'" + holder.name().replace("'", "''") + "'";
    return switch (holder.sort()) {
      case "session" -> "SELECT pg_terminate_backend(" + holder.name() + ");";
      case "prepared" -> "ROLLBACK PREPARED " + quoted + ";";
      default -> "SELECT pg_drop_replication_slot(" + quoted + ");";
    };
  }
}
