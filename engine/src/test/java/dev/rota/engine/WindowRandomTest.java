package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.Scope;
import dev.rota.engine.windows.WindowSort;
import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random windows, jobs and steps of the clock on two nodes: nothing starts while a window is closed
 * for it, and everything starts in the end.
 */
@ExtendWith(Seeds.class)
final class WindowRandomTest extends EngineTest {
  private static final List<String> QUEUES = List.of("default", "q");
  private static final List<String> KINDS = List.of("a", "b");
  private static final List<String> TAGS = List.of("s", "t", "target:x");
  private static final int STEPS = 60;

  private final List<Once> windows = new ArrayList<>();

  /** What a window says, told apart from the code under test. */
  private record Once(WindowSort sort, Scope scope, Instant from, Instant to) {
    boolean matches(Lease lease) {
      return (scope.queue() == null || scope.queue().equals(lease.queue()))
          && (scope.kind() == null || scope.kind().equals(lease.kind()))
          && (scope.tag() == null || lease.tags().contains(scope.tag()))
          && (scope.target() == null || lease.tags().contains("target:" + scope.target()));
    }

    boolean isOver(Instant at) {
      return !at.isBefore(from) && at.isBefore(to);
    }
  }

  @Test
  void nothingStartsWhileItsWindowIsClosedAndEverythingStartsInTheEnd(Seed seed) throws Exception {
    RandomGenerator random = seed.random();
    Engine other = open(patient("node-b"));
    List<JobSource> sources = List.of(source, other.source());
    Instant start = clock.now();
    for (int i = 0; i < 5; i++) {
      put(random, i, start);
    }
    int jobs = 0;
    for (int step = 0; step < STEPS; step++) {
      for (int i = random.nextInt(6); i > 0; i--, jobs++) {
        enqueue(job(random));
      }
      clock.advance(Duration.ofSeconds(random.nextInt(1, 240)));
      engine.tick();
      other.tick();
      run(sources.get(random.nextInt(2)), random);
    }
    windows.clear();
    for (int i = 0; i < 5; i++) {
      engine.windows().delete("w" + i, "ada");
    }
    clock.advance(Duration.ofHours(1));
    engine.tick();
    run(source, random);

    assertThat(count("execution WHERE ended = 'completed'")).isEqualTo(jobs);
    assertThat(new Invariants(database).broken()).isEmpty();
  }

  /** Runs what can be claimed. */
  private void run(JobSource from, RandomGenerator random) {
    for (int idle = 0; idle < 4; idle++) {
      List<Report> reports = new ArrayList<>();
      for (String queue : QUEUES) {
        for (Lease lease :
            from.exchange(List.of(), Claim.of(queue, random.nextInt(1, 9))).leases()) {
          assertMayRun(lease);
          reports.add(Report.of(lease, new Outcome.Completed(null)));
        }
      }
      from.exchange(reports, Claim.NOTHING);
      idle = reports.isEmpty() ? idle : 0;
    }
  }

  private void assertMayRun(Lease lease) {
    Instant at = lease.startedAt();
    List<Once> matching = windows.stream().filter(window -> window.matches(lease)).toList();
    assertThat(matching)
        .as("maintenance over %s", lease)
        .noneMatch(window -> window.sort() == WindowSort.MAINTENANCE && window.isOver(at));
    List<Once> execution =
        matching.stream().filter(window -> window.sort() == WindowSort.EXECUTION).toList();
    assertThat(execution.isEmpty() || execution.stream().anyMatch(window -> window.isOver(at)))
        .as("inside of an execution window: %s, of %s", lease, execution)
        .isTrue();
  }

  private void put(RandomGenerator random, int number, Instant now) {
    Instant from = now.plusSeconds(random.nextInt(3600));
    Instant to = from.plusSeconds(random.nextInt(1, 3600));
    Scope scope =
        new Scope(
            maybe(random, QUEUES),
            maybe(random, KINDS),
            maybe(random, TAGS),
            random.nextInt(4) == 0 ? "x" : null);
    boolean isExecution = random.nextInt(3) == 0;
    NewWindow window =
        (isExecution ? NewWindow.execution("w" + number) : NewWindow.maintenance("w" + number))
            .once(from, to)
            .scope(scope)
            .spread(Duration.ofSeconds(random.nextInt(300)))
            .build();
    engine.windows().put(window, "ada");
    windows.add(new Once(window.sort(), scope, from, to));
  }

  private static NewJob job(RandomGenerator random) {
    NewJob.Builder job =
        NewJob.kind(one(random, KINDS)).queue(one(random, QUEUES)).priority(random.nextInt(3));
    if (random.nextBoolean()) {
      job.tags(one(random, TAGS), "other");
    }
    if (random.nextInt(3) == 0) {
      job.concurrency("k" + random.nextInt(2), 1);
    }
    if (random.nextInt(4) == 0) {
      job.delay(Duration.ofSeconds(random.nextInt(600)));
    }
    return job.build();
  }

  private static @Nullable String maybe(RandomGenerator random, List<String> texts) {
    return random.nextBoolean() ? one(random, texts) : null;
  }

  private static String one(RandomGenerator random, List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
