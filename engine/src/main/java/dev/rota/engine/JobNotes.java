package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JobNotes are what is written on jobs beside their outcomes: metadata that is added later, details
 * of progress, and who has them.
 */
public final class JobNotes {
  private static final Sql HOLDINGS = Statements.sql("holdings");
  private static final Sql DETAILS = Statements.sql("save_details");
  private static final Sql MERGE = Statements.sql("merge_metadata");
  private static final int LONGEST = 65_536;

  private final Database database;
  private final AuditTrail audit = new AuditTrail();

  JobNotes(Database database) {
    this.database = database;
  }

  /** Who has these jobs; those that do not exist are left out. */
  public Map<Long, Holding> holdings(Collection<Long> jobs) {
    Map<Long, Holding> holdings = new HashMap<>();
    long[] ids = jobs.stream().mapToLong(Long::longValue).toArray();
    database
        .transact(connection -> HOLDINGS.on(connection).set("jobs", ids).list(JobNotes::read))
        .forEach(holding -> holdings.put(holding.job(), holding));
    return holdings;
  }

  /**
   * Keeps the details that a running execution tells of its progress; nothing happens if its lease
   * has ended.
   *
   * @param percent how far it is, if it says so
   */
  public void progress(long job, long fence, @Nullable Integer percent, String details) {
    checked("details", details);
    database.run(connection ->
        DETAILS
            .on(connection)
            .set("job", job)
            .set("fence", fence)
            .set("percent", percent)
            .set("details", details)
            .update());
  }

  /** Adds metadata to a job while the lease of its running execution holds. */
  public void addMetadata(long job, long fence, String metadata) {
    checked("metadata", metadata);
    merge(job, fence, metadata, null);
  }

  /** Adds metadata to a job by hand, whatever state it is in. */
  public void addMetadata(long job, String metadata, String actor) {
    checked("metadata", metadata);
    merge(job, null, metadata, actor);
  }

  private void merge(long job, @Nullable Long fence, String metadata, @Nullable String actor) {
    database.run(connection -> {
      Optional<Integer> length =
          MERGE
              .on(connection)
              .set("job", job)
              .set("fence", fence)
              .set("metadata", metadata)
              .first(row -> row.getInt("length"));
      if (length.isEmpty() && fence == null) {
        throw Jobs.unknown(job);
      }
      if (length.orElse(0) > LONGEST) {
        throw tooLong("metadata", metadata);
      }
      if (actor != null) {
        audit.job(connection, "job.changed", actor, job, "{}");
      }
    });
  }

  static void checked(String field, String json) {
    Json.checkObject(field, json);
    if (json.length() > LONGEST) {
      throw tooLong(field, json);
    }
  }

  private static InvalidInput tooLong(String field, String json) {
    return new InvalidInput(
        field, json, "must be a JSON object of at most " + LONGEST + " characters");
  }

  private static Holding read(ResultSet row) throws SQLException {
    return new Holding(
        row.getLong("job"),
        Taken.nullableLong(row, "fence"),
        row.getString("worker"),
        row.getString("version"),
        row.getString("details"),
        Taken.nullableInstant(row, "paused_at"),
        Duration.ofMillis(row.getLong("retry_base_ms")),
        Taken.nullableLong(row, "schedule"),
        Taken.nullableInstant(row, "due_at"),
        Taken.nullableInstant(row, "started_at"),
        Census.millis(row, "ran_ms"),
        Taken.instant(row, "changed_at"));
  }
}
