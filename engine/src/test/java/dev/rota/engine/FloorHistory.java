package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A FloorHistory is a random life of writers, claims, floors and clocks. Writers stay open for any
 * time, set savepoints and go back to them, abort, or leave a prepared transaction behind. Now and
 * then everything that is committed and due must have been claimed, each job as often as it was to
 * be tried.
 */
final class FloorHistory {
  private static final int MOST_WRITERS = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int ROUNDS = 50;
  private static final List<String> KINDS = List.of("red", "green", "blue");

  private final FloorTest test;
  private final RandomGenerator random;
  private final List<Writer> writers = new ArrayList<>();
  private final List<Claimer> claimers = new ArrayList<>();
  private final Set<Long> committed = new HashSet<>();
  private final Set<Long> claimed = new HashSet<>();
  private final List<Lease> held = new ArrayList<>();
  private int number;
  private int late;

  FloorHistory(FloorTest test, RandomGenerator random) {
    this.test = test;
    this.random = random;
  }

  void play(int steps) throws SQLException {
    // A route that is made in a writer's own transaction is for others to wait for.
    KINDS.forEach(kind -> committed.add(test.enqueue(kind)));
    try {
      for (int i = 0; i < steps || (late == 0 && i < 10 * steps); i++) {
        step();
        if (i % 50 == 49) {
          check();
        }
      }
      for (Writer writer : List.copyOf(writers)) {
        end(writer, true);
      }
      for (Claimer claimer : List.copyOf(claimers)) {
        undo(claimer);
      }
      check();
      assertThat(late).as("jobs that came to be below a floor").isPositive();
    } finally {
      for (Writer writer : writers) {
        writer.abandon();
      }
    }
  }

  private void step() throws SQLException {
    switch (random.nextInt(16)) {
      case 0, 1 -> begin();
      case 2, 3, 4 -> write();
      case 5 -> mark();
      case 6 -> goBack();
      case 7 -> prepare();
      case 8 -> endOne(true);
      case 9 -> endOne(false);
      case 10 -> committed.add(test.engine.jobs().enqueue(job()).job());
      case 11, 12 -> claimSome();
      case 13 -> takeOutAndPerhapsPutBack();
      case 14 -> stepClock();
      default -> tick();
    }
  }

  // ---- writers ----

  /** A Writer is an open transaction and the jobs it would bring in. */
  private final class Writer {
    final Connection connection = connect();
    final String name = "writer_" + test.database.name() + "_" + ++number;
    List<Long> jobs = new ArrayList<>();
    @Nullable Savepoint savepoint;
    List<Long> before = List.of();
    boolean prepared;

    void abandon() throws SQLException {
      if (prepared) {
        finishPrepared("ROLLBACK", name);
      }
      connection.close();
    }
  }

  private void begin() {
    if (writers.size() < MOST_WRITERS) {
      writers.add(new Writer());
    }
  }

  private @Nullable Writer writer() {
    List<Writer> open = writers.stream().filter(writer -> !writer.prepared).toList();
    return open.isEmpty() ? null : open.get(random.nextInt(open.size()));
  }

