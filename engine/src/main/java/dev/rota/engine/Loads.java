package dev.rota.engine;

import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads tell how much each queue has to do and who is there to do it, at a cost that does not grow
 * with the number of jobs.
 */
public final class Loads {
  private static final Sql LOADS = Statements.sql("queue_loads");
  private static final Sql DEPTHS = Statements.sql("lane_depths");

  /** What rates are measured over: as long as nodes keep what they did. */
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private static final int SAMPLE = 100;

  /** How many jobs of a lane are counted at the most. */
  static final int COUNTED = 10_000;

  private final Database database;
  private final Routes routes;
  private final Lanes lanes;

  Loads(Database database, Routes routes, Lanes lanes) {
    this.database = database;
    this.routes = routes;
    this.lanes = lanes;
  }

  /** The loads of these queues, or of all if none is named. */
  public List<QueueLoad> of(Collection<String> queues) {
    return database.transact(connection -> {
      Database.pin(connection);
      routes.catchUp(connection);
      Map<String, Backlog> backlogs = backlogs(connection, queues);
      return LOADS
          .on(connection)
          .set("window_ms", WINDOW.toMillis())
          .set("sample", SAMPLE)
          .set("queues", queues.toArray(String[]::new))
          .list(row -> read(row, backlogs.getOrDefault(row.getString("name"), new Backlog())));
    });
  }

  /** What waits in the lanes of one queue. */
  private static final class Backlog {
    long jobs;
    boolean exact = true;
    @Nullable Duration oldest;

    void head(Head head) {
      Duration waited = Duration.ofMillis(Math.max(0, head.waitedMillis()));
      if (oldest == null || waited.compareTo(oldest) > 0) {
        oldest = waited;
      }
    }

    void count(long more) {
      jobs += more;
      exact &= more < COUNTED;
    }
  }

  private Map<String, Backlog> backlogs(Connection connection, Collection<String> queues)
      throws SQLException {
    List<Integer> served =
        routes.all().stream()
            .filter(route -> queues.isEmpty() || queues.contains(route.queue()))
            .map(Route::id)
            .toList();
    List<Head> heads = lanes.look(connection, served).heads();
    Map<String, Backlog> backlogs = new HashMap<>();
    heads.forEach(head -> of(backlogs, head.route()).head(head));
    DEPTHS
        .on(connection)
        .set("routes", heads.stream().mapToInt(Head::route).toArray())
        .set("lanes", heads.stream().mapToInt(Head::lane).toArray())
        .set("seqs", heads.stream().mapToLong(Head::seq).toArray())
        .set("most", COUNTED)
        .list(row -> {
          of(backlogs, row.getInt("route")).count(row.getLong("jobs"));
          return row;
        });
    return backlogs;
  }

  private Backlog of(Map<String, Backlog> backlogs, int route) {
    return backlogs.computeIfAbsent(routes.byId(route).queue(), queue -> new Backlog());
  }

  private static QueueLoad read(ResultSet row, Backlog backlog) throws SQLException {
    Integer starts = Columns.nullableInt(row, "rate_count");
    return new QueueLoad(
        row.getString("name"),
        backlog.jobs,
        backlog.exact,
        backlog.oldest,
        perSecond(row.getLong("ended"), WINDOW.toMillis()),
        row.getInt("workers"),
        row.getInt("slots"),
        new Demand(
            perSecond(row.getLong("enqueued"), WINDOW.toMillis()),
            backlog.jobs,
            row.getInt("busy"),
            Census.millis(row, "ran_ms"),
            Columns.nullableInt(row, "cluster_limit"),
            starts == null ? null : perSecond(starts, row.getLong("rate_period_ms")),
            row.getBoolean("paused")));
  }

  private static double perSecond(long jobs, long millis) {
    return jobs * 1000.0 / millis;
  }
}
