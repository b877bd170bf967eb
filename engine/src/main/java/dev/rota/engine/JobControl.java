package dev.rota.engine;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.StateMachine.Move;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.WindowCalendar;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JobControl moves single jobs by hand. A job may move while a statement waits for it, and is
 * then in none of the tables that the statement saw: every operation looks again until it took
 * effect or the job's state forbids it.
 */
final class JobControl {
  private static final Sql JOB = Statements.sql("job");
  private static final Sql CANCEL_WAITING = Statements.sql("cancel_waiting");
  private static final Sql CANCEL_RUNNING = Statements.sql("cancel_running");
  private static final Sql PAUSE = Statements.sql("pause");
  private static final Sql RESUME = Statements.sql("resume");
  private static final Sql RETRY = Statements.sql("retry");
  private static final Sql RESERVE_AGAIN = Statements.sql("reserve_unique_again");
  private static final Sql PRIORITIZE = Statements.sql("prioritize");
  private static final Sql UPDATE = Statements.sql("update_job");
  private static final Sql FORGET = Statements.sql("forget_job");
  private static final Sql FENCE = Statements.sql("running_fence");
  private static final int LOOKS = 50;

  private final Database database;
  private final Windows windows;
  private final Announcer announcer;
  private final LeaseReaper reaper;
  private final AuditTrail audit = new AuditTrail();

  JobControl(Database database, Windows windows, Announcer announcer, LeaseReaper reaper) {
    this.database = database;
    this.windows = windows;
    this.announcer = announcer;
    this.reaper = reaper;
  }

  /** A try at an operation; false if the job was not where it was looked for. */
  private interface Try {
    boolean on(Connection connection) throws SQLException;
  }

  /** One job as it stands now. */
  Optional<Job> find(Connection connection, long id) throws SQLException {
    WindowCalendar calendar = windows.calendar();
    return JOB.on(connection).set("job", id).first(row -> JobRows.job(row, calendar));
  }

  Job cancel(long id, String actor) {
    Job job =
        until(
            id,
            Move.CANCEL,
            "job.cancelled",
            actor,
            connection ->
                waiting(connection, CANCEL_WAITING, id, actor) || askToStop(connection, id));
    announcer.cancelled();
    return job;
  }

  Job pause(long id, String actor) {
    return until(
        id, Move.PAUSE, "job.paused", actor, connection -> waiting(connection, PAUSE, id, actor));
  }

  Job resume(long id, String actor) {
    return until(
        id, Move.RESUME, "job.resumed", actor, connection -> moved(connection, RESUME, id));
  }

  Job retry(long id, String actor) {
    return until(
        id,
        Move.RETRY,
        "job.retried",
        actor,
        connection -> {
          // The key comes after the job: one that could not be retried must not keep it.
          boolean retried = moved(connection, RETRY, id);
          if (retried) {
            reserveAgain(connection, id);
          }
          return retried;
        });
  }

  Job prioritize(long id, @Nullable Integer priority, int boost, String actor) {
    return until(
        id,
        Move.PRIORITIZE,
        "job.prioritized",
        actor,
        connection -> prioritized(connection, id, priority, boost));
  }

  /** Takes a running job from its worker and puts it back. */
  Job release(long id, String actor) {
    return until(id, Move.RECOVER, "job.released", actor, connection -> released(connection, id));
  }

  Job update(long id, JobChanges changes, String actor) {
    return until(
        id,
        job -> {
          if (changes.waits() && job.state() == JobState.RUNNING) {
            throw running(id, "its payload and metadata cannot be changed meanwhile");
          }
          if (changes.priority() != null && job.state().isTerminal()) {
            throw Jobs.forbidden(job, JobState.PENDING);
          }
        },
        "job.changed",
        actor,
        connection -> updated(connection, id, changes));
  }

  /** Forgets a job that does not run; gives what it was. */
  Job delete(long id, String actor) {
    Job job = database.transact(c -> find(c, id)).orElseThrow(() -> Jobs.unknown(id));
    return until(
        id,
        now -> {
          if (now.state() == JobState.RUNNING) {
            throw running(id, "cancel it before it is deleted");
          }
        },
        "job.deleted",
        actor,
        connection -> {
          waiting(connection, CANCEL_WAITING, id, actor);
          return FORGET
              .on(connection)
              .set("jobs", new long[] {id})
              .first(row -> row.getLong("job"))
              .isPresent();
        },
        job);
  }

  private static RotaException running(long id, String rule) {
    return new RotaException("running", "job " + id + " is running: " + rule);
  }

  /** What refuses a job whose state does not allow what is tried. */
  private interface Refusal {
    void check(Job job);
  }

