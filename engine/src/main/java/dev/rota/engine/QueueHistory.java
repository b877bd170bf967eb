package dev.rota.engine;

import dev.rota.Rules;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A QueueHistory tells what happened to the jobs of queues over the last two days. Nodes write it
 * as they work, a row for each queue and minute, so that reading it costs the same however many
 * jobs there are.
 */
public final class QueueHistory {
  private static final Sql READ = Statements.sql("history");
  private static final Sql WRITE_DEPTHS = Statements.sql("write_depths");
  private static final Duration LONGEST = Duration.ofDays(2);
  private static final int POINTS = 120;

  /** How often waiting jobs are counted for it. */
  static final Duration EVERY = Duration.ofSeconds(15);

  private final Database database;

  QueueHistory(Database database) {
    this.database = database;
  }

  /**
   * What happened up to now, oldest first, in steps that are as long as it takes to have about a
   * hundred of them; a step in which nothing happened is left out.
   *
   * @param queue all if null
   */
  public List<HistoryPoint> read(Duration span, @Nullable String queue) {
    Rules.range("span", span, Duration.ofMinutes(1), LONGEST);
    return database.transact(connection ->
        READ.on(connection)
            .set("minutes", (int) span.toMinutes())
            .set("step", (int) step(span).toMinutes())
            .set("queue", queue)
            .list(QueueHistory::point));
  }

  /** How long the steps are in which a span is told. */
  public static Duration step(Duration span) {
    return Duration.ofMinutes(Math.max(1, -Math.floorDiv(-span.toMinutes(), POINTS)));
  }

  /** Notes how many jobs wait and run now. */
  void note(List<LiveCounts> counts) {
    if (!counts.isEmpty()) {
      database.run(connection ->
          WRITE_DEPTHS
              .on(connection)
              .set("queues", counts.stream().map(LiveCounts::queue).toArray(String[]::new))
              .set("pending", counts.stream().mapToLong(LiveCounts::pending).toArray())
              .set("running", counts.stream().mapToLong(LiveCounts::running).toArray())
              .update());
    }
  }

  private static HistoryPoint point(ResultSet row) throws SQLException {
    return new HistoryPoint(
        Columns.instant(row, "at"),
        row.getLong("enqueued"),
        row.getLong("started"),
        row.getLong("completed"),
        row.getLong("failed"),
        row.getLong("cancelled"),
        Columns.nullableLong(row, "waited_ms"),
        Columns.nullableLong(row, "pending"),
        Columns.nullableLong(row, "running"));
  }
}
