package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;

/**
 * An ExecutionTally keeps the totals of executions, a span of ids at a time: each is counted once,
 * and again after somebody has retried or deleted a job of it by hand.
 */
final class ExecutionTally {
  private static final Sql ADD = Statements.sql("add_tally");
  private static final Sql COUNT = Statements.sql("count_tally");
  private static final Sql RUNNING = Statements.sql("running_fences");
  private static final Sql FORGET = Statements.sql("forget_tallies");

  /** Fewer are read whenever somebody asks, until they are an hour old. */
  private static final int FEW = 10_000;

  private static final int MANY = 100_000;
  private static final int AT_ONCE = 100;

  private final Database database;

  ExecutionTally(Database database) {
    this.database = database;
  }

  /**
   * Counts the spans that are known, then adds those that the next time shall count: whoever
   * changes an execution meanwhile has seen its span by then. What is running is read once for all
   * of them: under an old snapshot that table is long.
   */
  void count() {
    database.run(connection -> FORGET.on(connection).update());
    long[] running =
        database.transact(connection ->
            RUNNING.on(connection).list(row -> row.getLong("fence")).stream()
                .mapToLong(Long::longValue)
                .toArray());
    repeat(connection -> COUNT.on(connection).set("running", running).update());
    repeat(connection -> ADD.on(connection).set("few", FEW).set("many", MANY).update());
  }

  private void repeat(Database.Work<Integer> step) {
    int times = 0;
    while (times < AT_ONCE && database.transact(step) > 0) {
      times++;
    }
  }
}
