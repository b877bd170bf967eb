package dev.rota.engine;

import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ExecutionList reads pages of executions of all jobs, newest first. A page looks at so many and
 * no more: it may be short, and tells where the next one begins.
 *
 * @param look how many executions a page looks at to find some
 */
record ExecutionList(Database database, int look) {
  private static final Sql LIST = Statements.sql("list_executions");
  private static final int MOST = 1_000;
  private static final int LOOK = 5_000;

  ExecutionList(Database database) {
    this(database, LOOK);
  }

  Page<NumberedExecution> page(ExecutionFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    List<NumberedExecution> found = new ArrayList<>();
    long[] edge = {0};
    database.run(connection -> {
      Database.pin(connection);
      LIST.on(connection)
          .set("before", after == null ? Long.MAX_VALUE : after.longValue())
          .set("status", filter.status())
          .set("queue", filter.queue())
          .set("kind", filter.kind())
          .set("max", limit + 1)
          .set("look", filter.isIndexed() ? limit + 1 : Math.max(look, limit + 1))
          .list(row -> {
            edge[0] = row.getLong("edge");
            return row.getString("id") != null
                && found.add(JobRows.numbered(row, Taken.nullableLong(row, "recurring")));
          });
    });
    if (found.size() > limit) {
      return new Page<>(found.subList(0, limit), found.get(limit - 1).execution().id());
    }
    return new Page<>(
        found, edge[0] > 0 ? (Long) edge[0] : null, edge[0] > 0 && found.size() < limit);
  }
}
