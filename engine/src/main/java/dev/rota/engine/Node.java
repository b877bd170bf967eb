package dev.rota.engine;

import dev.rota.engine.archive.Archive;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A Node is one engine's running parts and the loops that keep them going. */
final class Node implements AutoCloseable {
  private static final Sql RUNS = Statements.sql("runs_of_worker");
  private static final Sql LET_GO = Statements.sql("let_go");
  private static final Duration EVERY_SWEEP = Duration.ofSeconds(30);
  private static final Duration EVERY_PRUNE = Duration.ofMinutes(10);

  private final EngineOptions options;
  private final Database database;
  private final Routes routes;
  private final Lanes lanes = new Lanes();
  private final Limits limits = new Limits();
  private final Turns turns = new Turns();
  private final Windows windows;
  private final Doorbell doorbell = new Doorbell();
  private final Announcer announcer;
  private final Handover handover = new Handover(this);
  private final Membership membership;
  private final Claimer claimer;
  private final Leases leases;
  private final Pulse pulse;
  private final Census census;
  private final QueueHistory history;
  private final Leadership leadership;
  private final FloorKeeper floorKeeper;
  private final DuePromoter duePromoter;
  private final TenantQuotas tenantQuotas;
  private final LeaseReaper leaseReaper;
  private final KeySweeper keySweeper;
  private final Resolver resolver;
  private final ExecutionTally executionTally;
  private final Archive archive;
  private final JobPruner jobPruner;
  private final List<Loop> loops = new ArrayList<>();
  private final List<AutoCloseable> ears = new ArrayList<>();
  private final List<EngineSource> sources = new CopyOnWriteArrayList<>();
  private final AtomicBoolean awaited = new AtomicBoolean();
  private final AtomicBoolean doubts = new AtomicBoolean(true);
  private Set<Long> suspects = Set.of();
  private boolean closed;

  Node(DataSource source, EngineOptions options, EngineEvents events) {
    this.options = options;
    this.database = new Database(source);
    this.routes = new Routes(database);
    this.windows = new Windows(database, Node::letGo, this::settingsChanged);
    this.membership = new Membership(database, options);
    this.announcer = new Announcer(database, doorbell);
    this.tenantQuotas = new TenantQuotas(database, this::settingsChanged);
    this.claimer = new Claimer(routes, lanes, limits, windows, turns, doorbell, tenantQuotas);
    this.pulse = new Pulse(database, events);
    this.census = new Census(database);
    this.history = new QueueHistory(database);
    this.leases = new Leases(database, claimer, limits, announcer, pulse);
    this.leadership = new Leadership(database, membership);
    this.floorKeeper = new FloorKeeper(database, lanes);
    this.duePromoter = new DuePromoter(database, floorKeeper, announcer);
    this.leaseReaper = new LeaseReaper(database, options.quarantineAfter(), announcer, events);
    this.keySweeper = new KeySweeper(database, announcer);
    this.resolver = new Resolver(database, announcer);
    this.executionTally = new ExecutionTally(database);
    this.archive = new Archive(database, options.archive(), options.name());
    this.jobPruner = new JobPruner(database, options, archive);
    refresh();
  }

  /** Starts the loops; a node that is not started does its duties only when it is told to. */
  void start() {
    loops.add(Loop.start("heartbeat", this::beat));
    loops.add(Loop.start("floors", floorKeeper::tick));
    loops.add(Loop.start("watch", this::watch));
    loops.add(Loop.start("pulse", () -> pulse.write(worker())));
    Loop resolving = Loop.start("resolver", this::resolve);
    loops.add(resolving);
    announcer.resolves(() -> {
      awaited.set(true);
      resolving.wake();
    });
    if (options.listen()) {
      ears.add(new Listener(database.source(), this::hear));
    }
    if (options.housekeeping()) {
      loops.add(Loop.start("leader", leadership::campaign));
      loops.add(
          Loop.start("promoter", () -> leading(duePromoter::promote, Duration.ofMillis(200))));
      loops.add(Loop.start("reaper", () -> leading(this::reap, Duration.ofSeconds(1))));
      loops.add(Loop.start("sweeper", () -> leading(this::sweep, Duration.ofSeconds(1))));
      loops.add(Loop.start("pruner", () -> leading(this::prune, Duration.ofSeconds(5))));
      loops.add(Loop.start("history", () -> leading(this::noteDepths, Duration.ofSeconds(5))));
    }
  }

  EngineOptions options() {
    return options;
  }

  Database database() {
    return database;
  }

  Routes routes() {
    return routes;
  }

  Lanes lanes() {
    return lanes;
  }

  Limits limits() {
    return limits;
  }

  Windows windows() {
    return windows;
  }

  Claimer claimer() {
    return claimer;
  }

  TenantQuotas tenantQuotas() {
    return tenantQuotas;
  }

  Leases leases() {
    return leases;
  }

  /** What is told of what this node does. */
  EngineEvents events() {
    return pulse;
  }

  Census census() {
    return census;
  }

  QueueHistory history() {
    return history;
  }

  Announcer announcer() {
    return announcer;
  }

  Doorbell doorbell() {
    return doorbell;
  }

  Handover handover() {
    return handover;
  }

  List<EngineSource> sources() {
    return sources;
  }

  FloorKeeper floorKeeper() {
    return floorKeeper;
  }

  LeaseReaper leaseReaper() {
    return leaseReaper;
  }

  KeySweeper keySweeper() {
    return keySweeper;
  }

  Resolver resolver() {
    return resolver;
  }

  ExecutionTally executionTally() {
    return executionTally;
  }

