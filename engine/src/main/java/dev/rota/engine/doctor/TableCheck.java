package dev.rota.engine.doctor;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A TableCheck looks for tables that have more dead rows than live ones. */
record TableCheck(long deadRows) implements Check {
  private static final Sql TABLES = Statements.sql("table_health");

  private record TableHealth(
      String name, long live, long dead, @Nullable Instant vacuumedAt, long bytes) {}

  @Override
  public String name() {
    return "dead_rows";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    List<TableHealth> tables =
        TABLES
            .on(connection)
            .list(row ->
                new TableHealth(
                    row.getString("name"),
                    row.getLong("live"),
                    row.getLong("dead"),
                    Columns.nullableInstant(row, "vacuumed_at"),
                    row.getLong("bytes")));
    List<Finding> findings =
        tables.stream()
            .filter(table -> table.dead() > deadRows && table.dead() > table.live())
            .map(this::finding)
            .toList();
    long dead = tables.stream().mapToLong(TableHealth::dead).sum();
    long bytes = tables.stream().mapToLong(TableHealth::bytes).sum();
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(),
                "%d dead rows in %d tables of %s together"
                    .formatted(dead, tables.size(), Bytes.shown(bytes))))
        : findings;
  }

  private Finding finding(TableHealth table) {
    return Finding.warning(
        name(),
        "rota.%s has %d dead rows and %d live ones in %s, and was last vacuumed %s"
            .formatted(
                table.name(),
                table.dead(),
                table.live(),
                Bytes.shown(table.bytes()),
                table.vacuumedAt() == null ? "never" : "at " + table.vacuumedAt()),
        "Look first for an old snapshot, which vacuum has to wait for; then vacuum.",
        "VACUUM (ANALYZE, VERBOSE) rota." + table.name() + ";");
  }
}
