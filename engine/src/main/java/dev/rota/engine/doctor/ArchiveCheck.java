package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** An ArchiveCheck looks whether finished jobs get into their files. */
record ArchiveCheck() implements Check {
  private static final Sql FAILING = Statements.sql("failing_archive");

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    return List.of(
        FAILING
            .on(connection)
            .first(row -> row.getString("seen"))
            .map(this::finding)
            .orElseGet(() -> Finding.ok(name(), "nothing keeps finished jobs from their files")));
  }

  private Finding finding(String seen) {
    return Finding.warning(
        name(),
        seen,
        "Give ROTA_ARCHIVE_DIR room and the node the right to write there: until then nothing is dropped.",
        "rota archive");
  }
}
