package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.sql.Database;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Floors keep claims away from the dead, and never from the living. */
@ExtendWith(Seeds.class)
final class FloorTest extends EngineTest {
  private static final Duration SETTLE = Duration.ofMillis(5);

  FloorKeeper floors;
  DuePromoter promoter;

  @BeforeEach
  void keepFloors() {
    Node node = engine.node();
    floors = new FloorKeeper(node.database(), node.lanes(), SETTLE);
    promoter = new DuePromoter(node.database(), floors, node.announcer());
  }

  @Test
  void everyCommittedJobIsClaimedSoonAfterItsWriterEndsAndNoneTwice(Seed seed) throws Exception {
    new FloorHistory(this, seed.random()).play(600);
  }

  @Test
  @Tag("long")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everyCommittedJobIsClaimedSoonAfterItsWriterEndsAndNoneTwiceForLong(Seed seed)
      throws Exception {
    new FloorHistory(this, seed.random()).play(10_000);
  }

  @Test
  void aPinnedSnapshotDoesNotMakeClaimsWalkOverTheDead() throws SQLException {
    enqueue("noop");
    complete(claimOne());
    try (Connection reader = pinned()) {
      for (int i = 0; i < 50; i++) {
        engine
            .jobs()
            .enqueue(IntStream.range(0, 1000).mapToObj(n -> NewJob.of("noop", "{}")).toList());
        drain();
        engine.node().ensureLease();
        floors.tick();
      }
      settle();
      enqueue("noop");
      assertThat(buffersOfClaim(0)).as("buffers without a floor").isGreaterThan(500);
      assertThat(buffersOfClaim(floor())).as("buffers at the floor").isLessThan(50);
      assertThat(claim(10)).hasSize(1);
      reader.rollback();
    }
  }

  @Test
  void theLateCommitOfAnOldWriterIsFound() throws SQLException {
    drainOne();
    try (Connection writer = database.connect()) {
      writer.setAutoCommit(false);
      long late = engine.jobs().enqueue(writer, NewJob.of("noop", "{}")).job();
      drainOne();
      settle();
      drainOne();
      settle();
      long risen = floor();
      writer.commit();

      assertThat(seq(late)).isLessThan(risen);
      floors.tick();
      assertThat(ids(claim(10))).containsExactly(late);
    }
  }

  @Test
  void theLateCommitOfTheNewestWriterIsFound() throws SQLException {
    drainOne();
    try (Connection writer = database.connect()) {
      writer.setAutoCommit(false);
      long late = engine.jobs().enqueue(writer, NewJob.of("noop", "{}")).job();
      settle();
      settle();
      writer.commit();

      assertThat(seq(late)).isLessThan(floor());
      floors.tick();
      assertThat(ids(claim(10))).containsExactly(late);
    }
  }

  @Test
  void aFloorDoesNotPassARowWhoseRemovalIsNotCommitted() throws SQLException {
    drainOne();
    try (Connection claimer = database.connect();
        Statement statement = claimer.createStatement()) {
      claimer.setAutoCommit(false);
      long id = enqueue("noop");
      long seq = seq(id);
      statement.execute("DELETE FROM rota.ready WHERE job = " + id);
      drainOne();
      settle();
      drainOne();
      settle();

      assertThat(floor()).isEqualTo(seq);
      claimer.rollback();
      assertThat(ids(claim(10))).containsExactly(id);
    }
  }

  @Test
  void aDelayedJobOfAnOldWriterIsPromoted() throws SQLException {
    try (Connection writer = database.connect()) {
      writer.setAutoCommit(false);
      long late =
          engine
              .jobs()
              .enqueue(writer, NewJob.kind("noop").delay(Duration.ofMillis(1)).build())
              .job();
      settle();
      settle();
      Instant risen = floors.dueFloor();
      writer.commit();

      assertThat(job(late).runAt()).isBefore(risen);
      floors.tick();
      promoter.promote();
      assertThat(ids(claim(10))).containsExactly(late);
    }
  }

  @Test
  void aJobThatAStatementEnqueuedLongAfterItBeganIsPromoted() throws Exception {
    String slow =
        "SELECT rota.enqueue('slow', delay => interval '1 millisecond') FROM pg_sleep(0.2) nap";
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> texts(slow).get(0));
    Instant risen = floors.dueFloor();
    while (!answer.isDone()) {
      settle();
      risen = risen.isBefore(floors.dueFloor()) ? floors.dueFloor() : risen;
    }
    long late = Long.parseLong(answer.join());
    assertThat(job(late).runAt()).isBefore(risen);

