package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Rules;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JobList reads pages of jobs, newest first, in the same time wherever the page begins and
 * however many jobs there are. Each filter has an index; where several come together and few jobs
 * match, a page looks at so many jobs and no more, and for so long: it may be short, and tells
 * where the next one begins.
 */
final class JobList {
  private static final Sql ALL = Statements.sql("list_jobs");
  private static final Sql LIVE = Statements.sql("list_live_jobs");
  private static final Sql ENDED = Statements.sql("list_ended_jobs");
  private static final Sql OF_ROUTES = Statements.sql("list_jobs_of_routes");
  private static final Sql TAGGED = Statements.sql("list_tagged_jobs");
  private static final Sql OF_SCHEDULE = Statements.sql("list_jobs_of_schedule");
  private static final String[] EVERY =
      Arrays.stream(JobState.values()).map(JobState::word).toArray(String[]::new);
  private static final Sql RECURRING = Statements.sql("recurring_of");
  private static final int MOST = 1_000;
  private static final int PARTS = 5;
  private static final int PART = 200;

  private final Database database;
  private final Windows windows;
  private final Bounds bounds;
  private final JobSearch search;

  JobList(Database database, Windows windows) {
    this(database, windows, Bounds.STANDARD);
  }

  JobList(Database database, Windows windows, Bounds bounds) {
    this.database = database;
    this.windows = windows;
    this.bounds = bounds;
    this.search = new JobSearch(database, windows, JobSearch.Bounds.STANDARD);
  }

  /**
   * How many jobs a page looks at.
   *
   * @param walk of the newest ones, for a tag or a schedule
   * @param few up to how many pending jobs of a queue are sorted
   * @param look how many are looked through when there are more
   * @param budget how long a page may search beyond the newest ones
   */
  record Bounds(int walk, int few, int look, Duration budget) {
    static final Bounds STANDARD = new Bounds(1_000, 5_000, 10_000, Duration.ofMillis(25));
  }

  /** A Budget is the time in which one page may search; once it is spent, the page is over. */
  private static final class Budget {
    private final @Nullable Duration most;
    private boolean spent;

    /** Without a limit if it is null. */
    Budget(@Nullable Duration most) {
      this.most = most;
      this.spent = most != null && most.isZero();
    }

    boolean isSpent() {
      return spent;
    }

    Optional<Found> search(Connection connection, Database.Work<Found> work) throws SQLException {
      if (most == null) {
        return Optional.of(work.on(connection));
      }
      Optional<Found> found = spent ? Optional.empty() : Database.within(connection, most, work);
      spent = found.isEmpty();
      return found;
    }
  }

  private record Keyed(Job job, long key, @Nullable Long schedule) {}

  /**
   * What a statement found.
   *
   * @param edge where it stopped looking; 0 if it saw all there is
   */
  private record Found(List<Keyed> rows, long edge) {}

  /** Which stretch of a list is wanted, and how many jobs may be looked at for it. */
  private record Stretch(long before, int max, int skip, int walk, int look) {}

  /** A part of a list, and where the next one begins. */
  private record Part(List<Keyed> rows, @Nullable Long next) {}

  Page<Job> page(JobFilter filter, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    if (filter.isSieved()) {
      return search.page(filter, limit, after);
    }
    Budget budget = new Budget(bounds.budget());
    Part part = part(filter, limit, after, budget);
    List<Keyed> kept = new ArrayList<>(kept(filter, part.rows()));
    // Runs of recurring jobs may leave little of a part; a few more are looked at.
    for (int i = 1; i < PARTS && kept.size() < limit && hasMore(filter, part); i++) {
      if (budget.isSpent()) {
        break;
      }
      part = part(filter, PART, part.next(), budget);
      kept.addAll(kept(filter, part.rows()));
    }
    boolean more = kept.size() > limit;
    List<Keyed> shown = more ? kept.subList(0, limit) : kept;
    return new Page<>(
        shown.stream().map(Keyed::job).toList(),
        more ? (Long) shown.getLast().key() : part.next(),
        shown.size() < limit && part.next() != null);
  }

  /** How many jobs match, as far as that can be counted in the time for it. */
  Count count(JobFilter filter) {
    return search.count(filter);
  }

  /** Those of some jobs that exist, newest first. */
  List<Job> jobs(List<Long> ids) {
    return search.read(ids);
  }

  private static boolean hasMore(JobFilter filter, Part part) {
    return filter.withoutRuns() && part.next() != null;
  }

