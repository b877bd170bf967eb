package dev.rota.engine;

import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.schedule.DurationText;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A LeaseReaper recovers jobs whose lease is over: the worker died, hung or lost the database. */
final class LeaseReaper {
  private static final System.Logger LOG = System.getLogger(LeaseReaper.class.getName());
  private static final Sql EXPIRED = Statements.sql("expired_runs");
  private static final Sql DEAD_WORKERS = Statements.sql("dead_workers");
  private static final Sql RUNS_OF_DEAD = Statements.sql("runs_of_dead_workers");
  private static final Sql BURY = Statements.sql("bury_workers");
  private static final Sql UNOWNED = Statements.sql("unowned_runs");
  private static final Sql SILENT = Statements.sql("silent_runs");
  private static final Sql RECOVER = Statements.sql("recover");
  private static final Sql COUNT = Statements.sql("count_recovered");
  private static final int BATCH = 1_000;

  private final Database database;
  private final int quarantineAfter;
  private final Announcer announcer;
  private final EngineEvents events;

  LeaseReaper(Database database, int quarantineAfter, Announcer announcer, EngineEvents events) {
    this.database = database;
    this.quarantineAfter = quarantineAfter;
    this.announcer = announcer;
    this.events = events;
  }

  /** Recovers executions whose own lease or whose worker's lease is over. */
  Recovered reap() {
    Recovered expired = repeat(c -> recover(c, found(EXPIRED.on(c)), false));
    return expired.plus(repeat(this::reapDeadWorkers));
  }

  /** Recovers executions that no live worker owns: there should be none. */
  Recovered reapUnowned() {
    return repeat(c -> recover(c, found(UNOWNED.on(c)), false));
  }

  /** Recovers executions that have been silent for this long, whatever their lease says. */
  Recovered recoverSilent(Duration silence) {
    return repeat(c -> recover(c, found(SILENT.on(c).set("silent_ms", silence.toMillis())), true));
  }

  /** Recovers executions that their own worker has given up. */
  Recovered recoverLost(List<Execution> lost) {
    return lost.isEmpty()
        ? Recovered.NONE
        : told(database.transact(connection -> recover(connection, lost, true)));
  }

  /**
   * Takes a job from the worker that runs it, whatever its lease says; gives the routes where there
   * is work now, or nothing if that execution is over.
   */
  Optional<List<Integer>> release(Connection connection, Execution running) throws SQLException {
    Batch batch = recover(connection, List.of(running), true, true);
    return batch.judged().isEmpty() ? Optional.empty() : Optional.of(batch.routes());
  }

  /** An Execution is named by its job and its fence. */
  record Execution(long job, long fence) {}

  private record Judged(
      long job,
      int route,
      @Nullable Long key,
      @Nullable Long slot,
      String becomes,
      String worker,
      int retries,
      Duration held) {}

  private record Batch(List<Judged> judged, List<Integer> routes) {}

  private interface Search {
    Batch run(Connection connection) throws SQLException;
  }

  private Recovered repeat(Search search) {
    Recovered all = Recovered.NONE;
    while (true) {
      Recovered some = told(database.transact(search::run));
      all = all.plus(some);
      if (some.total() < BATCH) {
        return all;
      }
    }
  }

  private Batch reapDeadWorkers(Connection connection) throws SQLException {
    List<Integer> dead = DEAD_WORKERS.on(connection).list(row -> row.getInt("id"));
    if (dead.isEmpty()) {
      return new Batch(List.of(), List.of());
    }
    int[] ids = dead.stream().mapToInt(Integer::intValue).toArray();
    List<Execution> theirs = found(RUNS_OF_DEAD.on(connection).set("workers", ids));
    Batch batch = recover(connection, theirs, false);
    if (theirs.size() < BATCH) {
      BURY.on(connection).set("workers", ids).update();
    }
    return batch;
  }

  private static List<Execution> found(Call call) throws SQLException {
    return call.set("max", BATCH)
        .list(row -> new Execution(row.getLong("job"), row.getLong("fence")));
  }

  private Batch recover(Connection connection, List<Execution> stalled, boolean evenIfLeased)
      throws SQLException {
    return recover(connection, stalled, evenIfLeased, false);
  }

  private Batch recover(
      Connection connection, List<Execution> stalled, boolean evenIfLeased, boolean byHand)
      throws SQLException {
    if (stalled.isEmpty()) {
      return new Batch(List.of(), List.of());
    }
    List<Judged> judged =
        RECOVER
            .on(connection)
            .set("jobs", stalled.stream().mapToLong(Execution::job).toArray())
            .set("fences", stalled.stream().mapToLong(Execution::fence).toArray())
            .set("even_if_leased", evenIfLeased)
            .set("quarantine", quarantineAfter)
            .set("by_hand", byHand)
            .list(row ->
                new Judged(
                    row.getLong("job"),
                    row.getInt("route"),
                    Taken.nullableLong(row, "key"),
                    Taken.nullableLong(row, "slot"),
                    row.getString("becomes"),
                    row.getString("worker_name"),
                    row.getInt("retries"),
                    Duration.ofSeconds(Math.max(0, row.getLong("held_ms") / 1000))));
    List<Integer> routes = new ArrayList<>(judged.stream().map(Judged::route).toList());
    routes.addAll(
        Keys.release(
            connection,
            judged.stream()
                .flatMap(j -> Stream.of(j.key(), j.slot()))
                .filter(Objects::nonNull)
                .toList()));
    if (!byHand && !judged.isEmpty()) {
      COUNT.on(connection).set("count", judged.size()).update();
    }
    return new Batch(judged, routes);
  }

  private Recovered told(Batch batch) {
    for (Judged job : batch.judged()) {
      LOG.log(
          job.becomes().equals("pending") ? Level.WARNING : Level.ERROR,
          "Cleared stale lock  job_id={0,number,#} lock_age={1} worker={2} retries={3} becomes={4}",
          job.job(),
          DurationText.of(job.held()),
          job.worker(),
          job.retries(),
          job.becomes());
    }
    announcer.ready(batch.routes());
    if (!batch.judged().isEmpty()) {
      announcer.awaited();
    }
    Recovered counts =
        new Recovered(
            count(batch, "pending"),
            count(batch, "failed"),
            count(batch, "paused"),
            count(batch, "cancelled"));
    if (counts.total() > 0) {
      events.recovered(counts);
    }
    return counts;
  }

  private static int count(Batch batch, String becomes) {
    return (int) batch.judged().stream().filter(j -> j.becomes().equals(becomes)).count();
  }
}
