package dev.rota.engine;

import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/**
 * A JobPruner makes the partitions of the days to come and drops those that lie before the
 * retention. What must be kept (live jobs, the newest executions of a schedule) is moved out of
 * them first.
 */
final class JobPruner {
  private static final System.Logger LOG = System.getLogger(JobPruner.class.getName());
  private static final Sql MAKE = Statements.sql("make_partitions");
  private static final Sql DROPPABLE = Statements.sql("droppable_partitions");
  private static final Sql RETIRE = Statements.sql("retire_partition");
  private static final Sql SWEEP = Statements.sql("sweep_kept");

  private final Database database;
  private final EngineOptions options;

  JobPruner(Database database, EngineOptions options) {
    this.database = database;
    this.options = options;
  }

  /** Makes what is missing and drops what is over; gives how many partitions went. */
  int prune() {
    database.run(c -> MAKE.on(c).set("span_days", spanDays()).one(row -> row.getInt("made")));
    int dropped = 0;
    for (String name : droppable()) {
      dropped += retire(name) ? 1 : 0;
    }
    database.run(c ->
        SWEEP
            .on(c)
            .set("retention_ms", options.retention().toMillis())
            .set("kept", options.keptPerSchedule())
            .one(row -> row.getLong("gone")));
    return dropped;
  }

  /**
   * Weeks when weeks are kept, else days: few partitions, and nothing kept for much longer than
   * asked.
   */
  private int spanDays() {
    return options.retention().compareTo(Duration.ofDays(14)) >= 0 ? 7 : 1;
  }

  private List<String> droppable() {
    return database
        .transact(c ->
            DROPPABLE
                .on(c)
                .set("retention_ms", options.retention().toMillis())
                .list(row -> row.getString("name")))
        .stream()
        .sorted((a, b) -> Integer.compare(order(a), order(b)))
        .toList();
  }

  /** Executions go before jobs: a job is kept as long as one of its executions is. */
  private static int order(String partition) {
    return partition.startsWith("job") ? 1 : 0;
  }

  private boolean retire(String name) {
    try {
      long moved =
          database.transact(c ->
              RETIRE
                  .on(c)
                  .set("name", name)
                  .set("retention_ms", options.retention().toMillis())
                  .set("kept", options.keptPerSchedule())
                  .one(row -> row.getLong("moved")));
      LOG.log(Level.INFO, "dropped partition={0} kept_rows={1}", name, moved);
      return true;
    } catch (RotaException e) {
      // Somebody uses it right now: the next run tries again.
      LOG.log(Level.WARNING, "could not drop partition={0}: {1}", name, e.getMessage());
      return false;
    }
  }
}
