package dev.rota.engine;

import dev.rota.RetryPolicy;
import dev.rota.Rules;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Queues are set up, paused, resumed and looked at here. A queue comes to be with its first job or
 * its first setting.
 */
public final class Queues {
  private static final Sql OF_JOBS = Statements.sql("queues_of_jobs");
  private static final Sql PUT = Statements.sql("put_queue");
  private static final Sql SET_SLOTS = Statements.sql("set_slots");
  private static final Sql ADOPT_SLOTS = Statements.sql("adopt_slots");
  private static final Sql RECOUNT = Statements.sql("recount_keys");
  private static final Sql PAUSE = Statements.sql("pause_queue");
  private static final Sql QUEUES = Statements.sql("queues");
  private static final Sql DEPTHS = Statements.sql("depths");

  private final Database database;
  private final Runnable changed;
  private final Announcer announcer;
  private final AuditTrail audit;

  Queues(Database database, Runnable changed, Announcer announcer, AuditTrail audit) {
    this.database = database;
    this.changed = changed;
    this.announcer = announcer;
    this.audit = audit;
  }

  /** How many live jobs of a queue and kind are in a state. */
  public record Depth(String queue, String kind, String state, long jobs) {}

  /** Creates a queue or changes its settings; running jobs count against new limits at once. */
  public void put(String name, QueueSettings settings, String actor) {
    Rules.name("queue", name);
    Rules.name("actor", actor);
    database.run(connection -> {
      put(connection, name, settings);
      if (settings.inCluster() != null) {
        countRunning(connection, name, settings.inCluster());
      }
      audit.queue(connection, "queue.changed", actor, name, "{}");
    });
    changed.run();
  }

  /** Nothing of a paused queue is claimed; what runs goes on. */
  public void pause(String name, String actor) {
    setPaused(name, true, actor);
  }

  public void resume(String name, String actor) {
    setPaused(name, false, actor);
    announcer.ready(List.of(0));
  }

  public Optional<Queue> get(String name) {
    return rows(name).stream().findFirst();
  }

  /** The queues that these jobs are on. */
  public List<String> of(List<Long> jobs) {
    return database.transact(connection ->
        OF_JOBS
            .on(connection)
            .set("jobs", jobs.stream().mapToLong(Long::longValue).toArray())
            .list(row -> row.getString("queue")));
  }

  public List<Queue> list() {
    return rows(null);
  }

  /** Counts live jobs; its cost grows with their number. */
  public List<Depth> depths() {
    return database.transact(connection ->
        DEPTHS
            .on(connection)
            .list(row ->
                new Depth(
                    row.getString("queue"),
                    row.getString("kind"),
                    row.getString("state"),
                    row.getLong("jobs"))));
  }

  private static void put(Connection connection, String name, QueueSettings settings)
      throws SQLException {
    PUT.on(connection)
        .set("name", name)
        .set("node_limit", settings.perNode())
        .set("cluster_limit", settings.inCluster())
        .set("rate_count", settings.rate())
        .set("rate_period_ms", Enqueuer.millis(settings.ratePeriod()))
        .set("max_retries", settings.maxRetries())
        .set("retry", Enqueuer.composite(settings.retry()))
        .set("timeout_ms", Enqueuer.millis(settings.timeout()))
        .set("recovery_boost", settings.recoveryBoost())
        .set("limits", Enqueuer.composite(settings.limits()))
        .update();
  }

  private static void countRunning(Connection connection, String name, int cap)
      throws SQLException {
    long key =
        SET_SLOTS.on(connection).set("queue", name).set("cap", cap).one(row -> row.getLong("key"));
    ADOPT_SLOTS.on(connection).set("queue", name).update();
    RECOUNT.on(connection).set("keys", new long[] {key}).update();
  }

  private void setPaused(String name, boolean paused, String actor) {
    Rules.name("queue", name);
    Rules.name("actor", actor);
    database.run(connection -> {
      PAUSE.on(connection).set("name", name).set("paused", paused).update();
      audit.queue(connection, paused ? "queue.paused" : "queue.resumed", actor, name, "{}");
    });
  }

  private List<Queue> rows(@Nullable String name) {
    return database.transact(
        connection -> QUEUES.on(connection).set("name", name).list(Queues::read));
  }

  private static Queue read(ResultSet row) throws SQLException {
    return new Queue(
        row.getString("name"),
        row.getBoolean("paused"),
        Taken.nullableInstant(row, "paused_at"),
        new QueueSettings(
            nullableInt(row, "node_limit"),
            nullableInt(row, "cluster_limit"),
            nullableInt(row, "rate_count"),
            duration(row, "rate_period_ms"),
            nullableInt(row, "max_retries"),
            retry(row),
            duration(row, "timeout_ms"),
            row.getInt("recovery_boost"),
            Columns.limits(row)));
  }

  private static @Nullable RetryPolicy retry(ResultSet row) throws SQLException {
    Duration base = duration(row, "retry_base_ms");
    Duration cap = duration(row, "retry_cap_ms");
    return base == null || cap == null
        ? null
        : new RetryPolicy(base, row.getDouble("retry_factor"), cap, row.getDouble("retry_jitter"));
  }

  private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
    Long millis = Taken.nullableLong(row, column);
    return millis == null ? null : Duration.ofMillis(millis);
  }

  private static @Nullable Integer nullableInt(ResultSet row, String column) throws SQLException {
    Long value = Taken.nullableLong(row, column);
    return value == null ? null : value.intValue();
  }
}
