package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * An IndexCheck looks for indexes with much more room than their rows need, and for those whose
 * building was broken off.
 *
 * @param large from how many bytes on room matters
 */
record IndexCheck(long large) implements Check {
  private static final Sql INDEXES = Statements.sql("index_sizes");

  /** What a row takes at the most in an index that is half empty. */
  private static final long ROW_BYTES = 200;

  private record IndexSize(String name, String table, long bytes, long live, boolean valid) {
    boolean isBloated(long large) {
      return bytes > large && bytes > ROW_BYTES * Math.max(live, 1);
    }
  }

  @Override
  public String name() {
    return "indexes";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    List<IndexSize> indexes =
        INDEXES
            .on(connection)
            .list(row ->
                new IndexSize(
                    row.getString("name"),
                    row.getString("of_table"),
                    row.getLong("bytes"),
                    row.getLong("live"),
                    row.getBoolean("valid")));
    List<Finding> findings =
        indexes.stream()
            .filter(index -> !index.valid() || index.isBloated(large))
            .map(this::finding)
            .toList();
    long bytes = indexes.stream().mapToLong(IndexSize::bytes).sum();
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(), "%d indexes of %s together".formatted(indexes.size(), Bytes.shown(bytes))))
        : findings;
  }

  private Finding finding(IndexSize index) {
    String seen =
        index.valid()
            ? "rota.%s takes %s for %d rows of %s"
                .formatted(index.name(), Bytes.shown(index.bytes()), index.live(), index.table())
            : "rota.%s is not valid: its building was broken off".formatted(index.name());
    return Finding.warning(
        name(),
        seen,
        "Build it anew beside the work that goes on.",
        "REINDEX INDEX CONCURRENTLY rota." + index.name() + ";");
  }
}
