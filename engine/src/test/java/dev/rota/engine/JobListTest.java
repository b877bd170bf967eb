package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.engine.sql.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every filter gives what it says, page by page, however little a page looks at. */
final class JobListTest extends EngineTest {
  private static final List<Set<JobState>> STATES =
      List.of(
          Set.of(),
          Set.of(JobState.PENDING),
          Set.of(JobState.SCHEDULED),
          Set.of(JobState.RUNNING),
          Set.of(JobState.PAUSED),
          Set.of(JobState.COMPLETED),
          Set.of(JobState.FAILED),
          Set.of(JobState.CANCELLED),
          Set.of(JobState.PENDING, JobState.SCHEDULED, JobState.PAUSED),
          Set.of(JobState.COMPLETED, JobState.FAILED, JobState.CANCELLED));

  @Test
  void pagesTogetherAreWhatTheFilterSays() {
    long seed = System.nanoTime();
    Random dice = new Random(seed);
    fill(300);
    List<Job> all = engine.jobs().list(JobFilter.ALL, 1000, 0);
    assertThat(all).hasSize(300);
    for (JobList.Bounds bounds :
        List.of(
            JobList.Bounds.STANDARD,
            new JobList.Bounds(5, 10, 20, Duration.ofMinutes(1)),
            new JobList.Bounds(5, 10, 20, Duration.ZERO))) {
      JobList list = new JobList(new Database(pool), engine.windows(), bounds);
      for (Set<JobState> states : STATES) {
        for (int i = 0; i < 6; i++) {
          JobFilter filter =
              new JobFilter(
                  states,
                  one(dice, null, "q1", "q2", "none"),
                  one(dice, null, "a", "b"),
                  one(dice, null, null, "often", "rare"),
                  dice.nextInt(3) == 0 ? 7L : null);
          List<Long> expected =
              all.stream()
                  .filter(job -> matches(job, filter))
                  .map(Job::id)
                  .sorted(Comparator.reverseOrder())
                  .toList();
          assertThat(pages(list, filter, 1 + dice.nextInt(20)))
              .as("seed %d, %s, %s", seed, bounds, filter)
              .isEqualTo(expected);
          assertThat(list.page(filter, 10, 3))
              .as("seed %d, %s, %s", seed, bounds, filter)
              .extracting(Job::id)
              .isEqualTo(expected.stream().skip(3).limit(10).toList());
        }
      }
    }
  }

  @Test
  void whatNoIndexFindsIsFoundByLooking() {
    long seed = System.nanoTime();
    Random dice = new Random(seed);
    fill(300);
    List<Job> all = engine.jobs().list(JobFilter.ALL, 1000, 0);
    List<Instant> times = all.stream().map(Job::createdAt).sorted().toList();
    for (Duration time : List.of(Duration.ofMinutes(1), Duration.ZERO)) {
      JobSearch search =
          new JobSearch(
              new Database(pool), engine.windows(), new JobSearch.Bounds(20, time, time, 100));
      for (int i = 0; i < 25; i++) {
        JobFilter filter =
            new JobFilter(
                Arrays.stream(JobState.values())
                    .filter(state -> dice.nextInt(4) == 0)
                    .collect(Collectors.toSet()),
                one(dice, null, "q1", "q2", "none"),
                one(dice, null, "a", "b"),
                one(dice, null, null, "often", "rare"),
                dice.nextInt(4) == 0 ? 7L : null,
                dice.nextBoolean(),
                new Sieve(
                    one(dice, null, null, "r/Java"),
                    dice.nextInt(3) == 0 ? times.get(dice.nextInt(150)) : null,
                    dice.nextInt(3) == 0 ? times.get(150 + dice.nextInt(150)).plusMillis(1) : null,
                    dice.nextInt(4) == 0 ? times.get(dice.nextInt(150)) : null,
                    dice.nextInt(4) == 0 ? times.get(150 + dice.nextInt(150)).plusSeconds(1) : null,
                    one(dice, null, null, "NEEDLE_%", "0% \\ off"),
                    null));
        List<Long> expected =
            all.stream()
                .filter(job -> matches(job, filter) && passes(job, filter.sieve()))
                .map(Job::id)
                .sorted(Comparator.reverseOrder())
                .toList();
        List<Long> found = new ArrayList<>();
        Long after = null;
        int limit = 1 + dice.nextInt(20);
        do {
          Page<Job> page = search.page(filter, limit, after);
          assertThat(page.items().size()).isLessThanOrEqualTo(limit);
          assertThat(page.partial()).isEqualTo(page.next() != null && page.items().size() < limit);
          page.items().forEach(job -> found.add(job.id()));
          after = page.next();
        } while (after != null);
        assertThat(found).as("seed %d, %s", seed, filter).isEqualTo(expected);
        Count count = search.count(filter);
        if (!time.isZero()) {
          assertThat(count.counted()).isEqualTo(Math.min(100, expected.size()));
          assertThat(count.more()).isEqualTo(expected.size() > 100);
        }
      }
    }
  }

  private static boolean passes(Job job, Sieve sieve) {
    Instant ended = job.finishedAt();
    return (sieve.target() == null || job.tags().contains("target:" + sieve.target()))
        && (sieve.createdFrom() == null || !job.createdAt().isBefore(sieve.createdFrom()))
        && (sieve.createdTo() == null || job.createdAt().isBefore(sieve.createdTo()))
        && (sieve.endedFrom() == null || (ended != null && !ended.isBefore(sieve.endedFrom())))
        && (sieve.endedTo() == null || (ended != null && ended.isBefore(sieve.endedTo())))
        && (sieve.text() == null
            || job.payload()
                .toLowerCase(Locale.ROOT)
                .contains(sieve.text().toLowerCase(Locale.ROOT))
            || String.valueOf(job.error()).contains(sieve.text()));
  }