  private void write() throws SQLException {
    Writer writer = writer();
    if (writer == null) {
      return;
    }
    if (random.nextInt(4) == 0) {
      // By the SQL function, which may have to bring a new route along in this transaction.
      String kind = random.nextBoolean() ? writer.name : KINDS.get(random.nextInt(KINDS.size()));
      writer.jobs.add(number(writer.connection, "SELECT rota.enqueue('" + kind + "')"));
      return;
    }
    List<NewJob> jobs = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      jobs.add(job());
    }
    test.engine
        .jobs()
        .enqueue(writer.connection, jobs)
        .forEach(enqueued -> writer.jobs.add(enqueued.job()));
  }

  private NewJob job() {
    NewJob.Builder job = NewJob.kind(KINDS.get(random.nextInt(KINDS.size())));
    if (random.nextInt(4) == 0) {
      job.delay(Duration.ofMillis(random.nextInt(1, 30)));
    }
    return job.priority(random.nextInt(3) * 10).build();
  }

  private void mark() throws SQLException {
    Writer writer = writer();
    if (writer != null) {
      writer.savepoint = writer.connection.setSavepoint();
      writer.before = List.copyOf(writer.jobs);
    }
  }

  private void goBack() throws SQLException {
    Writer writer = writer();
    if (writer != null && writer.savepoint != null) {
      writer.connection.rollback(writer.savepoint);
      writer.jobs = new ArrayList<>(writer.before);
    }
  }

  private void prepare() throws SQLException {
    Writer writer = writer();
    if (writer != null && writers.stream().filter(w -> w.prepared).count() < 3) {
      execute(writer.connection, "PREPARE TRANSACTION '" + writer.name + "'");
      writer.prepared = true;
      writer.connection.close();
    }
  }

  private void endOne(boolean commit) throws SQLException {
    if (!writers.isEmpty()) {
      end(writers.get(random.nextInt(writers.size())), commit);
    }
  }

  private void end(Writer writer, boolean commit) throws SQLException {
    if (writer.prepared) {
      finishPrepared(commit ? "COMMIT" : "ROLLBACK", writer.name);
    } else if (commit) {
      writer.connection.commit();
    } else {
      writer.connection.rollback();
    }
    writers.remove(writer);
    writer.connection.close();
    if (commit) {
      committed.addAll(writer.jobs);
      late += (int) writer.jobs.stream().filter(this::isBelowItsFloor).count();
    }
  }

  private void finishPrepared(String how, String name) throws SQLException {
    try (Connection other = test.database.connect()) {
      execute(other, how + " PREPARED '" + name + "'");
    }
  }

  private boolean isBelowItsFloor(long job) {
    List<String> place =
        test.texts("SELECT route || ',' || lane || ',' || seq FROM rota.ready WHERE job = " + job);
    if (place.isEmpty()) {
      return false;
    }
    String[] parts = place.get(0).split(",");
    return Long.parseLong(parts[2])
        < test.engine.node().lanes().floor(Integer.parseInt(parts[0]), Short.parseShort(parts[1]));
  }

  // ---- claims ----

  /** A Claimer is a transaction that took a job out and will not go through with it. */
  private record Claimer(Connection connection) {}

  private void claimSome() {
    take(random.nextInt(1, 8));
    finishHeld(random.nextInt(8));
  }

  private int take(int max) {
    List<Lease> leases = test.claim(max);
    for (Lease lease : leases) {
      assertThat(committed).as("claimed jobs were committed").contains(lease.job());
      assertThat(claimed.add(lease.job())).as("job %s is claimed once", lease.job()).isTrue();
      held.add(lease);
    }
    return leases.size();
  }

  /** Completes some of the held jobs, and gives others back or fails them to be tried again. */
  private void finishHeld(int most) {
    List<Report> reports = new ArrayList<>();
    while (!held.isEmpty() && reports.size() < most) {
      Lease lease = held.removeLast();
      Outcome outcome =
          switch (random.nextInt(6)) {
            case 0 -> new Outcome.Released();
            case 1 -> EngineTest.failure(new Outcome.Retry.After(Duration.ZERO));
            default -> new Outcome.Completed(null);
          };
      boolean again =
          outcome instanceof Outcome.Released
              || (outcome instanceof Outcome.Failed && lease.retries() < lease.maxRetries());
      if (again) {
        claimed.remove(lease.job());
      }
      reports.add(Report.of(lease, outcome));
    }
    test.source.exchange(reports, Claim.NOTHING);
  }

  private void takeOutAndPerhapsPutBack() throws SQLException {
    if (claimers.size() < 2) {
      Claimer claimer = new Claimer(connect());
      execute(
          claimer.connection(),
          "DELETE FROM rota.ready WHERE job IN (SELECT job FROM rota.ready ORDER BY seq LIMIT 2 FOR UPDATE SKIP LOCKED)");
      claimers.add(claimer);
    } else {
      undo(claimers.get(0));
    }
  }

  private void undo(Claimer claimer) throws SQLException {
    claimer.connection().rollback();
    claimer.connection().close();
    claimers.remove(claimer);
  }

  // ---- time ----

  private void stepClock() {
    Duration by = Duration.ofMillis(random.nextInt(1, 60_000));
    if (random.nextBoolean()) {
      test.clock.advance(by);
    } else {
      test.clock.back(by);
    }
  }

  private void tick() {
    Node node = test.engine.node();
    node.ensureLease();
    node.database().run(node.routes()::catchUp);
    test.floors.tick();
    test.promoter.promote();
  }

  /** Nothing that is committed, due and free may still be waiting after some seconds. */
  private void check() throws SQLException {
    for (Claimer claimer : List.copyOf(claimers)) {
      undo(claimer);
    }
    // Claims look below their marks from time to time, so this may take a moment.
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (int round = 0; round < ROUNDS || System.nanoTime() < deadline; round++) {
      tick();
      while (take(100) > 0) {
        finishHeld(100);
      }
      if (test.count("ready") == 0) {
        break;
      }
    }
    assertThat(test.texts("SELECT r::text FROM rota.ready r"))
        .as("ready, and not claimed; floors: %s", test.engine.node().lanes().all())
        .isEmpty();
    assertThat(
            test.texts(
                "SELECT job FROM rota.delayed WHERE run_at <= rota.clock() - interval '1 second'"))
        .as("due, and not promoted")
        .isEmpty();
    TreeSet<Long> missing = new TreeSet<>(committed);
    missing.removeAll(claimed);
    test.texts("SELECT job FROM rota.delayed").forEach(id -> missing.remove(Long.valueOf(id)));
    assertThat(missing).as("neither claimed nor waiting for their time").isEmpty();
  }

  // ---- plain SQL ----

  private Connection connect() {
    try {
      Connection connection = test.database.connect();
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
