package dev.rota.engine;

import dev.rota.engine.BulkResult.Changed;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A BulkUndo takes back what was done to many jobs, in a transaction of the caller's. A job to
 * which somebody did something since stays as it is.
 */
public final class BulkUndo {
  private static final Sql RESUME = Statements.sql("resume");
  private static final Sql PRIORITIZE = Statements.sql("prioritize");
  private static final Sql MOVE = Statements.sql("move");
  private static final Sql BRING_BACK = Statements.sql("bring_back");
  private static final Sql RESTORE = Statements.sql("restore_jobs");

  private final ManyJobs many;
  private final Announcer announcer;

  BulkUndo(ManyJobs many, Announcer announcer) {
    this.many = many;
    this.announcer = announcer;
  }

  /** Takes back a change of these jobs. */
  public BulkResult undo(Connection connection, BulkChange change, List<Changed> jobs)
      throws SQLException {
    BulkResult result = new BulkResult();
    Set<Integer> readied = new HashSet<>();
    Set<Long> back =
        switch (change.action()) {
          case PAUSE -> resume(connection, jobs, readied);
          case PRIORITY -> prioritize(connection, change, jobs, readied);
          case MOVE -> move(connection, change, jobs, readied, result);
          case CANCEL -> bringBack(connection, jobs, Changed::was, readied, result);
          case DELETE -> restore(connection, jobs, readied, result);
          case RESUME, RETRY -> throw new IllegalArgumentException(change + " cannot be undone");
        };
    announcer.readySoon(readied);
    jobs.stream().filter(job -> back.contains(job.job())).forEach(result.changed()::add);
    int skipped = result.skipped().values().stream().mapToInt(Integer::intValue).sum();
    for (int i = back.size() + skipped; i < jobs.size(); i++) {
      result.skip("changed since");
    }
    return result;
  }

  private static Set<Long> resume(Connection connection, List<Changed> jobs, Set<Integer> readied)
      throws SQLException {
    return ready(
        RESUME.on(connection).set("jobs", ids(jobs)).set("ats", texts(jobs, Changed::at)), readied);
  }

  private static Set<Long> prioritize(
      Connection connection, BulkChange change, List<Changed> jobs, Set<Integer> readied)
      throws SQLException {
    Integer[] expected = new Integer[jobs.size()];
    java.util.Arrays.fill(expected, change.priority());
    return ready(
        PRIORITIZE
            .on(connection)
            .set("jobs", ids(jobs))
            .set("priorities", numbers(jobs))
            .set("expected", expected)
            .set("boost", 0),
        readied);
  }

  private Set<Long> move(
      Connection connection,
      BulkChange change,
      List<Changed> jobs,
      Set<Integer> readied,
      BulkResult result)
      throws SQLException {
    Set<Long> free = withoutRivals(connection, jobs, numbers(jobs), result);
    List<Changed> movable = jobs.stream().filter(job -> free.contains(job.job())).toList();
    String queue = String.valueOf(change.queue());
    Integer[] there =
        java.util.Arrays.stream(numbers(movable))
            .map(route -> many.elsewhere(route, queue))
            .toArray(Integer[]::new);
    return ready(
        MOVE.on(connection)
            .set("jobs", ids(movable))
            .set("routes", numbers(movable))
            .set("expected", there),
        readied);
  }

  /** What ran when it was cancelled does not come back. */
  private static Set<Long> bringBack(
      Connection connection,
      List<Changed> jobs,
      Function<Changed, @Nullable String> place,
      Set<Integer> readied,
      BulkResult result)
      throws SQLException {
    List<Changed> waited = jobs.stream().filter(job -> place.apply(job) != null).toList();
    for (int i = waited.size(); i < jobs.size(); i++) {
      result.skip("was running");
    }
    Set<Long> free =
        withoutRivals(connection, waited, new @Nullable Integer[waited.size()], result);
    List<Changed> able = waited.stream().filter(job -> free.contains(job.job())).toList();
    return ready(
        BRING_BACK
            .on(connection)
            .set("jobs", ids(able))
            .set("ats", texts(able, Changed::at))
            .set("was", texts(able, place)),
        readied);
  }

  /** They come back as they had ended; those that were live then go to where they were. */
  private static Set<Long> restore(
      Connection connection, List<Changed> jobs, Set<Integer> readied, BulkResult result)
      throws SQLException {
    Set<Long> there =
        new HashSet<>(
            RESTORE
                .on(connection)
                .set("was", texts(jobs, Changed::was))
                .list(row -> row.getLong("job")));
    List<Changed> live =
        jobs.stream().filter(job -> job.live() != null && there.contains(job.job())).toList();
    Set<Long> back = bringBack(connection, live, Changed::live, readied, result);
    live.stream().map(Changed::job).filter(job -> !back.contains(job)).forEach(there::remove);
    return there;
  }

  private static Set<Long> withoutRivals(
      Connection connection, List<Changed> jobs, @Nullable Integer[] routes, BulkResult result)
      throws SQLException {
    // The routes are in the order of the jobs.
    Set<Long> free = jobs.stream().map(Changed::job).collect(Collectors.toCollection(TreeSet::new));
    ManyJobs.skipRivals(connection, ids(jobs), routes, free, result);
    return free;
  }

  private static Set<Long> ready(Call call, Set<Integer> readied) throws SQLException {
    return Set.copyOf(
        call.list(row -> {
          int route = row.getInt("route");
          if (!row.wasNull()) {
            readied.add(route);
          }
          return row.getLong("job");
        }));
  }

  private static long[] ids(List<Changed> jobs) {
    return jobs.stream().mapToLong(Changed::job).toArray();
  }

  private static @Nullable String[] texts(
      List<Changed> jobs, Function<Changed, @Nullable String> part) {
    @Nullable String[] texts = new @Nullable String[jobs.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = part.apply(jobs.get(i));
    }
    return texts;
  }

  private static Integer[] numbers(List<Changed> jobs) {
    return jobs.stream()
        .map(job -> Integer.valueOf(Objects.requireNonNull(job.was())))
        .toArray(Integer[]::new);
  }
}
