package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Jobs that belong together are counted together, and something follows when they are done. */
final class BatchTest extends EngineTest {
  private static final NewJob STEP = NewJob.of("step", "{}");
  private static final NewJob AFTER = NewJob.of("after", "{}");

  @Test
  void countsItsJobsByTheirStates() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP, STEP, STEP, STEP, STEP));
    assertThat(made.jobs()).isEqualTo(5);
    List<Lease> leases = claim(4);
    complete(leases.get(0));
    failForGood(leases.get(1));
    report(leases.get(2), new Outcome.Cancelled());
    engine.tick();

    Batch batch = engine.batches().get(made.id()).orElseThrow();
    assertThat(batch.pending()).isEqualTo(1);
    assertThat(batch.running()).isEqualTo(1);
    assertThat(batch.completed()).isEqualTo(1);
    assertThat(batch.failed()).isEqualTo(1);
    assertThat(batch.cancelled()).isEqualTo(1);
    assertThat(batch.progress()).isEqualTo(60);
    assertThat(batch.endedAt()).isNull();
  }

  @Test
  void whatFollowsRunsOnceWhenAllHaveEnded() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP, STEP).onComplete(AFTER));
    long after = Objects.requireNonNull(made.onComplete());
    assertThat(job(after).waitingOn()).isEqualTo("dependency");
    List<Lease> leases = claim(10);
    complete(leases.get(0));
    engine.tick();
    assertThat(claim(10)).isEmpty();
    failForGood(leases.get(1));
    engine.tick();
    engine.tick();

    Lease lease = claimOne();
    assertThat(lease.job()).isEqualTo(after);
    assertThat(lease.parents())
        .contains("\"night\"")
        .contains("\"jobs\" : 2")
        .contains("\"completed\" : 1")
        .contains("\"failed\" : 1");
    assertThat(engine.batches().get(made.id()).orElseThrow().endedAt()).isNotNull();
  }

  @Test
  void whatFollowsOnAFailureRunsAtTheFirstOne() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP, STEP, STEP).onFailure(AFTER));
    List<Lease> leases = claim(10);
    failForGood(leases.get(0));
    engine.tick();
    assertThat(claimOne().job()).isEqualTo(made.onFailure());
    failForGood(leases.get(1));
    complete(leases.get(2));
    engine.tick();

    assertThat(claim(10)).isEmpty();
  }

  @Test
  void whatFollowsOnAFailureIsCancelledWhenNothingFailed() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP).onFailure(AFTER));
    complete(claimOne());
    engine.tick();

    long after = Objects.requireNonNull(made.onFailure());
    assertThat(state(after)).isEqualTo(JobState.CANCELLED);
    assertThat(job(after).error()).isEqualTo("no job of batch night failed");
  }

  @Test
  void jobsAreAddedUntilItHasEnded() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP).onComplete(AFTER));
    Lease first = claimOne();
    engine.batches().add(made.id(), List.of(STEP, STEP));
    complete(first);
    engine.tick();
    claim(10).forEach(this::complete);
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(made.onComplete());
    assertThatThrownBy(() -> engine.batches().add(made.id(), List.of(STEP)))
        .hasMessage("batch " + made.id() + " has ended: nothing can be added to it");
  }

  @Test
  void anOpenBatchEndsNoEarlierThanItIsClosed() {
    Batch made = engine.batches().create(NewBatch.of("night").untilClosed().onComplete(AFTER));
    engine.batches().add(made.id(), List.of(STEP));
    complete(claimOne());
    engine.tick();
    assertThat(claim(10)).isEmpty();

    engine.batches().close(made.id(), "me");
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(made.onComplete());
  }

  @Test
  void doesNotEndWhileJobsAreBeingAdded() throws SQLException {
    Batch made = engine.batches().create(NewBatch.of("night", STEP).onComplete(AFTER));
    Lease first = claimOne();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT FROM rota.batch WHERE id = " + made.id() + " FOR SHARE");
      complete(first);
      engine.tick();
      assertThat(claim(10)).isEmpty();
      statement.execute("INSERT INTO rota.batch_count (batch, jobs) VALUES (" + made.id() + ", 1)");
      connection.commit();
    }
    engine.tick();
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aJobThatIsRetriedByHandCountsAsPendingAgain() {
    Batch made = engine.batches().create(NewBatch.of("night", STEP, STEP).onComplete(AFTER));
    List<Lease> leases = claim(10);
    failForGood(leases.get(0));
    engine.tick();
    engine.jobs().retry(leases.get(0).job(), "me");
    engine.tick();

    Batch batch = engine.batches().get(made.id()).orElseThrow();
    assertThat(batch.failed()).isZero();
    assertThat(batch.pending()).isEqualTo(1);
    complete(leases.get(1));
    engine.tick();
    complete(claimOne());
    engine.tick();
    assertThat(claimOne().job()).isEqualTo(made.onComplete());
  }

  @Test
  void manyCountsBecomeOne() {
    Batch made = engine.batches().create(NewBatch.of("night").untilClosed());
    for (int i = 0; i < 150; i++) {
      engine.batches().add(made.id(), List.of(STEP));
    }
    engine.tick();

    assertThat(count("batch_count")).isEqualTo(1);
    assertThat(engine.batches().get(made.id()).orElseThrow().jobs()).isEqualTo(150);
  }

  @Test
  void whatFollowsRunsOnceWithAnyNumberOfNodes() throws Exception {
    Batch made =
        engine
            .batches()
            .create(
                new NewBatch(
                    "night",
                    java.util.Collections.nCopies(200, STEP),
                    false,
                    AFTER,
                    NewJob.of("alarm", "{}"),
                    "test"));
    List<Engine> nodes = List.of(engine, open("node-b"), open("node-c"), open("node-d"));
    List<Lease> leases = claim(200);
    Together.run(
        nodes.size(),
        n -> {
          for (int i = n; i < leases.size(); i += nodes.size()) {
            if (i % 10 == 0) {
              failForGood(leases.get(i));
            } else {
              complete(leases.get(i));
            }
            nodes.get(n).node().resolver().resolve();
          }
          return n;
        });
    engine.tick();

    Batch batch = engine.batches().get(made.id()).orElseThrow();
    assertThat(batch.completed()).isEqualTo(180);
    assertThat(batch.failed()).isEqualTo(20);
    assertThat(ids(claim(10))).containsExactlyInAnyOrder(made.onComplete(), made.onFailure());
  }

  @Test
  void isListedByItsName() {
    Batch first = engine.batches().create(NewBatch.of("night", STEP));
    Batch second = engine.batches().create(NewBatch.of("day", STEP));
    Batch third = engine.batches().create(NewBatch.of("night", STEP));

    assertThat(engine.batches().list(null, 2, null).items())
        .extracting(Batch::id)
        .containsExactly(third.id(), second.id());
    assertThat(engine.batches().list(null, 2, second.id()).items())
        .extracting(Batch::id)
        .containsExactly(first.id());
    assertThat(engine.batches().list("night", 10, null).items())
        .extracting(Batch::id)
        .containsExactly(third.id(), first.id());
    assertThat(engine.batches().jobs(first.id(), 10, null).items()).hasSize(1);
  }

  @Test
  void refusesWhatFollowsOnSomethingElse() {
    NewJob waiting = NewJob.kind("after").dependsOn(1L).build();
    assertThatThrownBy(() -> NewBatch.of("night").onComplete(waiting))
        .hasMessage("on_complete.depends_on \"1\": must not be given: it waits for the batch");
    assertThatThrownBy(() -> NewBatch.of("")).hasMessageContaining("name \"\"");
    assertThatThrownBy(() -> engine.batches().close(17, "me")).hasMessage("there is no batch 17");
  }

  private void failForGood(Lease lease) {
    report(lease, failure(new Outcome.Retry.Never()));
  }
}
