package dev.rota.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rota.JobSource;
import dev.rota.Rules;
import dev.rota.engine.archive.Archive;
import dev.rota.engine.backup.Backup;
import dev.rota.engine.pages.Pages;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Migrator;
import dev.rota.engine.sql.PromptSockets;
import dev.rota.engine.windows.Windows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An Engine is one node of a durable job queue on PostgreSQL. Any number of them may share a
 * database.
 *
 * <pre>{@code
 * try (Engine engine = Engine.start(dataSource)) {
 *   engine.jobs().enqueue(NewJob.of("greet", "{\"name\": \"Ada\"}"));
 *   try (Worker worker = Worker.on(engine.source()).queue("default", 10).handle("greet", job -> …).start()) { … }
 * }
 * }</pre>
 */
public final class Engine implements AutoCloseable {
  private final Node node;
  private final Jobs jobs;
  private final Queues queues;
  private final Tenants tenants;
  private final Batches batches;
  private final Workers workers;
  private final JobPicker picker;
  private final JobNotes notes;
  private final EventLog eventLog;
  private final Pages pages;
  private final ManyJobs manyJobs;
  private final Loads loads;
  private final @Nullable HikariDataSource pool;

  private Engine(
      DataSource source,
      EngineOptions options,
      EngineEvents events,
      @Nullable HikariDataSource pool) {
    this.pool = pool;
    this.node = new Node(source, options, events);
    Database database = node.database();
    Enqueuer enqueuer = new Enqueuer(node.routes(), options.payloadLimit());
    JobControl control =
        new JobControl(database, node.windows(), node.announcer(), node.leaseReaper());
    this.jobs =
        new Jobs(
            database,
            enqueuer,
            node.handover(),
            control,
            new JobList(database, node.windows()),
            new Explainer(database, control, node.windows()),
            node.announcer(),
            node.events());
    this.batches =
        new Batches(database, enqueuer, node.windows(), node.resolver(), node.announcer());
    this.workers = new Workers(database);
    this.picker = new JobPicker(node, control, node.events());
    this.notes = new JobNotes(database);
    this.eventLog = new EventLog(database);
    this.pages = new Pages(database);
    this.manyJobs = new ManyJobs(node.routes(), node.announcer());
    this.loads = new Loads(database, node.routes(), node.lanes());
    this.queues = new Queues(database, node::settingsChanged, node.announcer(), new AuditTrail());
    this.tenants = new Tenants(database, node::settingsChanged, new AuditTrail());
  }

  /** Starts a node on a database of the caller's, with defaults; migrates it first. */
  public static Engine start(DataSource source) {
    return start(source, EngineOptions.builder().build(), EngineEvents.NONE);
  }

  public static Engine start(DataSource source, EngineOptions options, EngineEvents events) {
    Engine engine = open(source, options, events);
    engine.node.start();
    return engine;
  }