  @Test
  void aFilterThatMeansNothingIsRefused() {
    Instant noon = Instant.parse("2030-01-01T12:00:00Z");
    assertThatThrownBy(() -> new Sieve(null, noon, noon, null, null, null, null))
        .hasMessageContaining("created_to")
        .hasMessageContaining("must be after 2030-01-01T12:00:00Z");
    assertThatThrownBy(() -> new Sieve(null, null, null, null, null, " ", null))
        .hasMessageContaining("text");
  }

  @Test
  void aPageWhoseTimeIsOverIsCutShortAndTellsWhereTheNextOneBegins() {
    fill(300);
    JobFilter filter = new JobFilter(JobState.COMPLETED, null, null, "none has it", null);
    JobList hurried =
        new JobList(
            new Database(pool), engine.windows(), new JobList.Bounds(5, 10, 20, Duration.ZERO));
    Page<Job> page = hurried.page(filter, 5, (Long) null);
    assertThat(page.items()).isEmpty();
    assertThat(page.partial()).isTrue();
    JobList patient = new JobList(new Database(pool), engine.windows());
    assertThat(patient.page(filter, 5, (Long) null).partial()).isFalse();
  }

  private static @Nullable String one(Random dice, @Nullable String... values) {
    return values[dice.nextInt(values.length)];
  }

  private static boolean matches(Job job, JobFilter filter) {
    return (filter.states().isEmpty() || filter.states().contains(job.state()))
        && (filter.queue() == null || filter.queue().equals(job.queue()))
        && (filter.kind() == null || filter.kind().equals(job.kind()))
        && (filter.tag() == null || job.tags().contains(filter.tag()))
        && (filter.schedule() == null || job.metadata().contains("\"s\": " + filter.schedule()));
  }

  private static List<Long> pages(JobList list, JobFilter filter, int limit) {
    List<Long> ids = new ArrayList<>();
    Long after = null;
    do {
      Page<Job> page = list.page(filter, limit, after);
      assertThat(page.items().size()).isLessThanOrEqualTo(limit);
      page.items().forEach(job -> ids.add(job.id()));
      after = page.next();
    } while (after != null);
    return ids;
  }

  /** Jobs in every state, mixed. Jobs of schedule 7 say so in their metadata, too. */
  private void fill(int jobs) {
    database.execute(
        """
        INSERT INTO rota.queue (name) VALUES ('q1'), ('q2');
        INSERT INTO rota.route (queue, kind) SELECT q, k FROM unnest(ARRAY['q1', 'q2']) q, unnest(ARRAY['a', 'b']) k;
        INSERT INTO rota.job (id, created_at, route, priority, max_retries, payload, tags, schedule, metadata)
          SELECT rota.next_id(), rota.clock() + n * interval '1 millisecond', r.id, 0, 3, CASE WHEN n %% 9 = 0 THEN '{"x": "a needle_%% y"}' ELSE '{}' END::json,
            CASE WHEN n %% 4 = 0 THEN ARRAY['often', 'target:r/Java'] WHEN n %% 2 = 0 THEN ARRAY['often'] WHEN n %% 37 = 1 THEN ARRAY['x', 'rare'] END,
            CASE WHEN n %% 5 = 0 THEN 7 END, CASE WHEN n %% 5 = 0 THEN '{"s": 7}'::jsonb END
          FROM generate_series(1, %d) n JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM rota.route) r
            ON r.place = CASE WHEN n %% 11 = 0 THEN 1 ELSE 2 + n %% 3 END;
        CREATE TEMP TABLE numbered AS SELECT id, route, (random() * 8)::int AS where_to FROM rota.job;
        INSERT INTO rota.ready (job, since, route, lane) SELECT id, rota.clock(), route, 1 FROM numbered WHERE where_to = 0;
        INSERT INTO rota.parked (job, seq, since, key, route, attempt, lane, retries)
          SELECT id, id, rota.clock(), id, route, 0, 1, 0 FROM numbered WHERE where_to = 1;
        INSERT INTO rota.delayed (job, run_at, route, lane)
          SELECT id, rota.clock() + interval '1 day', route, 1 FROM numbered WHERE where_to = 2;
        INSERT INTO rota.paused (job, resumes, since, route, attempt, lane, retries, paused_at, paused_by)
          SELECT id, 'pending', rota.clock(), route, 0, 1, 0, rota.clock(), 'test' FROM numbered WHERE where_to = 3;
        INSERT INTO rota.run (job, fence, started_at, since, route, attempt, worker, lane, retries)
          SELECT id, rota.next_id(), rota.clock(), rota.clock(), route, 1, 1, 1, 0 FROM numbered WHERE where_to = 4;
        INSERT INTO rota.execution (id, job, started_at, finished_at, due_at, route, attempt, worker, retries, status, ended, error)
          SELECT rota.next_id(), id, rota.clock(), rota.clock(), rota.clock(), route, 1, 1, 0,
            CASE where_to WHEN 5 THEN 'completed' WHEN 6 THEN 'failed' ELSE 'cancelled' END::rota.outcome,
            CASE where_to WHEN 5 THEN 'completed' WHEN 6 THEN 'failed' ELSE 'cancelled' END::rota.state,
            CASE where_to WHEN 6 THEN '10%% \\ off' END
          FROM numbered WHERE where_to IN (5, 6, 7);
        INSERT INTO rota.ended (job, state, ended_at, route, attempt, retries, ended_by)
          SELECT id, 'cancelled', rota.clock(), route, 0, 0, 'test' FROM numbered WHERE where_to = 8;
        """
            .formatted(jobs));
  }
}
