package dev.rota.engine;

import dev.rota.RotaException;
import dev.rota.engine.archive.Archive;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A JobPruner makes the partitions of the days to come and drops those that lie before the
 * retention. What must be kept (live jobs, the newest executions of a schedule) is moved out of
 * them first; what is to go is archived, if there is an archive.
 */
final class JobPruner {
  private static final System.Logger LOG = System.getLogger(JobPruner.class.getName());
  private static final Sql MAKE = Statements.sql("make_partitions");
  private static final Sql DROPPABLE = Statements.sql("droppable_partitions");
  private static final Sql RETIRE = Statements.sql("retire_partition");
  private static final Sql SWEEP = Statements.sql("sweep_kept");
  private static final Duration BETWEEN_SWEEPS = Duration.ofDays(1);

  private final Database database;
  private final EngineOptions options;
  private final Archive archive;
  private long nextSweep = System.nanoTime();

  JobPruner(Database database, EngineOptions options, Archive archive) {
    this.database = database;
    this.options = options;
    this.archive = archive;
  }

  private record Partition(String name, long end) {
    /** Executions go before jobs: a job is kept as long as one of its executions is. */
    int order() {
      return name.startsWith("job") ? 1 : 0;
    }
  }

  /** Makes what is missing and drops what is over; gives how many partitions went. */
  int prune() {
    database.run(c -> MAKE.on(c).set("span_days", spanDays()).one(row -> row.getInt("made")));
    if (archive.isOn()) {
      return archive.isReady() ? archiveAll() : 0;
    }
    archive.warnIfStuck();
    return dropAll();
  }

  private int dropAll() {
    int dropped = 0;
    for (Partition partition : droppable()) {
      dropped += retire(partition.name(), () -> Optional.of(drop(partition.name()))) ? 1 : 0;
    }
    database.run(c ->
        SWEEP
            .on(c)
            .set("retention_ms", options.retention().toMillis())
            .set("kept", options.keptPerSchedule())
            .one(row -> row.getLong("gone")));
    return dropped;
  }

  /**
   * One span after the other, so that a job goes into its file together with its executions, and
   * with what outlived an earlier partition. Without a span that is swept once a day: each time
   * makes files.
   */
  private int archiveAll() {
    int dropped = 0;
    TreeMap<Long, List<Partition>> spans =
        droppable().stream()
            .collect(Collectors.groupingBy(Partition::end, TreeMap::new, Collectors.toList()));
    for (List<Partition> span : spans.values()) {
      for (Partition partition : span) {
        if (!retire(partition.name(), () -> setAside(partition.name()))) {
          return dropped;
        }
        dropped++;
      }
      if (!sweepAside()) {
        return dropped;
      }
    }
    if (spans.isEmpty() && System.nanoTime() - nextSweep >= 0) {
      sweepAside();
    }
    return dropped;
  }

  private Optional<Long> setAside(String name) {
    return archive.setAside(name, options.retention(), options.keptPerSchedule());
  }

  private boolean sweepAside() {
    nextSweep = System.nanoTime() + BETWEEN_SWEEPS.toNanos();
    archive.sweep(options.retention(), options.keptPerSchedule());
    return archive.store();
  }

  /**
   * Weeks when weeks are kept, else days: few partitions, and nothing kept for much longer than
   * asked.
   */
  private int spanDays() {
    return options.retention().compareTo(Duration.ofDays(14)) >= 0 ? 7 : 1;
  }

  private List<Partition> droppable() {
    return database
        .transact(c ->
            DROPPABLE
                .on(c)
                .set("retention_ms", options.retention().toMillis())
                .list(row -> new Partition(row.getString("name"), row.getLong("to_id"))))
        .stream()
        .sorted(Comparator.comparingInt(Partition::order))
        .toList();
  }

  private long drop(String name) {
    return database.transact(c ->
        RETIRE
            .on(c)
            .set("name", name)
            .set("retention_ms", options.retention().toMillis())
            .set("kept", options.keptPerSchedule())
            .one(row -> row.getLong("moved")));
  }

  /** A Way takes a partition away and gives how many rows it kept; empty if it could not now. */
  private interface Way {
    Optional<Long> go();
  }

  private static boolean retire(String name, Way way) {
    try {
      Optional<Long> moved = way.go();
      moved.ifPresent(
          rows -> LOG.log(Level.INFO, "dropped partition={0} kept_rows={1}", name, rows));
      return moved.isPresent();
    } catch (RotaException e) {
      // Somebody uses it right now: the next run tries again.
      LOG.log(Level.WARNING, "could not drop partition={0}: {1}", name, e.getMessage());
      return false;
    }
  }
}