  /** What is left without the runs of recurring jobs, if they shall be left out. */
  private List<Keyed> kept(JobFilter filter, List<Keyed> rows) {
    long[] schedules =
        rows.stream()
            .map(Keyed::schedule)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .distinct()
            .toArray();
    if (!filter.withoutRuns() || schedules.length == 0) {
      return rows;
    }
    Set<Long> recurring =
        Set.copyOf(
            database.transact(connection ->
                RECURRING
                    .on(connection)
                    .set("schedules", schedules)
                    .list(row -> row.getLong("schedule"))));
    return rows.stream()
        .filter(row -> row.schedule() == null || !recurring.contains(row.schedule()))
        .toList();
  }

  private Part part(JobFilter filter, int limit, @Nullable Long after, Budget budget) {
    int max = limit + 1;
    long before = after == null ? Long.MAX_VALUE : after.longValue();
    Stretch stretch = new Stretch(before, max, 0, walk(filter, max), bounds.look());
    Found found = read(filter, stretch, max, budget);
    boolean more = found.rows().size() > limit;
    List<Keyed> shown = more ? found.rows().subList(0, limit) : found.rows();
    Long next = more ? (Long) shown.getLast().key() : found.edge() > 0 ? (Long) found.edge() : null;
    return new Part(shown, next);
  }

  /** A page by its distance from the beginning, which has to be walked. */
  List<Job> page(JobFilter filter, int limit, int offset) {
    Rules.range("limit", limit, 1, MOST);
    Rules.range("offset", offset, 0, Integer.MAX_VALUE - MOST);
    if (filter.isSieved()) {
      throw new InvalidInput("offset", offset, "goes only with live states or with ended ones");
    }
    int walk = walk(filter, limit + offset);
    Stretch all = new Stretch(Long.MAX_VALUE, limit, offset, walk, Integer.MAX_VALUE - 1);
    return read(filter, all, limit, new Budget(null)).rows().stream().map(Keyed::job).toList();
  }

  /**
   * The jobs that match: those among the newest if they suffice or if there are no others, else
   * what an index finds in time.
   */
  private Found read(JobFilter filter, Stretch stretch, int enough, Budget budget) {
    return database.transact(connection -> {
      Database.pin(connection);
      Found newest = read(connection, statement(filter), filter, stretch);
      if (!filter.isMarked() || newest.rows().size() >= enough || newest.edge() == 0) {
        return newest;
      }
      return budget.search(connection, same -> searched(same, filter, stretch)).orElse(newest);
    });
  }

  private Found searched(Connection connection, JobFilter filter, Stretch stretch)
      throws SQLException {
    boolean byTag = filter.schedule() == null;
    if (byTag) {
      Database.allowBitmaps(connection);
    }
    return read(connection, byTag ? TAGGED : OF_SCHEDULE, filter, stretch);
  }

  private Found read(Connection connection, Sql sql, JobFilter filter, Stretch stretch)
      throws SQLException {
    boolean any = filter.states().isEmpty();
    Call call =
        sql.on(connection)
            .set("before", stretch.before())
            .set("max", stretch.max())
            .set("skip", stretch.skip())
            .set("tag", filter.tag())
            .set("schedule", filter.schedule());
    if (call.takes("walk")) {
      call.set("walk", stretch.walk());
    }
    if (call.takes("states")) {
      call.set("states", any ? EVERY : filter.words());
    }
    if (call.takes("any_state")) {
      call.set("any_state", any);
    }
    if (call.takes("queue")) {
      call.set("queue", filter.queue()).set("kind", filter.kind()).set("look", stretch.look());
    }
    if (call.takes("few")) {
      call.set("few", bounds.few());
    }
    List<Keyed> rows = new ArrayList<>();
    long[] edge = {0};
    call.list(row -> {
      edge[0] = row.getLong("edge");
      return row.getString("id") != null
          && rows.add(
              new Keyed(
                  JobRows.job(row, windows.calendar()),
                  row.getLong("key"),
                  Taken.nullableLong(row, "schedule")));
    });
    return new Found(rows, edge[0]);
  }

  private int walk(JobFilter filter, int wanted) {
    return filter.isMarked() ? Math.max(bounds.walk(), wanted) : wanted;
  }

  private static Sql statement(JobFilter filter) {
    if (filter.queue() != null || filter.kind() != null) {
      return OF_ROUTES;
    }
    if (filter.states().isEmpty()) {
      return ALL;
    }
    return filter.states().iterator().next().isTerminal() ? ENDED : LIVE;
  }
}
