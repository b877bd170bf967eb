package dev.rota.engine;

import dev.rota.JobState;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Census counts the jobs of queues. Nothing is counted on the way, so it has to read them; where
 * that takes long, its last numbers are given again until counting has been idle for twenty times
 * as long as it took.
 */
public final class Census {
  private static final Sql FIGURES = Statements.sql("queue_figures");
  private static final Sql ALL = Statements.sql("all_figures");
  private static final Sql COUNT = Statements.sql("count_jobs");
  private static final Sql CURRENT = Statements.sql("current_jobs");
  private static final Sql VITALS = Statements.sql("vitals");
  private static final Sql LIVE = Statements.sql("count_live");
  private static final Set<JobState> COUNTED_IN_ALL =
      Set.of(
          JobState.SCHEDULED,
          JobState.RUNNING,
          JobState.COMPLETED,
          JobState.FAILED,
          JobState.CANCELLED);
  private static final Duration LATELY = Duration.ofHours(1);
  private static final long CHEAP_NANOS = 200_000_000;
  private static final int SHARE = 20;

  private final Database database;
  private final Map<Counted, Counter<Figures>> counters = new ConcurrentHashMap<>();
  private final Counter<Totals> totals = new Counter<>(this::countAll);
  private final Counter<List<LiveCounts>> live = new Counter<>(this::countLive);

  Census(Database database) {
    this.database = database;
  }

  /** What is counted: a queue, or one kind of its jobs. */
  private record Counted(String queue, @Nullable String kind) {}

  /** The numbers of a queue; a queue that does not exist has none. */
  public Figures figures(String queue) {
    return figures(queue, null);
  }

  /** The numbers of one kind of a queue's jobs. */
  public Figures figures(String queue, @Nullable String kind) {
    return counters
        .computeIfAbsent(new Counted(queue, kind), what -> new Counter<>(() -> count(what)))
        .figures(Duration.ZERO);
  }

  /**
   * The numbers of all jobs, from the totals that housekeeping keeps and what is newer than those.
   *
   * @param mayBeOld how old numbers may be that were counted before
   */
  public Totals totals(Duration mayBeOld) {
    return totals.figures(mayBeOld);
  }

  /**
   * How many live jobs every queue has; it does not count beyond ten thousand.
   *
   * @param mayBeOld how old numbers may be that were counted before
   */
  public List<LiveCounts> live(Duration mayBeOld) {
    return live.figures(mayBeOld);
  }

  /**
   * How far the scheduler and the recovery of jobs are behind; it costs the same however much there
   * is.
   */
  public Vitals vitals() {
    return database.transact(connection ->
        VITALS
            .on(connection)
            .one(row ->
                new Vitals(row.getDouble("lag"), row.getLong("overdue"), row.getLong("expired"))));
  }

  /** How many jobs a filter matches; all of the queue are read for it. */
  public long count(JobFilter filter) {
    return database.transact(connection ->
        COUNT
            .on(connection)
            .set("states", filter.words())
            .set("queue", filter.queue())
            .set("kind", filter.kind())
            .set("tag", filter.tag())
            .set("schedule", filter.schedule())
            .one(row -> row.getLong("jobs")));
  }

  /** The job of a queue that each worker runs, by the worker's id; the newest of several. */
  public Map<Integer, Long> currentJobs(String queue) {
    Map<Integer, Long> jobs = new HashMap<>();
    database.transact(connection ->
        CURRENT
            .on(connection)
            .set("queue", queue)
            .list(row -> jobs.put(row.getInt("worker"), row.getLong("job"))));
    return jobs;
  }

  /** A Counter counts something, one caller at a time. */
  private static final class Counter<T> {
    private final Supplier<T> count;
    private final ReentrantLock counting = new ReentrantLock();
    private volatile @Nullable T last;
    private volatile long countedAt;
    private volatile long cost;

    Counter(Supplier<T> count) {
      this.count = count;
    }

    T figures(Duration mayBeOld) {
      T known = last;
      long age = System.nanoTime() - countedAt;
      boolean spared = cost >= CHEAP_NANOS && (age < SHARE * cost || counting.isLocked());
      if (known != null && (spared || age < mayBeOld.toNanos())) {
        return known;
      }
      counting.lock();
      try {
        long start = System.nanoTime();
        T counted = count.get();
        countedAt = System.nanoTime();
        cost = countedAt - start;
        last = counted;
        return counted;
      } finally {
        counting.unlock();
      }
    }
  }

  private Figures count(Counted what) {
    return database.transact(connection ->
        FIGURES
            .on(connection)
            .set("queue", what.queue())
            .set("kind", what.kind())
            .set("window_ms", LATELY.toMillis())
            .one(Census::read));
  }

  private List<LiveCounts> countLive() {
    return database.transact(connection ->
        LIVE.on(connection)
            .set("most", LiveCounts.MOST)
            .list(row ->
                new LiveCounts(
                    row.getString("queue"),
                    row.getLong("pending"),
                    row.getLong("scheduled"),
                    row.getLong("running"),
                    row.getLong("paused"))));
  }

  private Totals countAll() {
    return database.transact(connection -> ALL.on(connection).one(Census::readAll));
  }

  private static Totals readAll(ResultSet row) throws SQLException {
    return new Totals(
        byState(row, COUNTED_IN_ALL),
        row.getLong("executions"),
        row.getLong("succeeded"),
        row.getLong("broken"),
        millis(row, "ran_ms"),
        row.getLong("recovered"),
        Taken.nullableInstant(row, "checked_at"),
        Taken.instant(row, "now"));
  }

  private static Map<JobState, Long> byState(ResultSet row, Set<JobState> states)
      throws SQLException {
    Map<JobState, Long> jobs = new EnumMap<>(JobState.class);
    for (JobState state : states) {
      jobs.put(state, row.getLong(state.word()));
    }
    return jobs;
  }

  private static Figures read(ResultSet row) throws SQLException {
    Map<JobState, Long> jobs = byState(row, EnumSet.allOf(JobState.class));
    Duration busy = millis(row, "busy_ms");
    return new Figures(
        jobs,
        row.getLong("completed_lately"),
        millis(row, "waited_ms"),
        millis(row, "ran_ms"),
        busy == null ? Duration.ZERO : busy);
  }

  static @Nullable Duration millis(ResultSet row, String column) throws SQLException {
    Long millis = Taken.nullableLong(row, column);
    return millis == null ? null : Duration.ofMillis(millis);
  }
}
