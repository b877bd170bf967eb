package dev.rota.engine;

import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.sql.Call;
import dev.rota.engine.sql.Columns;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * BareJobs are new jobs that say nothing but kind, queue, priority and payload, as most do: smaller
 * statements store them, and may start them at once.
 */
final class BareJobs {
  private static final Sql ENQUEUE = Statements.sql("enqueue_bare");
  private static final Sql START = Statements.sql("enqueue_started");

  private final List<NewJob> jobs;
  private final int[] routes;

  /**
   * @param routes the route of each
   */
  BareJobs(List<NewJob> jobs, int[] routes) {
    this.jobs = jobs;
    this.routes = routes;
  }

  /**
   * A Stored is a job as it was stored: waiting for a claim, or with a lease that holds already.
   */
  record Stored(long job, @Nullable Lease lease) {}

  static boolean are(List<NewJob> jobs) {
    return jobs.stream().allMatch(BareJobs::isBare);
  }

  private static boolean isBare(NewJob job) {
    return JobCopy.takes(job)
        && job.schedule() == null
        && job.maxRetries() == null
        && job.retry() == null
        && job.tags().isEmpty()
        && Enqueuer.metadata(job) == null;
  }

  /** Stores them all, to wait for a claim. */
  List<Long> store(Connection connection) throws SQLException {
    return store(connection, 0, false);
  }

  /**
   * The same on a node.
   *
   * @param announces whether it tells other nodes of a single job
   */
  List<Long> store(Connection connection, int node, boolean announces) throws SQLException {
    return call(ENQUEUE, connection)
        .set("worker", node)
        .set("announce", announces)
        .list(row -> row.getLong("id"));
  }

  /** Stores them all; the first of them start at once on a worker that has kept so many places. */
  List<Stored> start(Connection connection, int worker, int places) throws SQLException {
    List<Stored> stored = new ArrayList<>();
    call(START, connection)
        .set("worker", worker)
        .set("places", places)
        .list(row -> stored.add(stored(row, jobs.get(stored.size()))));
    return stored;
  }

  private Call call(Sql sql, Connection connection) throws SQLException {
    return sql.on(connection)
        .set("routes", routes)
        .set("priorities", Enqueuer.priorities(jobs))
        .set("payloads", Enqueuer.texts(jobs, NewJob::payload))
        .set("traces", Enqueuer.texts(jobs, NewJob::trace))
        .set("created_bys", Enqueuer.texts(jobs, Enqueuer::creator));
  }

  private static Stored stored(ResultSet row, NewJob job) throws SQLException {
    long fence = row.getLong("fence");
    return new Stored(row.getLong("id"), fence == 0 ? null : lease(row, fence, job));
  }

  private static Lease lease(ResultSet row, long fence, NewJob job) throws SQLException {
    Long timeout = Columns.nullableLong(row, "timeout_ms");
    return new Lease(
        row.getLong("id"),
        fence,
        job.kind(),
        job.queue(),
        job.payload(),
        1,
        0,
        row.getInt("max_retries"),
        job.priority(),
        timeout == null ? null : Duration.ofMillis(timeout),
        job.tags(),
        job.metadata(),
        job.trace(),
        Instant.EPOCH.plus(row.getLong("now_us"), ChronoUnit.MICROS),
        "{}",
        Columns.limits(row));
  }
}
