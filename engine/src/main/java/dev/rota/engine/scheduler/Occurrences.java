package dev.rota.engine.scheduler;

import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Occurrences are looked at here: what became of every planned time. */
public final class Occurrences {
  private static final Sql OCCURRENCES = Statements.sql("occurrences");
  private static final Instant LONG_AGO = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

  private final Database database;

  Occurrences(Database database) {
    this.database = database;
  }

  /** The newest occurrences of a schedule, newest first. */
  public List<Occurrence> list(long schedule, int limit) {
    return list(schedule, LONG_AGO, FAR, null, limit);
  }

  /**
   * The occurrences of a schedule from one instant to another (it not included) with a fate, or
   * with any, newest first.
   */
  public List<Occurrence> list(
      long schedule, Instant from, Instant to, @Nullable Fate fate, int limit) {
    Rules.range("limit", limit, 1, 10_000);
    return database.transact(connection ->
        OCCURRENCES
            .on(connection)
            .set("schedule", schedule)
            .set("from", from.toString())
            .set("to", to.toString())
            .set("fate", fate == null ? null : fate.word())
            .set("max", limit)
            .list(ScheduleRows::occurrence));
  }
}
