package dev.rota.engine;

import dev.rota.JobState;
import dev.rota.RotaException;
import dev.rota.engine.BulkResult.Changed;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * ManyJobs are changed by hand in a transaction of the caller's, by the statements that change
 * single ones. A job that moves meanwhile is looked for again; what its state forbids is skipped
 * and counted. Slots of concurrency keys are given back at the end, when no more rows are waited
 * for.
 */
public final class ManyJobs {
  private static final Sql STATES = Statements.sql("states_of_jobs");
  private static final Sql ROUTES = Statements.sql("routes_of_jobs");
  private static final Sql RIVALS = Statements.sql("unique_rivals");
  private static final Sql CANCEL_WAITING = Statements.sql("cancel_waiting");
  private static final Sql CANCEL_RUNNING = Statements.sql("cancel_running");
  private static final Sql PAUSE = Statements.sql("pause");
  private static final Sql RESUME = Statements.sql("resume");
  private static final Sql RETRY = Statements.sql("retry");
  private static final Sql RESERVE_AGAIN = Statements.sql("reserve_unique_again");
  private static final Sql PRIORITIZE = Statements.sql("prioritize");
  private static final Sql MOVE = Statements.sql("move");
  private static final Sql FORGET = Statements.sql("forget_job");
  private static final int LOOKS = 10;

  private final Routes routes;
  private final Announcer announcer;

  ManyJobs(Routes routes, Announcer announcer) {
    this.routes = routes;
    this.announcer = announcer;
  }

  /**
   * Changes those of the jobs whose states allow it.
   *
   * @param meant in which states they shall be changed; in any if there are none
   */
  public BulkResult change(
      Connection connection,
      BulkChange change,
      Collection<Long> jobs,
      Set<JobState> meant,
      String actor)
      throws SQLException {
    BulkResult result = new BulkResult();
    Round round = new Round(connection, change, meant, actor, new ArrayList<>(), new TreeSet<>());
    Set<Long> left = new TreeSet<>(jobs);
    for (int looked = 0; looked < LOOKS && !left.isEmpty(); looked++) {
      skipForbidden(connection, change.action(), meant, left, result);
      List<Changed> changed = left.isEmpty() ? List.of() : attempt(round, left, result);
      result.changed().addAll(changed);
      changed.forEach(one -> left.remove(one.job()));
    }
    left.forEach(job -> result.skip("busy"));
    round.readied().addAll(Keys.release(connection, round.freed()));
    announcer.readySoon(round.readied());
    return result;
  }

  /** How many of the jobs would be skipped as they are now, by the reason. */
  public Map<String, Integer> wouldSkip(
      Connection connection, BulkAction action, Collection<Long> jobs) throws SQLException {
    BulkResult result = new BulkResult();
    skipForbidden(connection, action, Set.of(), new TreeSet<>(jobs), result);
    return result.skipped();
  }

  /**
   * A Round is one change of many jobs.
   *
   * @param freed keys of which a slot is to be given back
   * @param readied routes on which jobs became ready
   */
  private record Round(
      Connection connection,
      BulkChange change,
      Set<JobState> meant,
      String actor,
      List<Long> freed,
      Set<Integer> readied) {
    boolean means(Predicate<JobState> state) {
      return meant.isEmpty() || meant.stream().anyMatch(state);
    }
  }

  private void skipForbidden(
      Connection connection,
      BulkAction action,
      Set<JobState> meant,
      Set<Long> jobs,
      BulkResult result)
      throws SQLException {
    Map<Long, JobState> states = new HashMap<>();
    STATES
        .on(connection)
        .set("jobs", array(jobs))
        .list(row -> states.put(row.getLong("job"), JobRows.state(row)));
    jobs.removeIf(job -> {
      JobState state = states.get(job);
      boolean allowed =
          state != null
              && action.isAllowedFrom(state)
              && (meant.isEmpty() || meant.contains(state));
      if (!allowed) {
        result.skip(state == null ? "not found" : state.word());
      }
      return !allowed;
    });
  }

  private List<Changed> attempt(Round round, Set<Long> jobs, BulkResult result)
      throws SQLException {
    return switch (round.change().action()) {
      case CANCEL -> cancel(round, jobs);
      case PAUSE -> waiting(round, PAUSE, jobs);
      case RESUME -> ready(round, RESUME, jobs);
      case RETRY -> retry(round, jobs, result);
      case DELETE -> delete(round, jobs);
      case PRIORITY -> prioritize(round, jobs);
      case MOVE -> move(round, jobs, result);
    };
  }

  private List<Changed> cancel(Round round, Set<Long> jobs) throws SQLException {
    List<Changed> changed = new ArrayList<>();
    if (round.means(state -> state != JobState.RUNNING)) {
      changed.addAll(waiting(round, CANCEL_WAITING, jobs));
    }
    List<Changed> asked =
        round.means(state -> state == JobState.RUNNING)
            ? CANCEL_RUNNING
                .on(round.connection())
                .set("jobs", array(jobs))
                .list(row -> new Changed(row.getLong("job"), null, null, null))
            : List.of();
    if (!asked.isEmpty()) {
      announcer.cancelled();
    }
    changed.addAll(asked);
    return changed;
  }

