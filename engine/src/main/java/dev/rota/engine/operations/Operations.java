package dev.rota.engine.operations;

import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.Rules;
import dev.rota.engine.AuditTrail;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.BulkPreview;
import dev.rota.engine.Engine;
import dev.rota.engine.JobFilter;
import dev.rota.engine.Loop;
import dev.rota.engine.Page;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations are begun, looked at, cancelled and undone here, on any node; the node that leads
 * works them off, and rests so long after each batch that the queues beside it keep their speed.
 */
public final class Operations implements AutoCloseable {
  private static final Sql BEGIN = Statements.sql("begin_operation");
  private static final Sql LIST = Statements.sql("operations");
  private static final Sql RUNNING = Statements.sql("running_operations");
  private static final Sql LOCK = Statements.sql("lock_operation");
  private static final Sql CANCEL = Statements.sql("cancel_operation");
  private static final Sql CLAIM_UNDO = Statements.sql("claim_undo");
  private static final Sql FORGET_UNDO = Statements.sql("forget_undo");
  private static final Sql FORGET = Statements.sql("forget_operations");
  private static final Sql BUSY = Statements.sql("busy");
  private static final int MOST = 1_000;
  private static final int FORGOTTEN = 5_000;
  private static final Duration IDLE = Duration.ofMillis(500);
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

  private final Engine engine;
  private final Database database;
  private final OperationOptions options;
  private final AuditTrail trail = new AuditTrail();
  private @Nullable Loop loop;
  private long nextSweep = System.nanoTime();

  private Operations(Engine engine, OperationOptions options) {
    this.engine = engine;
    this.database = engine.database();
    this.options = options;
  }

  /** Works operations off while this node leads. */
  public static Operations start(Engine engine, OperationOptions options) {
    Operations operations = open(engine, options);
    operations.loop = engine.lead("operations", operations::turn, IDLE);
    return operations;
  }

  /** Works a batch of each operation off when it is told to. */
  public static Operations open(Engine engine, OperationOptions options) {
    return new Operations(engine, options);
  }

  /** What an operation would touch. */
  public BulkPreview preview(NewOperation wish) {
    return BulkPreview.of(engine, wish.change().action(), wish.filter(), wish.ids());
  }

  /** Begins an operation on the jobs that are there now. */
  public Operation begin(NewOperation wish, String actor) {
    Rules.name("actor", actor);
    JobFilter filter = wish.filter();
    Long expected = filter == null ? (Long) (long) wish.ids().size() : expected(filter);
    return database.transact(connection -> {
      long id =
          insert(connection, wish, filter == null ? JobFilter.ALL : filter, expected, null, actor);
      return read(connection, id);
    });
  }

  /**
   * Begins to cancel the jobs of a batch that have not ended. An open one is closed, so that it
   * ends with them.
   */
  public Operation cancelBatch(long batch, String actor) {
    long jobs = engine.batches().close(batch, actor).jobs();
    NewOperation wish =
        new NewOperation(new BulkChange(BulkAction.CANCEL, null, null), null, List.of(batch));
    return database.transact(
        connection -> read(connection, insert(connection, wish, JobFilter.ALL, jobs, null, actor)));
  }

  public Optional<Operation> get(long id) {
    return database.transact(connection -> find(connection, id));
  }

  /** A page of operations, newest first; {@code after} is what the page before gave as its next. */
  public Page<Operation> list(int limit, @Nullable Long after) {
    Rules.range("limit", limit, 1, MOST);
    List<Operation> found =
        database.transact(connection ->
            LIST.on(connection)
                .set("before", after == null ? Long.MAX_VALUE : after.longValue())
                .set("from", 0L)
                .set("max", limit + 1)
                .list(OperationRows::operation));
    boolean more = found.size() > limit;
    List<Operation> shown = more ? found.subList(0, limit) : found;
    return new Page<>(shown, more ? (Long) shown.getLast().id() : null);
  }

  /** Stops an operation; what it has done stays done. */
  public Operation cancel(long id, String actor) {
    Rules.name("actor", actor);
    return database.transact(connection -> {
      Operation operation = read(connection, id);
      boolean stopped =
          CANCEL
              .on(connection)
              .set("id", id)
              .set("actor", actor)
              .set("undoable", operation.isUndoable())
              .first(row -> row.getLong("id"))
              .isPresent();
      if (!stopped) {
        throw conflict(id, "is not running: it is " + read(connection, id).status().word());
      }
      note(connection, "operation.cancelled", actor, operation);
      return read(connection, id);
    });
  }