  private Job until(long id, Move move, String event, String actor, Try attempt) {
    return until(
        id,
        job -> {
          if (!move.isAllowedFrom(job.state())) {
            throw Jobs.forbidden(job, move.leadsTo());
          }
        },
        event,
        actor,
        attempt);
  }

  private Job until(long id, Refusal refusal, String event, String actor, Try attempt) {
    return until(id, refusal, event, actor, attempt, null);
  }

  private Job until(
      long id, Refusal refusal, String event, String actor, Try attempt, @Nullable Job gone) {
    Rules.name("actor", actor);
    for (int looked = 0; looked < LOOKS; looked++) {
      Optional<Job> done = database.transact(c -> tryOnce(c, id, event, actor, attempt, gone));
      if (done.isPresent()) {
        announcer.awaited();
        return done.get();
      }
      Job job = database.transact(c -> find(c, id)).orElseThrow(() -> Jobs.unknown(id));
      // What the state allows found nothing because the job was on its way: look again.
      refusal.check(job);
    }
    throw new RotaException("busy", "job " + id + " keeps moving: try again");
  }

  private Optional<Job> tryOnce(
      Connection connection, long id, String event, String actor, Try attempt, @Nullable Job gone)
      throws SQLException {
    if (!attempt.on(connection)) {
      return Optional.empty();
    }
    audit.job(connection, event, actor, id, "{}");
    return gone == null ? find(connection, id) : Optional.of(gone);
  }

  private boolean prioritized(Connection connection, long id, @Nullable Integer priority, int boost)
      throws SQLException {
    return PRIORITIZE
        .on(connection)
        .set("jobs", new long[] {id})
        .set("priorities", new @Nullable Integer[] {priority})
        .set("expected", new @Nullable Integer[] {null})
        .set("boost", boost)
        .first(JobControl::route)
        .map(this::announce)
        .isPresent();
  }

  private boolean released(Connection connection, long id) throws SQLException {
    Optional<Long> fence = FENCE.on(connection).set("job", id).first(row -> row.getLong("fence"));
    if (fence.isEmpty()) {
      return false;
    }
    Optional<List<Integer>> routes =
        reaper.release(connection, new LeaseReaper.Execution(id, fence.get()));
    routes.ifPresent(announcer::readySoon);
    return routes.isPresent();
  }

  private boolean updated(Connection connection, long id, JobChanges changes) throws SQLException {
    Integer priority = changes.priority();
    if (priority != null && !prioritized(connection, id, priority, 0)) {
      return false;
    }
    boolean updated =
        UPDATE
            .on(connection)
            .set("job", id)
            .set("waits", changes.waits())
            .set("max_retries", changes.maxRetries())
            .set("retry_base_ms", Enqueuer.millis(changes.retryBase()))
            .set("timeout_ms", Enqueuer.millis(changes.timeout()))
            .set("payload", changes.payload())
            .set("metadata", changes.metadata())
            .first(row -> row.getLong("id"))
            .isPresent();
    if (!updated && priority != null) {
      connection.rollback();
    }
    return updated;
  }

  private boolean waiting(Connection connection, Sql sql, long id, String actor)
      throws SQLException {
    record Moved(@Nullable Long key) {}
    Optional<Moved> moved =
        sql.on(connection)
            .set("jobs", new long[] {id})
            .set("actor", actor)
            .set("reason", (String) null)
            .first(row -> new Moved(Taken.nullableLong(row, "key")));
    if (moved.isPresent() && moved.get().key() != null) {
      announcer.readySoon(Keys.release(connection, List.of(moved.get().key())));
    }
    return moved.isPresent();
  }

  private static boolean askToStop(Connection connection, long id) throws SQLException {
    return CANCEL_RUNNING
        .on(connection)
        .set("jobs", new long[] {id})
        .first(row -> row.getLong("job"))
        .isPresent();
  }

  private boolean moved(Connection connection, Sql sql, long id) throws SQLException {
    Call call = sql.on(connection).set("jobs", new long[] {id});
    if (call.takes("ats")) {
      call.set("ats", new @Nullable String[] {null});
    }
    return call.first(JobControl::route).map(this::announce).isPresent();
  }

  private static int route(ResultSet row) throws SQLException {
    return row.getInt("route");
  }

  private boolean announce(int route) {
    announcer.readySoon(List.of(route));
    return true;
  }

  private static void reserveAgain(Connection connection, long id) throws SQLException {
    Optional<Long> holder =
        RESERVE_AGAIN.on(connection).set("jobs", new long[] {id}).first(row -> row.getLong("job"));
    if (holder.isPresent() && holder.get() != id) {
      throw new RotaException(
          "duplicate",
          "job " + id + " cannot be retried while job " + holder.get() + " has its unique key");
    }
  }
}