  /** Starts a node with a connection pool of its own. */
  public static Engine start(
      String url,
      @Nullable String user,
      @Nullable String password,
      EngineOptions options,
      EngineEvents events) {
    HikariDataSource pool = pool(url, user, password);
    try {
      migrate(pool);
      Engine engine = new Engine(pool, options, events, pool);
      engine.node.start();
      return engine;
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * A node without loops of its own, whose duties run when {@link #tick()} is called: for tests and
   * tools.
   */
  public static Engine open(DataSource source, EngineOptions options, EngineEvents events) {
    migrate(source);
    return new Engine(source, options, events, null);
  }

  /** Brings the schema to what this version needs; gives the migrations that were applied. */
  public static List<String> migrate(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return migrate(connection);
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  /** The same on a connection of the caller's. */
  public static List<String> migrate(Connection connection) throws SQLException {
    return Statements.migrations().migrate(connection);
  }

  /** A PendingMigration is one that this version needs and the database has not had. */
  public record PendingMigration(String name, String sql) {}

  /** What {@link #migrate} would apply; changes nothing. */
  public static List<PendingMigration> pendingMigrations(DataSource source) {
    try (Connection connection = source.getConnection()) {
      Migrator migrator = Statements.migrations();
      return migrator.pending(connection).stream()
          .map(name -> new PendingMigration(name, migrator.text(name)))
          .toList();
    } catch (SQLException e) {
      throw Database.translated(e);
    }
  }

  /** Backups of what is in a database. */
  public static Backup backup(DataSource source) {
    return new Backup(source, Statements.migrations());
  }

  /** What was archived of a database, for tools that read it back; brings the schema up to date. */
  public static Archive archive(DataSource source) {
    migrate(source);
    return new Archive(new Database(source), null, Membership.host());
  }

  /** Where finished jobs go before they are dropped. */
  public Archive archive() {
    return node.archive();
  }

  public Jobs jobs() {
    return jobs;
  }

  public Queues queues() {
    return queues;
  }

  /** How many jobs tenants may start within a period. */
  public TenantQuotas tenantQuotas() {
    return node.tenantQuotas();
  }

  public Tenants tenants() {
    return tenants;
  }

  public Batches batches() {
    return batches;
  }

  public Workers workers() {
    return workers;
  }

  public JobPicker picker() {
    return picker;
  }

  public JobNotes notes() {
    return notes;
  }

  public Census census() {
    return node.census();
  }

  /** The changes of many jobs at once. */
  public ManyJobs manyJobs() {
    return manyJobs;
  }

  /** A walk through the jobs that match a filter. */
  public JobWalk walk() {
    return new JobWalk();
  }

  /** What takes them back. */
  public BulkUndo bulkUndo() {
    return new BulkUndo(manyJobs, node.announcer());
  }

  /** How much queues have to do, and who is there to do it. */
  public Loads loads() {
    return loads;
  }

  /** What crawls have fetched. */
  public Pages pages() {
    return pages;
  }

  /** Waits until there may be work, for facades that let remote workers wait. */
  public void awaitWork(Duration atMost) throws InterruptedException {
    node.doorbell().await(node.doorbell().rings(), atMost);
  }

  /** Lets everybody look who waits until there may be work. */
  public void endWaits() {
    node.doorbell().ring();
  }

  /** What happened and who did it. */
  public EventLog eventLog() {
    return eventLog;
  }

  /** What happened to the jobs of queues over time. */
  public QueueHistory history() {
    return node.history();
  }

  public Windows windows() {
    return node.windows();
  }

  /** The leases, for facades that speak for remote workers. */
  public Leases leases() {
    return node.leases();
  }

  /** A source for workers in this process, with the capabilities of the node. */
  public JobSource source() {
    return node.source(node.options().capabilities());
  }

  public JobSource source(Set<String> capabilities) {
    return node.source(capabilities);
  }

  /** Recovers jobs that have been silent for this long. */
  public Recovered recover(Duration silence) {
    Rules.range("silence", silence, Duration.ZERO, Rules.FURTHEST);
    return node.leaseReaper().recoverSilent(silence);
  }

  /** Does every duty once, whoever leads. */
  public void tick() {
    node.tick();
  }

  /** Makes the partitions to come and drops those that are over; gives how many were dropped. */
  public int prune() {
    return node.jobPruner().prune();
  }

  /** Starts a duty of the node that leads: its task runs while this node does. */
  public Loop lead(String name, Loop.Task task, Duration otherwise) {
    return Loop.start(name, () -> node.leads() ? task.run() : otherwise);
  }

  /** Where this engine's transactions run, for parts that have tables of their own. */
  public Database database() {
    return node.database();
  }

  public boolean leads() {
    return node.leads();
  }

  /** Whether the database answers; null if so, else why not. */
  public @Nullable String unavailable() {
    try (Connection connection = node.database().source().getConnection()) {
      return connection.isValid(2) ? null : "the database does not answer";
    } catch (SQLException e) {
      return "the database is away: " + e.getMessage();
    }
  }

  Node node() {
    return node;
  }

  @Override
  public void close() {
    node.close();
    if (pool != null) {
      pool.close();
    }
  }

  private static HikariDataSource pool(
      String url, @Nullable String user, @Nullable String password) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setPoolName("rota");
    config.setMaximumPoolSize(12);
    config.setMinimumIdle(4);
    config.setConnectionTimeout(5_000);
    config.setInitializationFailTimeout(30_000);
    config.addDataSourceProperty("ApplicationName", "rota");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("connectTimeout", "5");
    config.addDataSourceProperty("socketTimeout", "120");
    config.addDataSourceProperty("socketFactory", PromptSockets.class.getName());
    config.setExceptionOverrideClassName(StandbyOverride.class.getName());
    return new HikariDataSource(config);
  }
}
