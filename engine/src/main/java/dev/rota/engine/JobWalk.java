package dev.rota.engine;

import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JobWalk goes through the jobs that match a filter, newest first, a step at a time: a step looks
 * at so many jobs and no more, however few of them match, and tells where the next one begins.
 */
public final class JobWalk {
  private static final Sql EVERY = Statements.sql("walk_jobs");
  private static final Sql IN_STATES = Statements.sql("walk_states");
  private static final Sql OF_SCHEDULE = Statements.sql("walk_schedule");
  private static final Sql DEAD = Statements.sql("walk_dead_letters");
  private static final Sql SIFT = Statements.sql("sift_jobs");

  JobWalk() {}

  /**
   * A Step is what was found.
   *
   * @param edge where the next step begins; 0 if nothing is left
   */
  public record Step(List<Long> jobs, long edge) {}

  /**
   * Looks at so many jobs with ids below one.
   *
   * @param madeBy leaves out jobs that were made later; null for none
   */
  public Step step(
      Connection connection, JobFilter filter, long before, int look, @Nullable Instant madeBy)
      throws SQLException {
    Database.pin(connection);
    List<Long> jobs = new ArrayList<>();
    long[] edge = {0};
    Call call =
        source(filter)
            .on(connection)
            .set("before", before)
            .set("from", text(filter.sieve().createdFrom()))
            .set("to", text(earlier(filter.sieve().createdTo(), madeBy)))
            .set("look", look);
    if (call.takes("queue")) {
      call.set("queue", filter.queue()).set("kind", filter.kind());
    }
    if (call.takes("fingerprint")) {
      call.set("fingerprint", filter.sieve().fingerprint());
    }
    if (call.takes("states")) {
      call.set("states", JobFilter.words(filter.possible()));
    }
    if (call.takes("schedule")) {
      call.set("schedule", filter.schedule());
    }
    call.list(row -> {
      edge[0] = row.getLong("edge");
      return row.getString("job") != null && jobs.add(row.getLong("job"));
    });
    return new Step(sift(connection, filter, jobs, madeBy, call.takes("states")), edge[0]);
  }

  /**
   * Those of some jobs that match, newest first.
   *
   * @param inStates whether they are known to be in the states that are asked for
   */
  private static List<Long> sift(
      Connection connection,
      JobFilter filter,
      List<Long> jobs,
      @Nullable Instant madeBy,
      boolean inStates)
      throws SQLException {
    if (jobs.isEmpty()) {
      return List.of();
    }
    Sieve sieve = filter.sieve();
    return SIFT.on(connection)
        .set("jobs", jobs.stream().mapToLong(Long::longValue).toArray())
        .set("queue", filter.queue())
        .set("kind", filter.kind())
        .set("tags", filter.tags())
        .set("schedule", filter.schedule())
        .set("without_runs", filter.withoutRuns())
        .set("states", inStates ? new String[0] : filter.words())
        .set("made_by", text(madeBy))
        .set("created_from", text(sieve.createdFrom()))
        .set("created_to", text(sieve.createdTo()))
        .set("ended_from", text(sieve.endedFrom()))
        .set("ended_to", text(sieve.endedTo()))
        .set("fingerprint", sieve.fingerprint())
        .set("pattern", sieve.pattern())
        .list(row -> row.getLong("job"));
  }

  private static Sql source(JobFilter filter) {
    if (filter.sieve().fingerprint() != null) {
      return DEAD;
    }
    if (filter.schedule() != null) {
      return OF_SCHEDULE;
    }
    return filter.possible().isEmpty() && !filter.sieve().wantsEnded() ? EVERY : IN_STATES;
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
