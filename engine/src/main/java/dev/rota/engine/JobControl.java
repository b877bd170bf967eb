package dev.rota.engine;

import dev.rota.Job;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.StateMachine.Move;
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
  private static final int LOOKS = 50;

  private final Database database;
  private final Windows windows;
  private final Announcer announcer;
  private final AuditTrail audit = new AuditTrail();

  JobControl(Database database, Windows windows, Announcer announcer) {
    this.database = database;
    this.windows = windows;
    this.announcer = announcer;
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
        connection ->
            PRIORITIZE
                .on(connection)
                .set("job", id)
                .set("priority", priority)
                .set("boost", boost)
                .first(row -> row.getInt("route"))
                .map(this::announce)
                .isPresent());
  }

  private Job until(long id, Move move, String event, String actor, Try attempt) {
    Rules.name("actor", actor);
    for (int looked = 0; looked < LOOKS; looked++) {
      Optional<Job> done = database.transact(c -> tryOnce(c, id, event, actor, attempt));
      if (done.isPresent()) {
        return done.get();
      }
      Job job = database.transact(c -> find(c, id)).orElseThrow(() -> Jobs.unknown(id));
      // A move that the state allows found nothing because the job was on its way: look again.
      if (!move.isAllowedFrom(job.state())) {
        throw Jobs.forbidden(job, move.leadsTo());
      }
    }
    throw new RotaException("busy", "job " + id + " keeps moving: try again");
  }

  private Optional<Job> tryOnce(
      Connection connection, long id, String event, String actor, Try attempt) throws SQLException {
    if (!attempt.on(connection)) {
      return Optional.empty();
    }
    audit.job(connection, event, actor, id, "{}");
    return find(connection, id);
  }

  private boolean waiting(Connection connection, Sql sql, long id, String actor)
      throws SQLException {
    record Moved(@Nullable Long key) {}
    Optional<Moved> moved =
        sql.on(connection)
            .set("job", id)
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
        .set("job", id)
        .first(row -> row.getInt("worker"))
        .isPresent();
  }

  private boolean moved(Connection connection, Sql sql, long id) throws SQLException {
    return sql.on(connection)
        .set("job", id)
        .first(JobControl::route)
        .map(this::announce)
        .isPresent();
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
        RESERVE_AGAIN.on(connection).set("job", id).first(row -> row.getLong("job"));
    if (holder.isPresent() && holder.get() != id) {
      throw new RotaException(
          "duplicate",
          "job " + id + " cannot be retried while job " + holder.get() + " has its unique key");
    }
  }
}
