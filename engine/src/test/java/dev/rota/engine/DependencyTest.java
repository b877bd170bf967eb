package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.OnParentFailure;
import dev.rota.Outcome;
import dev.rota.RotaException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that depend on others wait for them, and learn what became of them. */
final class DependencyTest extends EngineTest {

  @Test
  void waitsUntilItsParentsHaveCompleted() {
    long a = enqueue("a");
    long b = enqueue("b");
    long child = enqueue(after("c", a, b));
    assertThat(job(child).state()).isEqualTo(JobState.PENDING);
    assertThat(job(child).waitingOn()).isEqualTo("dependency");

    List<Lease> parents = claim(10);
    assertThat(ids(parents)).containsExactly(a, b);
    complete(parents.get(0));
    engine.tick();
    assertThat(claim(10)).isEmpty();
    complete(parents.get(1));
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void aParentThatHasCompletedAlreadyIsNotWaitedFor() {
    long parent = done("a", "{\"n\": 1}");

    long child = enqueue(after("b", parent));

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void aParentThatHasFailedAlreadyCountsAsFailed() {
    long parent = failed("a");

    long child = enqueue(after("b", parent));
    engine.tick();

    assertThat(state(child)).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void findsTheResultsOfItsParents() {
    long outside = done("a", "{\"n\": 1}");
    List<Enqueued> graph =
        engine
            .jobs()
            .enqueueGraph(
                NewGraph.start()
                    .add("fetch", NewJob.of("fetch", "{}"))
                    .add("quiet", NewJob.of("quiet", "{}"))
                    .add("parse", after("parse", outside), "fetch", "quiet")
                    .build());
    for (Lease lease : claim(10)) {
      report(lease, new Outcome.Completed(lease.kind().equals("fetch") ? "[1, 2]" : null));
    }
    engine.tick();

    Lease parse = claimOne();
    assertThat(parse.job()).isEqualTo(graph.get(2).job());
    assertThat(parse.parents())
        .contains("\"fetch\" : [1, 2]")
        .contains("\"quiet\" : null")
        .contains("\"" + dev.rota.remote.PublicId.ofJob(outside) + "\" : {\"n\": 1}");
    assertThat(claimOf(enqueue("alone")).parents()).isEqualTo("{}");
  }

  @Test
  void aGraphRunsInTheOrderOfItsEdges() {
    List<Long> ids =
        ids(
            NewGraph.start()
                .add("end", NewJob.of("end", "{}"), "left", "right")
                .add("left", NewJob.of("left", "{}"), "start")
                .add("right", NewJob.of("right", "{}"), "start")
                .add("start", NewJob.of("start", "{}"))
                .build());

    assertThat(runAll()).containsExactly(ids.get(3), ids.get(1), ids.get(2), ids.get(0));
  }

  @Test
  void isCancelledWithTheParentByDefaultAndSoDownTheGraph() {
    List<Long> chain = chain(OnParentFailure.CANCEL, 4);
    failForGood(claimOne());
    engine.tick();

    assertThat(state(chain.get(0))).isEqualTo(JobState.FAILED);
    assertThat(chain.subList(1, 4)).extracting(this::state).containsOnly(JobState.CANCELLED);
    assertThat(job(chain.get(1)).error())
        .isEqualTo("job j0 " + chain.get(0) + " failed, and this one depends on it");
    assertThat(job(chain.get(2)).error())
        .isEqualTo("job j1 " + chain.get(1) + " was cancelled, and this one depends on it");
  }

  @Test
  void failsWithTheParentIfItIsAskedTo() {
    List<Long> chain = chain(OnParentFailure.FAIL, 3);
    engine.jobs().cancel(chain.get(0), "me");
    engine.tick();

    assertThat(chain.subList(1, 3)).extracting(this::state).containsOnly(JobState.FAILED);
    assertThat(engine.jobs().explain(chain.get(1)).summary()).contains("by dependency");
  }

  @Test
  void runsWhateverBecomesOfItsParentsIfItIsAskedTo() {
    long parent = enqueue("a");
    long child =
        enqueue(NewJob.kind("b").dependsOn(parent).onParentFailure(OnParentFailure.RUN).build());
    failForGood(claimOne());
    engine.tick();

    Lease lease = claimOne();
    assertThat(lease.job()).isEqualTo(child);
    assertThat(lease.parents()).contains(": null");
  }

  @Test
  void aFailureThatIsTriedAgainIsNoFailureYet() {
    long parent = enqueue("a");
    long child = enqueue(after("b", parent));
    fail(claimOne());
    engine.tick();
    assertThat(state(child)).isEqualTo(JobState.PENDING);

    clock.advance(Duration.ofHours(1));
    engine.tick();
    complete(claimOne());
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void aParentThatIsRetriedByHandLetsThoseWaitAgainThatEndedBecauseOfIt() {
    List<Long> chain = chain(OnParentFailure.CANCEL, 3);
    failForGood(claimOne());
    engine.tick();

    engine.jobs().retry(chain.get(0), "me");
    engine.tick();

    assertThat(chain.subList(1, 3))
        .extracting(id -> job(id).waitingOn())
        .containsOnly("dependency");
    assertThat(runAll()).containsExactlyElementsOf(chain);
  }

  @Test
  void aJobThatIsRetriedByHandNoLongerMindsParentsThatHaveEnded() {
    List<Long> chain = chain(OnParentFailure.CANCEL, 2);
    failForGood(claimOne());
    engine.tick();

    engine.jobs().retry(chain.get(1), "me");
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(chain.get(1));
  }

  @Test
  void aParentThatIsDeletedIsOneThatWasCancelled() {
    List<Long> chain = chain(OnParentFailure.CANCEL, 2);

    engine.jobs().delete(chain.get(0), "me");
    engine.tick();

    assertThat(state(chain.get(1))).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void whatWaitsForAJobThatIsGoneIsFoundByASweep() {
    List<Long> chain = chain(OnParentFailure.FAIL, 2);
    database.execute("DELETE FROM rota.ready; DELETE FROM rota.job WHERE id = " + chain.get(0));
    clock.advance(Duration.ofHours(1));
    engine.tick();

    assertThat(job(chain.get(1)).state()).isEqualTo(JobState.FAILED);
    assertThat(job(chain.get(1)).error()).contains("is gone");
  }

  @Test
  void whatWaitsHasItsOwnTimeToo() {
    long parent = enqueue("a");
    Instant later = clock.now().plus(Duration.ofHours(2));
    long child = enqueue(NewJob.kind("b").runAt(later).dependsOn(parent).build());
    complete(claimOne());
    engine.tick();
    assertThat(state(child)).isEqualTo(JobState.SCHEDULED);

    clock.advance(Duration.ofHours(3));
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void canBePausedWhileItWaitsAndWaitsOnWhenItIsResumed() {
    long parent = enqueue("a");
    long child = enqueue(after("b", parent));

    assertThat(engine.jobs().pause(child, "me").state()).isEqualTo(JobState.PAUSED);
    assertThat(engine.jobs().resume(child, "me").waitingOn()).isEqualTo("dependency");
    engine.jobs().pause(child, "me");
    complete(claimOne());
    engine.tick();
    assertThat(state(child)).isEqualTo(JobState.PAUSED);
    engine.jobs().resume(child, "me");

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void isCancelledWithTheParentEvenWhenItIsPaused() {
    long parent = enqueue("a");
    long child = enqueue(after("b", parent));
    engine.jobs().pause(child, "me");
    engine.jobs().cancel(parent, "me");
    engine.tick();

    assertThat(state(child)).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void canBeCancelledAndGivenAPriorityAndDeletedWhileItWaits() {
    long parent = enqueue("a");
    long first = enqueue(after("b", parent));
    long second = enqueue(after("c", parent));
    long third = enqueue(after("d", parent));

    assertThat(engine.jobs().cancel(first, "me").state()).isEqualTo(JobState.CANCELLED);
    assertThat(engine.jobs().prioritize(third, 70, "me").priority()).isEqualTo(70);
    engine.jobs().delete(second, "me");
    complete(claimOne());
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(third);
    assertThat(engine.jobs().get(second)).isEmpty();
  }

  @Test
  void keepsItsUniqueKeyWhileItWaitsAndGivesItBackWhenItEnds() {
    long parent = enqueue("a");
    NewJob wanted = NewJob.kind("b").unique("k").dependsOn(parent).build();
    long child = enqueue(wanted);
    assertThat(engine.jobs().enqueue(wanted)).isEqualTo(new Enqueued(child, true));
    engine.jobs().cancel(parent, "me");
    engine.tick();

    assertThat(engine.jobs().enqueue(NewJob.kind("b").unique("k").build()).duplicate()).isFalse();
  }

  @Test
  void waitsForItsConcurrencyKeyAfterItsParents() {
    long parent = enqueue("a");
    long child = enqueue(NewJob.kind("b").concurrency("k", 1).dependsOn(parent).build());
    complete(claimOne());
    long holder = enqueue(NewJob.kind("c").concurrency("k", 1).build());
    Lease held = claimOf(holder);
    engine.tick();
    assertThat(claim(10)).isEmpty();
    assertThat(job(child).waitingOn()).isEqualTo("key");
    complete(held);

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void isListedAmongThePendingJobs() {
    long parent = enqueue("a");
    long child = enqueue(after("b", parent));

    JobFilter pending = new JobFilter(JobState.PENDING, null, null, null, null);
    JobFilter ofKind = new JobFilter(JobState.PENDING, "default", "b", null, null);
    assertThat(engine.jobs().list(pending, 10, 0)).extracting(j -> j.id()).contains(child);
    assertThat(engine.jobs().list(ofKind, 10, 0)).extracting(j -> j.id()).containsExactly(child);
  }

  @Test
  void tellsItsParentsAndItsChildren() {
    List<Long> chain = chain(OnParentFailure.RUN, 3);

    assertThat(engine.jobs().kin(chain.get(1), 10))
        .extracting(Kin::id, Kin::name, Kin::isChild, Kin::state)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(chain.get(0), "j0", false, "pending"),
            org.assertj.core.groups.Tuple.tuple(chain.get(2), null, true, "pending"));
  }

  @Test
  void anEndThatComesWhileTheJobIsBeingStoredIsNotMissed() throws SQLException {
    long parent = enqueue("a");
    Lease running = claimOne();
    long child;
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      child = engine.jobs().enqueue(connection, after("b", parent)).job();
      complete(running);
      engine.tick();
      connection.commit();
    }
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void anEndIsNotMissedHoweverLongTheJobIsBeingStored() throws SQLException {
    long parent = enqueue("a");
    Lease running = claimOne();
    long child;
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      child = engine.jobs().enqueue(connection, after("b", parent)).job();
      complete(running);
      clock.advance(Duration.ofHours(1));
      connection.commit();
    }
    engine.tick();

    assertThat(claimOne().job()).isEqualTo(child);
  }

  @Test
  void aGraphIsStoredInTheCallersTransaction() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      engine
          .jobs()
          .enqueueGraph(
              connection,
              NewGraph.start()
                  .add("a", NewJob.of("a", "{}"))
                  .add("b", NewJob.of("b", "{}"), "a")
                  .build());
      connection.rollback();
    }
    assertThat(count("job") + count("blocked") + count("dependency")).isZero();
  }

  @Test
  void aNodeOfAGraphThatIsThereAlreadyIsWaitedForAsItIs() {
    NewJob fetch = NewJob.kind("fetch").unique("k").build();
    long there = enqueue(fetch);
    List<Long> ids =
        ids(
            NewGraph.start()
                .add("fetch", fetch)
                .add("parse", NewJob.of("parse", "{}"), "fetch")
                .build());

    assertThat(ids.get(0)).isEqualTo(there);
    assertThat(runAll()).containsExactly(there, ids.get(1));
  }

  @Test
  void refusesParentsThatAreNotThere() {
    assertThatThrownBy(() -> enqueue(after("a", 17L)))
        .isInstanceOf(InvalidInput.class)
        .hasMessage("depends_on[0] \"17\": must be the id of a job that is there");
    long there = enqueue("a");
    assertThatThrownBy(
            () -> engine.jobs().enqueue(List.of(after("b", there), after("c", there, 17L))))
        .hasMessage("jobs[1].depends_on[1] \"17\": must be the id of a job that is there");
    assertThatThrownBy(() -> after("b", there, there))
        .hasMessage("depends_on[1] \"" + there + "\": must not be named twice");
    assertThatThrownBy(() -> OnParentFailure.of("wait"))
        .hasMessage("on_parent_failure \"wait\": must be one of cancel, fail, run");
    assertThat(count("blocked")).isZero();
  }

  @Test
  void refusesGraphsThatLeadBackToThemselves() {
    NewJob job = NewJob.of("a", "{}");
    assertThatThrownBy(() -> NewGraph.start().add("a", job, "a").build())
        .hasMessage(
            "jobs[0].depends_on \"a\": must not lead back to the job itself: a waits for a");
    assertThatThrownBy(() ->
            NewGraph.start()
                .add("z", job)
                .add("a", job, "c", "z")
                .add("b", job, "a")
                .add("c", job, "b")
                .add("d", job, "c")
                .build())
        .hasMessage(
            "jobs[1].depends_on \"a\": must not lead back to the job itself: a waits for c waits for b waits for a");
    assertThatThrownBy(() -> NewGraph.start().add("a", job, "x").build())
        .hasMessage(
            "jobs[0].depends_on[0] \"x\": must be the name of a job of the graph, or the id of a job");
    assertThatThrownBy(() -> NewGraph.start().add("a", job).add("a", job).build())
        .hasMessage("jobs[1].name \"a\": must be the name of one job only");
    NewJob keyed = NewJob.kind("a").unique("k").build();
    assertThatThrownBy(() -> NewGraph.start().add("a", keyed).add("b", keyed, "a").build())
        .hasMessage("jobs[1].unique.key \"k\": must not be that of jobs[0] too");
    assertThatThrownBy(() -> NewGraph.start().build())
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("jobs \"0\"");
  }

  @Test
  void tellsWhatItWaitsForWhenItIsAskedWhy() {
    long parent = enqueue("a");
    long child = enqueue(after("b", parent));

    assertThat(engine.jobs().explain(child).blockers().getFirst())
        .satisfies(blocker -> {
          assertThat(blocker.code()).isEqualTo("dependency");
          assertThat(blocker.message())
              .isEqualTo("it waits for job " + parent + ", which is pending");
        });
  }

  @Test
  void manyJobsWaitForOne() {
    NewGraph.Builder graph = NewGraph.start().add("root", NewJob.of("root", "{}"));
    IntStream.range(0, 4_500).forEach(n -> graph.add("n" + n, NewJob.of("leaf", "{}"), "root"));
    engine.jobs().enqueueGraph(graph.build());
    complete(claimOne());
    engine.tick();

    assertThat(count("ready")).isEqualTo(4_500);
    assertThat(count("blocked") + count("job_end")).isZero();
  }

  private static NewJob after(String kind, Long... parents) {
    return NewJob.kind(kind).dependsOn(parents).build();
  }

  private List<Long> ids(NewGraph graph) {
    return engine.jobs().enqueueGraph(graph).stream().map(Enqueued::job).toList();
  }

  /** A chain of jobs, each waiting for the one before. */
  private List<Long> chain(OnParentFailure choice, int length) {
    NewGraph.Builder graph = NewGraph.start();
    NewJob job = NewJob.kind("step").onParentFailure(choice).build();
    graph.add("j0", job);
    IntStream.range(1, length).forEach(n -> graph.add("j" + n, job, "j" + (n - 1)));
    return ids(graph.build());
  }

  private void failForGood(Lease lease) {
    report(lease, failure(new Outcome.Retry.Never()));
  }

  private long done(String kind, String result) {
    long id = enqueue(kind);
    report(claimOne(), new Outcome.Completed(result));
    return id;
  }

  private long failed(String kind) {
    long id = enqueue(kind);
    report(claimOne(), failure(new Outcome.Retry.Never()));
    return id;
  }

  private Lease claimOf(long id) {
    return claim(10).stream().filter(lease -> lease.job() == id).findFirst().orElseThrow();
  }

  /** Completes whatever there is until nothing is left, in the order in which it came. */
  private List<Long> runAll() {
    List<Long> order = new java.util.ArrayList<>();
    for (List<Lease> leases = claim(10); !leases.isEmpty(); leases = claim(10)) {
      leases.forEach(lease -> {
        order.add(lease.job());
        complete(lease);
      });
      engine.tick();
    }
    return order;
  }
}