  Archive archive() {
    return archive;
  }

  JobPruner jobPruner() {
    return jobPruner;
  }

  DuePromoter duePromoter() {
    return duePromoter;
  }

  int worker() {
    return membership.worker();
  }

  boolean leads() {
    return leadership.leads();
  }

  /** Whether the lease lasts long enough to take on more. */
  boolean mayClaim() {
    return membership.left().compareTo(options.lease().dividedBy(4)) > 0;
  }

  /** Renews the node's lease if it is not certain to last. */
  void ensureLease() {
    if (membership.left().compareTo(options.lease().dividedBy(2)) < 0) {
      membership.beat();
    }
  }

  /**
   * An exchange ended without an answer, or leases were given up: the database may know of
   * executions that nobody runs.
   */
  void doubt() {
    doubts.set(true);
  }

  EngineSource source(Set<String> capabilities) {
    membership.add(capabilities);
    EngineSource source = new EngineSource(this, capabilities);
    sources.add(source);
    return source;
  }

  /** Every duty once, whoever leads: for tests and tools. */
  void tick() {
    membership.beat();
    watch();
    duePromoter.promote();
    leaseReaper.reap();
    resolver.resolve();
    resolver.resolveUnseen();
    sweep();
    pulse.write(worker());
    pulse.writeHistory();
    noteDepths();
  }

  /** Reads routes and settings anew. */
  void refresh() {
    routes.refresh();
    database.run(this::refreshSettings);
  }

  /** Limits, timeouts or windows were changed here. */
  void settingsChanged() {
    database.run(this::refreshSettings);
    announcer.limitsChanged();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    sources.forEach(EngineSource::close);
    loops.forEach(Loop::close);
    for (AutoCloseable ear : ears) {
      Closing.quietly(ear);
    }
    Closing.quietly(pulse::writeHistory);
    Closing.quietly(leadership::resign);
    Closing.quietly(announcer);
    Closing.quietly(membership);
  }

  private Duration leading(Loop.Task duty, Duration otherwise) throws Exception {
    return leadership.leads() ? duty.run() : otherwise;
  }

  /** How many jobs wait and run goes into the history. */
  private Duration noteDepths() {
    history.note(census.live(Duration.ZERO));
    return QueueHistory.EVERY;
  }

  private Duration beat() {
    if (!membership.beat()) {
      doubt();
    }
    announcer.alone(membership.isAlone());
    if (doubts.getAndSet(false) || !suspects.isEmpty()) {
      recoverOrphans();
    }
    return options.lease().dividedBy(4);
  }

  private void refreshSettings(Connection connection) throws SQLException {
    limits.refresh(connection);
    turns.refresh(connection);
    tenantQuotas.refresh(connection);
    windows.refresh(connection);
  }

  private static void letGo(Connection connection, Duration spread) throws SQLException {
    LET_GO.on(connection).set("spread_ms", spread.toMillis()).update();
  }

  /** Limits and windows may have been changed, and routes made, by others. */
  private Duration watch() {
    database.run(connection -> {
      refreshSettings(connection);
      routes.catchUp(connection);
    });
    return Duration.ofSeconds(1);
  }

  /**
   * The node that ended or stored something sees to it, and the one that leads to what others left.
   */
  private Duration resolve() {
    if (awaited.getAndSet(false) || leads()) {
      resolver.resolve();
      resolver.resolveUnseen();
    }
    return Duration.ofSeconds(1);
  }

  private Duration reap() {
    leaseReaper.reap();
    return options.reap();
  }

  private Duration sweep() {
    keySweeper.sweep();
    resolver.sweep();
    leaseReaper.reapUnowned();
    executionTally.count();
    return EVERY_SWEEP;
  }

  private Duration prune() {
    jobPruner.prune();
    resolver.prune(options.retention());
    return EVERY_PRUNE;
  }

  private void hear(Connection connection, String word) throws SQLException {
    if (word.startsWith(Announcer.AT)) {
      hearOfPlace(connection, word.substring(Announcer.AT.length()));
      return;
    }
    switch (word) {
      case Announcer.READY -> doorbell.ring();
      case Announcer.SOON -> doorbell.announce();
      case Announcer.LIMITS -> {
        database.run(this::refreshSettings);
        doorbell.ring();
      }
      default -> sources.forEach(EngineSource::wakeSignals);
    }
  }

  /** A node that has stored a job tells who it is, where the job is, and so is not meant itself. */
  private void hearOfPlace(Connection connection, String text) throws SQLException {
    String[] parts = text.split(" ", 2);
    if (Integer.parseInt(parts[0]) != worker()) {
      handover.take(connection, Head.parse(parts[1]));
    }
  }

  /**
   * Executions that the database believes this node to hold but that no worker here does: the
   * answer to a claim was lost, or a worker gave them up. Seen twice in a row, they are recovered.
   */
  private void recoverOrphans() {
    Set<Long> held = new HashSet<>();
    sources.forEach(source -> held.addAll(source.held()));
    List<LeaseReaper.Execution> orphans =
        database
            .transact(connection ->
                RUNS.on(connection)
                    .set("worker", worker())
                    .list(
                        row -> new LeaseReaper.Execution(row.getLong("job"), row.getLong("fence"))))
            .stream()
            .filter(run -> !held.contains(run.fence()))
            .toList();
    leaseReaper.recoverLost(
        orphans.stream().filter(run -> suspects.contains(run.fence())).toList());
    suspects = new HashSet<>(orphans.stream().map(LeaseReaper.Execution::fence).toList());
  }
}
