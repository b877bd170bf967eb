package dev.rota.engine;

import dev.rota.Job;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JobSearch finds and counts jobs for which there is no index, by looking at them. It has a time:
 * when that is over it gives what it has and tells where to go on.
 */
final class JobSearch {
  private static final int FIRST_LOOK = 250;
  private static final Sql JOBS = Statements.sql("jobs_of_ids");

  private final Database database;
  private final Windows windows;
  private final Bounds bounds;
  private final JobWalk walk = new JobWalk();

  JobSearch(Database database, Windows windows, Bounds bounds) {
    this.database = database;
    this.windows = windows;
    this.bounds = bounds;
  }

  /**
   * How long a search may take.
   *
   * @param look how many jobs it looks at between two looks at the clock
   * @param page for a page
   * @param count for a count
   * @param most to how many it counts
   */
  record Bounds(int look, Duration page, Duration count, int most) {
    static final Bounds STANDARD =
        new Bounds(2_000, Duration.ofMillis(100), Duration.ofMillis(300), 10_000);
  }

  /** The jobs that were found, and where to go on; 0 if all has been looked at. */
  record Found(List<Long> jobs, long edge) {}

  Page<Job> page(JobFilter filter, int limit, @Nullable Long after) {
    long before = after == null ? Long.MAX_VALUE : after.longValue();
    return database.transact(connection -> {
      Found found = find(connection, filter, before, limit, bounds.page());
      boolean more = found.jobs().size() > limit;
      List<Long> shown = more ? found.jobs().subList(0, limit) : found.jobs();
      Long next = more ? shown.getLast() : found.edge() > 0 ? (Long) found.edge() : null;
      return new Page<>(read(connection, shown), next, shown.size() < limit && found.edge() > 0);
    });
  }

  /** As many as are counted, and one more if there are more. */
  Found found(Connection connection, JobFilter filter) throws SQLException {
    return find(connection, filter, Long.MAX_VALUE, bounds.most(), bounds.count());
  }

  Count count(JobFilter filter) {
    return database.transact(connection -> {
      Found found = found(connection, filter);
      int counted = Math.min(bounds.most(), found.jobs().size());
      return new Count(counted, found.jobs().size() > counted || found.edge() > 0);
    });
  }

  /**
   * More than enough of them, all of them, or what the time was enough for: it looks at few jobs
   * first, and begins with no more that would likely take longer than it has.
   */
  private Found find(
      Connection connection, JobFilter filter, long before, int enough, Duration time)
      throws SQLException {
    long end = System.nanoTime() + time.toNanos();
    List<Long> jobs = new ArrayList<>();
    long edge = before;
    int look = Math.min(FIRST_LOOK, bounds.look());
    long likely;
    do {
      long start = System.nanoTime();
      JobWalk.Step step = walk.step(connection, filter, edge, look, null);
      jobs.addAll(step.jobs());
      edge = step.edge();
      int next = Math.min(2 * look, bounds.look());
      likely = (System.nanoTime() - start) * next / look;
      look = next;
    } while (edge > 0 && jobs.size() <= enough && System.nanoTime() + likely < end);
    return new Found(jobs, edge);
  }

  /** Those of some jobs that exist, newest first. */
  List<Job> read(List<Long> jobs) {
    return database.transact(connection -> {
      Database.pin(connection);
      return read(connection, jobs);
    });
  }

  private List<Job> read(Connection connection, List<Long> jobs) throws SQLException {
    return JOBS.on(connection)
        .set("jobs", jobs.stream().mapToLong(Long::longValue).toArray())
        .list(row -> JobRows.job(row, windows.calendar()));
  }
}