    Eventually.await(
        Duration.ofSeconds(20),
        () -> {
          floors.tick();
          promoter.promote();
          return !claim(1).isEmpty();
        },
        "the promotion of job " + late);
  }

  @Test
  void aRouteThatIsCommittedAfterANewerOneIsLearned() throws SQLException {
    drainOne();
    try (Connection slow = database.connect();
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute("SELECT rota.enqueue('older')");
      texts("SELECT rota.enqueue('newer')");
      assertThat(claim(10)).extracting(Lease::kind).containsExactly("newer");
      slow.commit();
    }
    engine.tick();
    assertThat(claim(10)).extracting(Lease::kind).containsExactly("older");
  }

  @Test
  void aClockThatStepsBackHidesNoJob() {
    clock.advance(Duration.ofHours(1));
    long ready = enqueue("noop");
    clock.back(Duration.ofHours(1));
    long delayed = enqueue(NewJob.kind("noop").delay(Duration.ofSeconds(1)).build());
    floors.tick();
    assertThat(ids(claim(10))).containsExactly(ready);

    clock.advance(Duration.ofSeconds(1));
    promoter.promote();
    assertThat(ids(claim(10))).containsExactly(delayed);
  }

  /** Lets what was open at this moment become settled, and raises the floors. */
  void settle() {
    long until = System.nanoTime() + SETTLE.toNanos();
    floors.tick();
    while (System.nanoTime() <= until) {
      Thread.onSpinWait();
    }
    floors.tick();
  }

  private void drainOne() {
    enqueue("noop");
    complete(claimOne());
  }

  private void drain() {
    List<Lease> leases = claim(500);
    while (!leases.isEmpty()) {
      List<Report> reports =
          leases.stream().map(lease -> Report.of(lease, new Outcome.Completed(null))).toList();
      leases = source.exchange(reports, Claim.of("default", 500)).leases();
    }
  }

  /** A session that looks at nothing, and keeps the past from being cleaned up. */
  private Connection pinned() throws SQLException {
    Connection reader = database.connect();
    reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    reader.setAutoCommit(false);
    try (Statement statement = reader.createStatement()) {
      statement.execute("SELECT 1");
    }
    return reader;
  }

  private long floor() {
    return engine.node().lanes().floor(1, lane());
  }

  private static short lane() {
    return 100 * Head.PER_PRIORITY + 1;
  }

  private long seq(long job) {
    return Long.parseLong(String.valueOf(text("SELECT seq FROM rota.ready WHERE job = " + job)));
  }

  /** How many buffers a claim of one job touches when it starts from there. */
  private long buffersOfClaim(long from) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(Database.PIN);
      statement.execute("PREPARE claim AS " + SqlFile.of("take").numbered());
      List<String> arguments = new ArrayList<>();
      for (String parameter : SqlFile.of("take").sql().parameters()) {
        arguments.add(
            switch (parameter) {
              case "routes", "quotas" -> "'{1}'";
              case "lanes" -> "'{" + lane() + "}'";
              case "from_seqs" -> "'{" + from + "}'";
              case "to_seqs" -> "'{" + Long.MAX_VALUE + "}'";
              case "min_waits_ms" -> "'{0}'";
              case "slot_routes", "mixed_routes" -> "'{}'";
              case "open_until" -> "'infinity'";
              case "lease_ms" -> "NULL";
              default -> "1";
            });
      }
      String explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE claim(";
      try (ResultSet rows = statement.executeQuery(explain + String.join(", ", arguments) + ")")) {
        rows.next();
        return shared(rows.getString(1));
      } finally {
        connection.rollback();
      }
    }
  }

  /** The buffers of the topmost node. */
  private static long shared(String plan) {
    return number(plan, "Shared Hit Blocks") + number(plan, "Shared Read Blocks");
  }

  private static long number(String plan, String name) {
    String rest = plan.substring(plan.indexOf("\"" + name + "\": ") + name.length() + 4);
    return Long.parseLong(rest.substring(0, rest.indexOf(',')).strip());
  }
}
