package dev.rota.engine;

import dev.rota.Job;
import dev.rota.JobState;
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

  private record Keyed(Job job, long key) {}

  Page<Job> page(JobFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    List<Keyed> found =
        database.transact(connection -> {
          Database.pin(connection);
          var call =
              statement(filter.state())
                  .on(connection)
                  .set("before", after == null ? Long.MAX_VALUE : after.longValue())
                  .set("queue", filter.queue())
                  .set("kind", filter.kind())
                  .set("tag", filter.tag())
                  .set("schedule", filter.schedule())
                  .set("max", limit + 1);
          if (filter.state() != null) {
            call.set("state", filter.state().word());
          }
          return call.list(
              row -> new Keyed(JobRows.job(row, windows.calendar()), row.getLong("key")));
        });
    boolean more = found.size() > limit;
    List<Keyed> shown = more ? found.subList(0, limit) : found;
    return new Page<>(shown.stream().map(Keyed::job).toList(), more ? shown.getLast().key() : null);
  }

  private static Sql statement(@Nullable JobState state) {
    if (state == null) {
      return ALL;
    }
    return state.isTerminal() ? ENDED : LIVE;
  }
}
