package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever graph is run by whomever, each of its jobs becomes what the model says. */
@ExtendWith(Seeds.class)
final class RandomGraphTest extends EngineTest {
  private static final int THREADS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void everyJobOfAGraphBecomesWhatItsParentsMakeOfIt(Seed seed) throws Exception {
    for (int round = 0; round < 5; round++) {
      GraphModel model = new GraphModel(seed.random(), 120);
      List<Long> ids =
          engine.jobs().enqueueGraph(model.graph("default")).stream().map(Enqueued::job).toList();

      runTogether(ids);

      check(model, ids);
      assertThat(new Invariants(database).broken()).isEmpty();
    }
  }

  @Test
  void aGraphSurvivesTheDeathOfItsWorkers(Seed seed) throws Exception {
    runWithDeaths(seed.random(), 800, 1);
  }

  @Test
  void aBatchToWhichJobsAreAddedSurvivesTheDeathOfItsWorkers() throws Exception {
    NewJob after = NewJob.of(CrashNode.STEP, "{}");
    Batch batch =
        engine.batches().create(new NewBatch("b", steps(400), true, after, after, "test"));

    kill("victim", () -> engine.batches().add(batch.id(), steps(200)));
    engine.batches().close(batch.id(), "test");
    runToTheEnd();

    Batch end = engine.batches().get(batch.id()).orElseThrow();
    assertThat(List.of(end.jobs(), end.completed(), end.failed(), end.cancelled()))
        .containsExactly(600L, 540L, 60L, 0L);
    for (Long follower : List.of(batch.onComplete(), batch.onFailure())) {
      assertThat(
              texts(
                  "SELECT status FROM rota.execution WHERE ended IS NOT NULL AND job = "
                      + follower))
          .containsExactly("completed");
    }
    assertThat(
            text(
                "SELECT count(*) FROM rota.execution e WHERE e.job = %d AND e.started_at < %s"
                    .formatted(
                        batch.onComplete(),
                        "(SELECT max(x.finished_at) FROM rota.execution x"
                            + " JOIN rota.batch_job b ON b.job = x.job)")))
        .as("the last began when all had ended")
        .isEqualTo("0");
    assertThat(new Invariants(database).broken()).isEmpty();
  }

  /** Jobs of which one in ten fails for good. */
  private static List<NewJob> steps(int jobs) {
    return IntStream.range(0, jobs)
        .mapToObj(i -> NewJob.of(CrashNode.STEP, i % 10 == 0 ? "\"bad\"" : "\"good\""))
        .toList();
  }

  @Test
  @Tag("long")
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void aLargeGraphSurvivesTheDeathOfManyWorkers(Seed seed) throws Exception {
    runWithDeaths(seed.random(), 20_000, 20);
  }

  private void runTogether(List<Long> ids) throws Exception {
    List<Engine> nodes = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      nodes.add(open(patient("node-" + i)));
    }
    Together.run(
        THREADS,
        n -> {
          JobSource mine = nodes.get(n).source();
          while (count("live") > 0) {
            for (Lease lease : claim(mine, 7)) {
              report(
                  mine,
                  lease,
                  lease.payload().contains("bad")
                      ? failure(new Outcome.Retry.Never())
                      : new Outcome.Completed(null));
            }
            nodes.get(n).node().resolver().resolve();
          }
          return n;
        });
    nodes.forEach(Engine::close);
    assertThat(ids).isNotEmpty();
  }

  private void runWithDeaths(RandomGenerator random, int size, int deaths) throws Exception {
    GraphModel model = new GraphModel(random, size);
    List<Long> ids =
        engine.jobs().enqueueGraph(model.graph(CrashNode.STEP)).stream()
            .map(Enqueued::job)
            .toList();
    for (int i = 0; i < deaths; i++) {
      kill("victim-" + i, () -> {});
    }
    runToTheEnd();
    check(model, ids);
    assertThat(new Invariants(database).broken()).isEmpty();
  }

  /** Starts a node that works, does something meanwhile, and kills it. */
  private void kill(String name, Runnable meanwhile) throws Exception {
    try (ChildProcess victim =
        new Processes()
            .java(
                CrashNode.class, name, database.jdbcUrl(), database.user(), database.password())) {
      victim.awaitLine("done 100", PATIENCE);
      meanwhile.run();
      victim.kill9();
    }
  }

  private void runToTheEnd() throws Exception {
    try (CrashNode survivor =
        CrashNode.start("survivor", database.jdbcUrl(), database.user(), database.password())) {
      Eventually.await(PATIENCE, () -> count("live") == 0, "the end of all jobs");
      assertThat(survivor.engine.unavailable()).isNull();
    }
  }

  private void check(GraphModel model, List<Long> ids) {
    List<JobState> states = ids.stream().map(this::state).toList();
    assertThat(states).isEqualTo(model.outcome());
    assertThat(
            texts(
                """
                SELECT d.job FROM rota.dependency d JOIN rota.execution c ON c.job = d.job
                JOIN rota.execution p ON p.job = d.parent AND p.ended IS NOT NULL
                WHERE c.started_at < p.finished_at\
                """))
        .as("jobs that began before their parents had ended")
        .isEmpty();
  }
}