  /** Takes back what an operation did, by an operation of its own. */
  public Operation undo(long id, String actor) {
    Rules.name("actor", actor);
    return database.transact(connection -> {
      Operation undone = read(connection, id);
      checkUndo(undone);
      NewOperation wish = new NewOperation(undone.change(), null, List.of(0L));
      long undoing = insert(connection, wish, JobFilter.ALL, undone.done(), id, actor);
      boolean free =
          CLAIM_UNDO
              .on(connection)
              .set("id", id)
              .set("undoing", undoing)
              .first(row -> row.getLong("id"))
              .isPresent();
      if (!free) {
        throw conflict(id, "was undone already, or its hour is over");
      }
      return read(connection, undoing);
    });
  }

  /** Works one batch of each running operation off; gives how many are left. */
  public int work() {
    List<Long> running = database.transact(c -> RUNNING.on(c).list(row -> row.getLong("id")));
    int left = 0;
    for (long id : running) {
      left += database.transact(connection -> batch(connection, id)) ? 1 : 0;
    }
    return left;
  }

  /** Forgets what can no longer be undone. */
  public void sweep() {
    while (forgetSome() == FORGOTTEN) {
      // more are over
    }
    database.run(connection -> FORGET.on(connection).update());
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.close();
    }
  }

  private Duration turn() {
    long start = System.nanoTime();
    if (work() == 0) {
      if (start - nextSweep >= 0) {
        nextSweep = start + BETWEEN_SWEEPS.toNanos();
        sweep();
      }
      return IDLE;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return isBusy() ? took.multipliedBy(options.restWhenBusy()) : Duration.ZERO;
  }

  private boolean isBusy() {
    return database.transact(c -> BUSY.on(c).one(row -> row.getBoolean("busy")));
  }

  private long forgetSome() {
    return database.transact(
        c -> FORGET_UNDO.on(c).set("max", FORGOTTEN).one(row -> row.getLong("gone")));
  }

  /** Whether there is more to do. */
  private boolean batch(Connection connection, long id) throws SQLException {
    if (LOCK.on(connection).set("id", id).first(row -> row.getLong("id")).isEmpty()) {
      return false;
    }
    Operation operation = read(connection, id);
    boolean over = new Batch(engine, operation, options.batch()).run(connection);
    if (over) {
      note(connection, "operation.completed", operation.createdBy(), read(connection, id));
    }
    return !over;
  }

  private @Nullable Long expected(JobFilter filter) {
    var count = engine.jobs().count(filter);
    return count.more() ? null : (Long) count.counted();
  }

  private long insert(
      Connection connection,
      NewOperation wish,
      JobFilter filter,
      @Nullable Long expected,
      @Nullable Long undoOf,
      String actor)
      throws SQLException {
    long id =
        OperationRows.set(BEGIN.on(connection), filter)
            .set("action", wish.change().action().word())
            .set("priority", wish.change().priority())
            .set("queue", wish.change().queue())
            .set("by_ids", undoOf == null && wish.filter() == null)
            .set("ids", wish.ids().stream().mapToLong(Long::longValue).toArray())
            .set("expected", expected)
            .set("undo_of", undoOf)
            .set("actor", actor)
            .one(row -> row.getLong("id"));
    note(connection, "operation.started", actor, read(connection, id));
    return id;
  }

  private static void checkUndo(Operation operation) {
    if (!operation.isUndoable()) {
      throw conflict(operation.id(), "cannot be undone: its action is " + operation.action());
    }
    if (operation.status() == Operation.Status.RUNNING) {
      throw conflict(operation.id(), "is still running: cancel it before it is undone");
    }
    if (operation.undoUntil() == null) {
      throw conflict(operation.id(), "cannot be undone: it changed nothing, or its hour is over");
    }
  }

  private static RotaException conflict(long id, String rule) {
    return new RotaException("conflict", "operation " + id + " " + rule);
  }

  private static Optional<Operation> find(Connection connection, long id) throws SQLException {
    return LIST.on(connection)
        .set("before", id + 1)
        .set("from", id)
        .set("max", 1)
        .first(OperationRows::operation);
  }

  private static Operation read(Connection connection, long id) throws SQLException {
    return find(connection, id)
        .orElseThrow(() -> new RotaException("not-found", "there is no operation " + id));
  }

  private void note(Connection connection, String type, String actor, Operation operation)
      throws SQLException {
    trail.other(
        connection,
        type,
        actor,
        "{\"operation\": \"%d\", \"action\": %s, \"done\": %d, \"matched\": %d, \"undo_of\": %s}"
            .formatted(
                operation.id(),
                Json.quote(operation.action()),
                operation.done(),
                operation.matched(),
                operation.undoOf()));
  }
}