  private static List<Changed> waiting(Round round, Sql sql, Set<Long> jobs) throws SQLException {
    return sql.on(round.connection())
        .set("jobs", array(jobs))
        .set("actor", round.actor())
        .set("reason", (String) null)
        .list(row -> {
          Long key = Taken.nullableLong(row, "key");
          if (key != null) {
            round.freed().add(key);
          }
          return new Changed(row.getLong("job"), row.getString("at"), row.getString("was"), null);
        });
  }

  private static List<Changed> ready(Round round, Sql sql, Set<Long> jobs) throws SQLException {
    Call call = sql.on(round.connection()).set("jobs", array(jobs));
    if (call.takes("ats")) {
      call.set("ats", new @Nullable String[jobs.size()]);
    }
    return call.list(row -> {
      round.readied().add(row.getInt("route"));
      return new Changed(row.getLong("job"), null, null, null);
    });
  }

  private static List<Changed> retry(Round round, Set<Long> jobs, BulkResult result)
      throws SQLException {
    skipRivals(round.connection(), jobs, new @Nullable Integer[jobs.size()], result);
    List<Changed> changed = ready(round, RETRY, jobs);
    List<Long> holders =
        RESERVE_AGAIN
            .on(round.connection())
            .set("jobs", changed.stream().mapToLong(Changed::job).toArray())
            .list(row -> row.getLong("job"));
    if (!jobs.containsAll(holders)) {
      throw new RotaException("busy", "unique keys of jobs were taken meanwhile: try again");
    }
    return changed;
  }

  /** What waits is cancelled first, and then forgotten like what has ended. */
  private static List<Changed> delete(Round round, Set<Long> jobs) throws SQLException {
    Map<Long, Changed> live = new HashMap<>();
    if (round.means(state -> !state.isTerminal())) {
      waiting(round, CANCEL_WAITING, jobs).forEach(one -> live.put(one.job(), one));
    }
    return FORGET
        .on(round.connection())
        .set("jobs", array(jobs))
        .list(row -> {
          Changed was = live.get(row.getLong("job"));
          return new Changed(
              row.getLong("job"),
              was == null ? row.getString("at") : was.at(),
              row.getString("was"),
              was == null ? null : was.was());
        });
  }

  private static List<Changed> prioritize(Round round, Set<Long> jobs) throws SQLException {
    Integer[] priorities = new Integer[jobs.size()];
    java.util.Arrays.fill(priorities, round.change().priority());
    return PRIORITIZE
        .on(round.connection())
        .set("jobs", array(jobs))
        .set("priorities", priorities)
        .set("expected", new @Nullable Integer[jobs.size()])
        .set("boost", 0)
        .list(row -> {
          round.readied().add(row.getInt("route"));
          return new Changed(row.getLong("job"), null, row.getString("was"), null);
        });
  }

  private List<Changed> move(Round round, Set<Long> jobs, BulkResult result) throws SQLException {
    String queue = String.valueOf(round.change().queue());
    Map<Long, Integer> targets = new HashMap<>();
    ROUTES
        .on(round.connection())
        .set("jobs", array(jobs))
        .list(row -> targets.put(row.getLong("job"), row.getInt("route")));
    Map<Integer, Integer> moved = new HashMap<>();
    Set.copyOf(targets.values()).forEach(route -> moved.put(route, elsewhere(route, queue)));
    jobs.removeIf(job -> {
      Integer route = targets.get(job);
      boolean stays = route == null || route.equals(moved.get(route));
      if (stays) {
        result.skip("already there");
      }
      return stays;
    });
    Integer[] wanted =
        jobs.stream().map(job -> moved.get(targets.get(job))).toArray(Integer[]::new);
    skipRivals(round.connection(), jobs, wanted, result);
    wanted = jobs.stream().map(job -> moved.get(targets.get(job))).toArray(Integer[]::new);
    return MOVE.on(round.connection())
        .set("jobs", array(jobs))
        .set("routes", wanted)
        .set("expected", new @Nullable Integer[jobs.size()])
        .list(row -> {
          Long key = Taken.nullableLong(row, "key");
          if (key != null) {
            round.freed().add(key);
          }
          round.readied().add(row.getInt("route"));
          return new Changed(row.getLong("job"), null, row.getString("was"), null);
        });
  }

  /** The same kind, capabilities and tenant on another queue. */
  int elsewhere(int route, String queue) {
    Route from = routes.byId(route);
    return routes.of(queue, from.kind(), from.requires(), from.tenant());
  }

  /** Jobs whose unique keys others have stay as they are. */
  private static void skipRivals(
      Connection connection, Set<Long> jobs, @Nullable Integer[] routes, BulkResult result)
      throws SQLException {
    skipRivals(connection, array(jobs), routes, jobs, result);
  }

  static void skipRivals(
      Connection connection,
      long[] jobs,
      @Nullable Integer[] routes,
      Set<Long> left,
      BulkResult result)
      throws SQLException {
    RIVALS
        .on(connection)
        .set("jobs", jobs)
        .set("routes", routes)
        .list(row -> row.getLong("job"))
        .forEach(job -> {
          left.remove(job);
          result.skip("duplicate");
        });
  }

  static long[] array(Collection<Long> jobs) {
    return jobs.stream().mapToLong(Long::longValue).toArray();
  }
}
