package dev.rota.engine;

import dev.rota.Job;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JobList reads pages of jobs, newest first, in the same time wherever the page begins. */
final class JobList {
  private static final Sql ALL = Statements.sql("list_jobs");
  private static final Sql LIVE = Statements.sql("list_live_jobs");
  private static final Sql ENDED = Statements.sql("list_ended_jobs");
  private static final int MOST = 1_000;

  private final Database database;
  private final Windows windows;

  JobList(Database database, Windows windows) {
    this.database = database;
    this.windows = windows;
  }

  Page<Job> page(JobFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    return Page.of(keyed(filter, limit + 1, after), limit);
  }

  /** Jobs with their places, after one of these. */
  List<Keyed<Job>> keyed(JobFilter filter, int max, @Nullable Long after) {
    return read(filter, after == null ? Long.MAX_VALUE : after.longValue(), max, 0);
  }

  /** A page by its distance from the beginning, which has to be walked. */
  List<Job> page(JobFilter filter, int limit, int offset) {
    Rules.range("limit", limit, 1, MOST);
    Rules.range("offset", offset, 0, Integer.MAX_VALUE - MOST);
    return read(filter, Long.MAX_VALUE, limit, offset).stream().map(Keyed::item).toList();
  }

  private List<Keyed<Job>> read(JobFilter filter, long before, int max, int skip) {
    return database.transact(connection -> {
      Database.pin(connection);
      var call =
          statement(filter)
              .on(connection)
              .set("before", before)
              .set("queue", filter.queue())
              .set("kind", filter.kind())
              .set("tag", filter.tag())
              .set("schedule", filter.schedule())
              .set("without_runs", filter.withoutRuns())
              .set("max", max)
              .set("skip", skip);
      if (!filter.states().isEmpty()) {
        call.set("states", filter.words());
      }
      return call.list(
          row -> new Keyed<>(JobRows.job(row, windows.calendar()), row.getLong("key")));
    });
  }

  private static Sql statement(JobFilter filter) {
    if (filter.states().isEmpty()) {
      return ALL;
    }
    return filter.states().iterator().next().isTerminal() ? ENDED : LIVE;
  }
}
