package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A PartitionCheck looks whether there are partitions for the days to come. */
record PartitionCheck() implements Check {
  private static final Sql PARTITIONS = Statements.sql("partitions_ahead");
  private static final double FEW_DAYS = 2;
  private static final String MAKE =
      "SELECT rota.make_partitions(interval '1 day', interval '7 days');";

  private record Ahead(String name, double days) {}

  @Override
  public String name() {
    return "partitions";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    List<Ahead> tables =
        PARTITIONS
            .on(connection)
            .list(row -> new Ahead(row.getString("name"), row.getDouble("days")));
    if (tables.isEmpty()) {
      return List.of(
          finding("there are no partitions yet: no node has kept house on this database"));
    }
    List<Finding> findings =
        tables.stream()
            .filter(table -> table.days() < FEW_DAYS)
            .map(table ->
                finding(
                    "rota.%s has partitions for %.1f more days: no node keeps house"
                        .formatted(table.name(), table.days())))
            .toList();
    double least = tables.stream().mapToDouble(Ahead::days).min().orElse(0);
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(),
                "%d tables have partitions for %.1f days at least".formatted(tables.size(), least)))
        : findings;
  }

  /** Without a partition rows go to the default one: nothing is lost, but it is not dropped. */
  private Finding finding(String seen) {
    return Finding.warning(
        name(),
        seen,
        "Run a node with ROTA_SCHEDULER_ENABLED=true, or make partitions by hand.",
        MAKE);
  }
}
