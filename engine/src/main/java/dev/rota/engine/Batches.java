package dev.rota.engine;

import dev.rota.Job;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.Parents;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Batches are made, added to and looked at here. What follows on a batch is a job from the start:
 * it waits for the batch as it would for another job.
 */
public final class Batches {
  private static final Sql CREATE = Statements.sql("create_batch");
  private static final Sql SHARE = Statements.sql("share_batch");
  private static final Sql ADD = Statements.sql("add_to_batch");
  private static final Sql NAME = Statements.sql("name_parent");
  private static final Sql CLOSE = Statements.sql("close_batch");
  private static final Sql LIST = Statements.sql("batches");
  private static final Sql JOBS = Statements.sql("batch_jobs");

  private final Database database;
  private final Enqueuer enqueuer;
  private final Windows windows;
  private final Resolver resolver;
  private final Announcer announcer;
  private final AuditTrail audit = new AuditTrail();

  Batches(
      Database database,
      Enqueuer enqueuer,
      Windows windows,
      Resolver resolver,
      Announcer announcer) {
    this.database = database;
    this.enqueuer = enqueuer;
    this.windows = windows;
    this.resolver = resolver;
    this.announcer = announcer;
  }

  /** Stores a batch with its first jobs and with what follows on it, all or nothing. */
  public Batch create(NewBatch wanted) {
    check(wanted.jobs());
    List<NewJob> following =
        Stream.of(wanted.onComplete(), wanted.onFailure()).filter(Objects::nonNull).toList();
    enqueuer.internRoutes(wanted.jobs());
    enqueuer.internRoutes(following);
    Batch made =
        database.transact(connection -> {
          List<Long> ids = Enqueuer.newIds(connection, 2);
          long id = ids.get(0);
          CREATE
              .on(connection)
              .set("id", id)
              .set("alarm", ids.get(1))
              .set("name", wanted.name())
              .set("actor", wanted.createdBy())
              .set("open", wanted.open())
              .update();
          add(connection, id, wanted.jobs());
          follow(connection, wanted, wanted.onComplete(), id);
          follow(connection, wanted, wanted.onFailure(), ids.get(1));
          return find(connection, id).orElseThrow();
        });
    changed(made.id());
    return made;
  }

  /**
   * Adds jobs to a batch that has not ended; one that is there already under its unique key stays
   * where it is.
   */
  public List<Enqueued> add(long id, List<NewJob> jobs) {
    check(jobs);
    enqueuer.internRoutes(jobs);
    List<Enqueued> added =
        database.transact(connection -> {
          share(connection, id);
          return add(connection, id, jobs);
        });
    announcer.ready(List.of(0));
    return added;
  }

  /** Lets an open batch end when its last job has. */
  public Batch close(long id, String actor) {
    Rules.name("actor", actor);
    Batch closed =
        database.transact(connection -> {
          boolean there =
              CLOSE.on(connection).set("id", id).first(row -> row.getLong("id")).isPresent();
          if (there) {
            audit.other(connection, "batch.closed", actor, "{\"batch\":\"" + id + "\"}");
          }
          return find(connection, id).orElseThrow(() -> unknown(id));
        });
    changed(id);
    return closed;
  }

  public Optional<Batch> get(long id) {
    return database.transact(connection -> find(connection, id));
  }

  /** A page of batches, newest first; those of a name if one is given. */
  public Page<Batch> list(@Nullable String name, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, 1_000);
    List<Batch> found =
        database.transact(connection -> {
          Database.pin(connection);
          return read(connection, null, name, limit + 1, after);
        });
    return page(found, limit, Batch::id);
  }

  /** A page of the jobs of a batch, newest first. */
  public Page<Job> jobs(long id, int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, 1_000);
    List<Job> found =
        database.transact(connection -> {
          find(connection, id).orElseThrow(() -> unknown(id));
          return JOBS.on(connection)
              .set("batch", id)
              .set("before", after == null ? Long.MAX_VALUE : after)
              .set("max", limit + 1)
              .list(row -> JobRows.job(row, windows.calendar()));
        });
    return page(found, limit, Job::id);
  }

  private static <T> Page<T> page(
      List<T> found, int limit, java.util.function.ToLongFunction<T> id) {
    if (found.size() <= limit) {
      return new Page<>(found, null);
    }
    List<T> page = found.subList(0, limit);
    return new Page<>(page, id.applyAsLong(page.getLast()));
  }

  private void check(List<NewJob> jobs) {
    enqueuer.check(jobs);
  }

  private List<Enqueued> add(Connection connection, long id, List<NewJob> jobs)
      throws SQLException {
    List<Enqueued> stored =
        jobs.isEmpty() ? List.of() : enqueuer.enqueue(connection, new ArrayList<>(jobs));
    ADD.on(connection)
        .set("batch", id)
        .set(
            "jobs",
            stored.stream().filter(one -> !one.duplicate()).mapToLong(Enqueued::job).toArray())
        .update();
    return stored;
  }

  private void follow(Connection connection, NewBatch batch, @Nullable NewJob job, long parent)
      throws SQLException {
    if (job != null) {
      NewJob waiting =
          job.but().dependsOn(parent).onParentFailure(Parents.NONE.onFailure()).build();
      long id = enqueuer.enqueue(connection, List.of(waiting)).getFirst().job();
      NAME.on(connection).set("name", batch.name()).set("job", id).set("parent", parent).update();
    }
  }

  private static void share(Connection connection, long id) throws SQLException {
    boolean ended =
        SHARE
            .on(connection)
            .set("id", id)
            .first(row -> row.getBoolean("ended"))
            .orElseThrow(() -> unknown(id));
    if (ended) {
      throw new RotaException(
          "batch-ended", "batch " + id + " has ended: nothing can be added to it");
    }
  }

  private void changed(long id) {
    resolver.doubt(id);
    announcer.ready(List.of(0));
    announcer.awaited();
  }

  private static Optional<Batch> find(Connection connection, long id) throws SQLException {
    return read(connection, id, null, 1, null).stream().findFirst();
  }

  private static List<Batch> read(
      Connection connection,
      @Nullable Long id,
      @Nullable String name,
      int max,
      @Nullable Long after)
      throws SQLException {
    return LIST.on(connection)
        .set("id", id)
        .set("name", name)
        .set("before", after == null ? Long.MAX_VALUE : after)
        .set("max", max)
        .list(Batch::read);
  }

  static RotaException unknown(long id) {
    return new RotaException("not-found", "there is no batch " + id);
  }
}
