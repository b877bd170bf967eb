package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.SourceUnavailable;
import dev.rota.Taker;
import dev.rota.engine.windows.NewWindow;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that start without a claim, because a worker is idle. */
final class HandoverTest extends EngineTest {
  private static final Duration NINE_SECONDS = Duration.ofSeconds(9);

  private static final String END_WHO_WAITS =
      "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"
          + " WHERE wait_event_type = 'Lock' AND datname = current_database() OFFSET 0) a";

  private final Idle worker = new Idle(3);

  @BeforeEach
  void becomeIdle() {
    source.offerTo(worker);
  }

  /** An Idle is a worker that waits for jobs and keeps what it is handed. */
  private static final class Idle implements Taker {
    final BlockingQueue<Lease> handed = new LinkedBlockingQueue<>();
    private int free;

    Idle(int free) {
      this.free = free;
    }

    @Override
    public synchronized @Nullable Places keep(String queue, String kind, int jobs) {
      int count = Math.min(jobs, free);
      free -= count;
      return count == 0
          ? null
          : new Places() {
            @Override
            public int count() {
              return count;
            }

            @Override
            public void fill(List<Lease> leases) {
              handed.addAll(leases);
              free(count - leases.size());
            }
          };
    }

    synchronized int free() {
      return free;
    }

    private synchronized void free(int more) {
      free += more;
    }

    Lease next() throws InterruptedException {
      Lease lease = handed.poll(30, TimeUnit.SECONDS);
      assertThat(lease).as("a job that is handed over").isNotNull();
      return lease;
    }
  }

  @Test
  void aJobStartsWithTheStatementThatStoresIt() throws InterruptedException {
    QueueSettings settings = QueueSettings.DEFAULTS.withMaxRetries(7).withTimeout(NINE_SECONDS);
    engine.queues().put("default", settings, "ada");
    long id = enqueue(NewJob.kind("mail").priority(70).payload("{\"to\": \"ada\"}").build());
    assertThat(state(id)).isEqualTo(JobState.RUNNING);
    assertThat(count("ready")).isZero();
    Lease lease = worker.next();
    assertThat(lease)
        .extracting(Lease::job, Lease::kind, Lease::queue, Lease::payload, Lease::priority)
        .containsExactly(id, "mail", "default", "{\"to\": \"ada\"}", 70);
    assertThat(lease)
        .extracting(Lease::attempt, Lease::retries, Lease::maxRetries, Lease::timeout)
        .containsExactly(1, 0, 7, NINE_SECONDS);
    complete(lease);
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(engine.jobs().executions(id, 10, 0)).hasSize(1);
  }

  @Test
  void whatFindsNoPlaceWaits() {
    List<Enqueued> stored = engine.jobs().enqueue(Collections.nCopies(5, NewJob.of("mail", "{}")));
    assertThat(ids(List.copyOf(worker.handed)))
        .containsExactlyElementsOf(stored.stream().limit(3).map(Enqueued::job).toList());
    assertThat(ids(claim(10)))
        .containsExactlyElementsOf(stored.stream().skip(3).map(Enqueued::job).toList());
  }

  @Test
  void whatMayHaveToWaitIsClaimed() {
    engine.queues().put("few", QueueSettings.DEFAULTS.withInCluster(1), "ada");
    engine.queues().pause("paused", "ada");
    engine.tenantQuotas().put("acme", 1, Duration.ofHours(1), "ada");
    for (NewJob job :
        List.of(
            NewJob.kind("mail").queue("few").build(),
            NewJob.kind("mail").queue("paused").build(),
            NewJob.kind("mail").tenant("acme").build(),
            NewJob.kind("mail").requires("gpu").build(),
            NewJob.kind("mail").concurrency("host", 1).build(),
            NewJob.kind("mail").delay(Duration.ofSeconds(1)).build())) {
      assertThat(state(enqueue(job))).as("%s", job).isNotEqualTo(JobState.RUNNING);
    }
    engine
        .windows()
        .put(
            NewWindow.maintenance("w")
                .queue("other")
                .once(clock.now(), clock.now().plusSeconds(60))
                .build(),
            "ada");
    assertThat(state(enqueue("mail"))).isEqualTo(JobState.PENDING);
    assertThat(worker.handed).isEmpty();
    assertThat(worker.free()).isEqualTo(3);
  }

  @Test
  void nothingStartsOnceTheLeaseOfTheNodeIsOver() {
    update("UPDATE rota.worker SET lease_until = rota.clock()");
    assertThat(state(enqueue("mail"))).isEqualTo(JobState.PENDING);
    assertThat(worker.free()).isEqualTo(3);
  }

  @Test
  void aHandoverThatFailsLeavesNothingBehind() throws Exception {
    try (Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE rota.run IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<Long> stored = CompletableFuture.supplyAsync(() -> enqueue("mail"));
      while (texts(END_WHO_WAITS).isEmpty()) {
        Thread.onSpinWait();
      }
      assertThatThrownBy(stored::join).hasCauseInstanceOf(SourceUnavailable.class);
      other.rollback();
    }
    assertThat(worker.free()).isEqualTo(3);
    assertThat(count("job")).isZero();
    enqueue("mail");
    assertThat(worker.next().attempt()).isEqualTo(1);
  }

  @Test
  void anotherNodeTakesAJobFromThePlaceThatItIsTold() throws InterruptedException {
    worker.keep("default", "mail", 3);
    try (Engine other = Engine.start(pool, patient("node-b").build(), EngineEvents.NONE)) {
      Idle there = new Idle(1);
      other.source().offerTo(there);
      awaitListening();
      long first = enqueue("mail");
      assertThat(there.next().job()).isEqualTo(first);
      assertThat(there.free()).isZero();
      assertThat(state(first)).isEqualTo(JobState.RUNNING);
    }
  }

  @Test
  void aPlaceThatSomebodyElseHasEmptiedGivesNothing() throws SQLException {
    worker.keep("default", "mail", 3);
    long id = enqueue("mail");
    Head place =
        Head.parse(String.valueOf(text("SELECT concat_ws(' ', route, lane, seq) FROM rota.ready")));
    Engine other = open(patient("node-b"));
    Idle there = new Idle(2);
    other.source().offerTo(there);
    try (Connection connection = pool.getConnection()) {
      other.node().handover().take(connection, place);
      other.node().handover().take(connection, place);
    }
    assertThat(ids(List.copyOf(there.handed))).containsExactly(id);
    assertThat(there.free()).isEqualTo(1);
  }

  private void awaitListening() {
    while (texts(
            "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN rota' AND datname = current_database()")
        .isEmpty()) {
      Thread.onSpinWait();
    }
  }
}
