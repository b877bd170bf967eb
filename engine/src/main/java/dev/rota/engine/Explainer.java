package dev.rota.engine;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An Explainer tells why a job is not running and when it would. It reads single rows and counts no
 * further than ten thousand, so that its answer costs the same with any backlog.
 */
final class Explainer {
  private static final Sql SURROUNDINGS = Statements.sql("explain");
  private static final Sql AHEAD = Statements.sql("count_ahead");
  private static final Sql PARKED_AHEAD = Statements.sql("count_parked_ahead");
  private static final Sql RATE = Statements.sql("start_rate");
  private static final int SAMPLE = 10_000;

  private final Database database;
  private final JobControl control;
  private final Windows windows;

  Explainer(Database database, JobControl control, Windows windows) {
    this.database = database;
    this.control = control;
    this.windows = windows;
  }

  Explanation explain(long id) {
    return database.transact(connection -> {
      Database.pin(connection);
      Job job = control.find(connection, id).orElseThrow(() -> Jobs.unknown(id));
      Surroundings around = SURROUNDINGS.on(connection).set("job", id).one(Surroundings::read);
      return switch (job.state()) {
        case RUNNING -> running(job, around);
        case COMPLETED, FAILED, CANCELLED -> ended(job, around);
        case PENDING, SCHEDULED, PAUSED -> waiting(connection, job, around);
      };
    });
  }

  private static Explanation running(Job job, Surroundings around) {
    String worker = around.worker() == null ? "a worker" : around.worker();
    String summary =
        worker
            + " runs it since "
            + around.startedAt()
            + (job.cancel() ? " and was asked to stop" : "");
    return new Explanation(
        job.id(),
        job.state(),
        summary,
        List.of(),
        null,
        null,
        "it runs",
        around.worker(),
        around.startedAt(),
        around.leaseUntil(),
        null);
  }

  private static Explanation ended(Job job, Surroundings around) {
    String how = job.state().word() + " at " + job.finishedAt();
    String by = around.endedBy() == null ? "" : ", by " + around.endedBy();
    String why = job.state() == JobState.FAILED && job.error() != null ? ": " + job.error() : "";
    return new Explanation(
        job.id(),
        job.state(),
        "it " + (job.state() == JobState.CANCELLED ? "was " : "") + how + by + why,
        List.of(),
        null,
        null,
        "it has ended",
        null,
        job.startedAt(),
        null,
        job.finishedAt());
  }

  private Explanation waiting(Connection connection, Job job, Surroundings around)
      throws SQLException {
    Blockers found = new Blockers(connection, job, around, windows.calendar());
    found.look();
    Long ahead = ahead(connection, job, around);
    if (ahead != null && ahead > 0) {
      found.behind(ahead);
    }
    Expectation expectation = expectation(connection, job, around, found, ahead);
    List<Blocker> blockers = found.all();
    String summary =
        blockers.isEmpty()
            ? "nothing keeps it from running: the next worker that asks gets it"
            : blockers.getFirst().message();
    return new Explanation(
        job.id(),
        job.state(),
        summary,
        blockers,
        ahead,
        expectation.start(),
        expectation.unknown(),
        null,
        null,
        null,
        null);
  }

  private static @Nullable Long ahead(Connection connection, Job job, Surroundings around)
      throws SQLException {
    if (around.lane() == null || around.seq() == null) {
      return null;
    }
    Sql counts = around.parked() ? PARKED_AHEAD : AHEAD;
    var call =
        counts
            .on(connection)
            .set("lane", around.lane())
            .set("seq", around.seq())
            .set("max", Explanation.MOST_AHEAD);
    return (around.parked() ? call.set("key", around.key()) : call.set("queue", job.queue()))
        .one(row -> row.getLong("jobs"));
  }

  /** When a job would start, or why nobody knows. */
  private record Expectation(@Nullable Instant start, @Nullable String unknown) {
    static Expectation at(Instant start) {
      return new Expectation(start, null);
    }

    static Expectation none(String why) {
      return new Expectation(null, why);
    }
  }

  private static Expectation expectation(
      Connection connection, Job job, Surroundings around, Blockers found, @Nullable Long ahead)
      throws SQLException {
    Optional<String> hindrance = found.hindrance();
    if (hindrance.isPresent()) {
      return Expectation.none(hindrance.get());
    }
    Instant earliest = found.earliest();
    if (job.state() == JobState.SCHEDULED || ahead == null) {
      return Expectation.at(earliest);
    }
    if (ahead == 0 && !found.waitsForOthers()) {
      return Expectation.at(earliest);
    }
    if (ahead >= Explanation.MOST_AHEAD) {
      return Expectation.none("at least " + Explanation.MOST_AHEAD + " jobs are ahead of it");
    }
    Duration each = between(connection, job.queue());
    return each == null
        ? Expectation.none("no job of queue " + job.queue() + " has ended in the last five minutes")
        : Expectation.at(latest(earliest, around.now().plus(each.multipliedBy(ahead + 1))));
  }

  /** How long it takes from one start in a queue to the next, by what was done lately. */
  private static @Nullable Duration between(Connection connection, String queue)
      throws SQLException {
    return RATE.on(connection)
        .set("queue", queue)
        .set("max", SAMPLE)
        .one(row -> {
          long starts = row.getLong("starts");
          return starts == 0
              ? Optional.<Duration>empty()
              : Optional.of(Duration.ofMillis(row.getLong("span_ms")).dividedBy(starts));
        })
        .orElse(null);
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
