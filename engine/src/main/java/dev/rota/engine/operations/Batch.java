package dev.rota.engine.operations;

import dev.rota.engine.BulkResult;
import dev.rota.engine.BulkResult.Changed;
import dev.rota.engine.Engine;
import dev.rota.engine.JobFilter;
import dev.rota.engine.JobWalk;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Batch is the next few jobs of an operation, changed in one transaction that also writes down
 * how far the operation is: whoever goes on after a crash goes on behind it.
 */
final class Batch {
  private static final Sql NEXT_IDS = Statements.sql("next_ids");
  private static final Sql NEXT_UNDONE = Statements.sql("next_undone");
  private static final Sql KEEP = Statements.sql("keep_undo");
  private static final Sql ADVANCE = Statements.sql("advance_operation");
  private static final Sql SKIPS = Statements.sql("note_skips");
  private static final long LONGEST_NANOS = 100_000_000;

  private final Engine engine;
  private final Operation operation;
  private final int size;
  private final JobWalk walk;

  Batch(Engine engine, Operation operation, int size) {
    this.engine = engine;
    this.operation = operation;
    this.size = size;
    this.walk = engine.walk();
  }

  /** Changes the next jobs; tells whether none are left. */
  boolean run(Connection connection) throws SQLException {
    Long undoOf = operation.undoOf();
    return undoOf == null ? change(connection) : undo(connection, undoOf);
  }

  private boolean change(Connection connection) throws SQLException {
    JobFilter filter = operation.filter();
    JobWalk.Step found = filter == null ? named(connection) : matching(connection, filter);
    Database.allowHashes(connection);
    BulkResult result =
        engine
            .manyJobs()
            .change(
                connection,
                operation.change(),
                found.jobs(),
                filter == null ? Set.of() : filter.states(),
                operation.createdBy());
    if (operation.isUndoable()) {
      keep(connection, result.changed());
    }
    return advance(connection, found.jobs().size(), result, found.edge());
  }

  private JobWalk.Step named(Connection connection) throws SQLException {
    List<Long> jobs =
        NEXT_IDS
            .on(connection)
            .set("id", operation.id())
            .set("max", size)
            .list(row -> row.getLong("job"));
    return new JobWalk.Step(jobs, jobs.size() < size ? 0 : jobs.getLast());
  }

  /** Looks on for a while where few jobs match. */
  private JobWalk.Step matching(Connection connection, JobFilter filter) throws SQLException {
    long end = System.nanoTime() + LONGEST_NANOS;
    List<Long> jobs = new ArrayList<>();
    long edge = operation.nextBelow();
    do {
      JobWalk.Step step = walk.step(connection, filter, edge, size, operation.createdAt());
      jobs.addAll(step.jobs());
      edge = step.edge();
    } while (edge > 0 && jobs.size() < size / 2 && System.nanoTime() < end);
    return new JobWalk.Step(jobs, edge);
  }

  private boolean undo(Connection connection, long undoOf) throws SQLException {
    Database.pin(connection);
    Database.allowHashes(connection);
    List<Changed> jobs =
        new ArrayList<>(
            NEXT_UNDONE
                .on(connection)
                .set("id", undoOf)
                .set("before", operation.nextBelow())
                .set("max", size)
                .list(row ->
                    new Changed(
                        row.getLong("job"),
                        row.getString("at"),
                        row.getString("was"),
                        row.getString("live"))));
    jobs.sort(Comparator.comparingLong(Changed::job));
    BulkResult result = engine.bulkUndo().undo(connection, operation.change(), jobs);
    long edge = jobs.size() < size ? 0 : jobs.getFirst().job();
    return advance(connection, jobs.size(), result, edge);
  }

  private void keep(Connection connection, List<Changed> changed) throws SQLException {
    KEEP.on(connection)
        .set("id", operation.id())
        .set("jobs", changed.stream().mapToLong(Changed::job).toArray())
        .set("ats", texts(changed, Changed::at))
        .set("was", texts(changed, Changed::was))
        .set("lives", texts(changed, Changed::live))
        .update();
  }

  private boolean advance(Connection connection, int matched, BulkResult result, long edge)
      throws SQLException {
    if (!result.skipped().isEmpty()) {
      SKIPS
          .on(connection)
          .set("id", operation.id())
          .set("reasons", result.skipped().keySet().toArray(String[]::new))
          .set("counts", result.skipped().values().stream().mapToInt(Integer::intValue).toArray())
          .update();
    }
    ADVANCE
        .on(connection)
        .set("id", operation.id())
        .set("next_below", edge)
        .set("matched", matched)
        .set("done", result.changed().size())
        .set("undoable", operation.isUndoable())
        .update();
    return edge == 0;
  }

  private static @Nullable String[] texts(
      List<Changed> changed, Function<Changed, @Nullable String> part) {
    @Nullable String[] texts = new @Nullable String[changed.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = part.apply(changed.get(i));
    }
    return texts;
  }
}
