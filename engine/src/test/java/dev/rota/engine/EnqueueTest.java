package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EnqueueTest extends EngineTest {
  @Test
  void aJobThatSaysNothingGetsTheDefaults() {
    Job job = job(enqueue("plain"));

    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.payload()).isEqualTo("{}");
    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.priority()).isZero();
    assertThat(job.maxRetries()).isEqualTo(3);
    assertThat(job.attempt()).isZero();
    assertThat(job.retries()).isZero();
    assertThat(job.timeout()).isNull();
    assertThat(job.tags()).isEmpty();
    assertThat(job.metadata()).isEqualTo("{}");
    assertThat(job.createdBy()).isEqualTo("system");
    assertThat(job.waitingOn()).isNull();
  }

  @Test
  void aJobKeepsAllThatItsCallerSaid() {
    long id =
        enqueue(
            NewJob.kind("crawl")
                .queue("pages")
                .payload(" {\"url\": \"https://example.org/ü\", \"n\": 1.0} ")
                .priority(70)
                .maxRetries(9)
                .unique("example.org")
                .concurrency("example.org", 2)
                .requires("javascript", "gpu")
                .timeout(Duration.ofMinutes(5))
                .tags("b", "a", "quote \" and \\ and , and {}")
                .metadata("{\"team\":\"web\"}")
                .trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .createdBy("ada")
                .build());

    Job job = job(id);
    assertThat(job.payload()).isEqualTo(" {\"url\": \"https://example.org/ü\", \"n\": 1.0} ");
    assertThat(job.queue()).isEqualTo("pages");
    assertThat(job.priority()).isEqualTo(70);
    assertThat(job.maxRetries()).isEqualTo(9);
    assertThat(job.uniqueKey()).isEqualTo("example.org");
    assertThat(job.concurrencyKey()).isEqualTo("example.org");
    assertThat(job.requires()).containsExactlyInAnyOrder("javascript", "gpu");
    assertThat(job.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(job.tags()).containsExactly("b", "a", "quote \" and \\ and , and {}");
    assertThat(job.metadata()).isEqualTo("{\"team\": \"web\"}");
    assertThat(job.trace()).startsWith("00-4bf92f");
    assertThat(job.createdBy()).isEqualTo("ada");
  }

  @Test
  void idsGrowWithTimeAndStayExactInJson() {
    long first = enqueue("a");
    clock.advance(Duration.ofSeconds(1));
    long second = enqueue("a");

    assertThat(second).isGreaterThan(first).isLessThan(1L << 53);
  }

  @Test
  void aListIsAnsweredInItsOrderAndClaimedInIt() {
    List<NewJob> jobs = numbered(50).toList();

    List<Enqueued> answers = engine.jobs().enqueue(jobs);

    assertThat(answers).hasSize(50).noneMatch(Enqueued::duplicate);
    assertThat(ids(claim(100))).isEqualTo(answers.stream().map(Enqueued::job).toList());
  }

  @Test
  void aListIsStoredWholeOrNotAtAll() {
    engine.jobs().enqueue(NewJob.kind("a").idempotencyKey("used").build());
    List<NewJob> jobs =
        List.of(
            NewJob.of("a", "1"),
            NewJob.kind("a").payload("2").idempotencyKey("used").build(),
            NewJob.of("a", "3"));

    assertThatThrownBy(() -> engine.jobs().enqueue(jobs)).hasMessageContaining("used");

    assertThat(count("job")).isEqualTo(1);
    assertThat(count("ready")).isEqualTo(1);
  }

  @Test
  void anEmptyListStoresNothing() {
    assertThat(engine.jobs().enqueue(List.of())).isEmpty();
    assertThat(engine.jobs().enqueueAll(Stream.of())).isZero();
  }

  @Test
  void aStreamOfAnyLengthIsStoredInItsOrder() {
    assertThat(engine.jobs().enqueueAll(numbered(20_000))).isEqualTo(20_000);

    assertThat(count("ready")).isEqualTo(20_000);
    List<String> payloads = claim(5_000).stream().map(Lease::payload).toList();
    assertThat(payloads).isEqualTo(IntStream.range(0, 5_000).mapToObj(String::valueOf).toList());
  }

  @Test
  void aStreamThatBreaksOffStoresNothing() {
    Stream<NewJob> breaking =
        numbered(3_000)
            .peek(job -> {
              if (job.payload().equals("2500")) {
                throw new IllegalStateException("the file ends in the middle of a line");
              }
            });

    assertThatThrownBy(() -> engine.jobs().enqueueAll(breaking))
        .hasMessageContaining("in the middle of a line");

    assertThat(count("job")).isZero();
    assertThat(count("ready")).isZero();
  }

  @Test
  void aStreamCountsOnlyTheJobsThatAreNew() {
    Stream<NewJob> jobs =
        IntStream.range(0, 2_500).mapToObj(i -> NewJob.kind("a").unique("key-" + i % 100).build());

    assertThat(engine.jobs().enqueueAll(jobs)).isEqualTo(100);
    assertThat(count("ready")).isEqualTo(100);
  }

  @Test
  void aJobOfTheCallersTransactionExistsWhenItCommits() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      long id = engine.jobs().enqueue(connection, NewJob.of("mail", "{}")).job();
      assertThat(engine.jobs().get(id)).isEmpty();
      assertThat(claim(10)).isEmpty();

      connection.commit();

      assertThat(ids(claim(10))).containsExactly(id);
    }
  }

  @Test
  void aJobOfTheCallersTransactionNeverWasWhenItRollsBack() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      engine
          .jobs()
          .enqueue(connection, NewJob.kind("mail").unique("u").idempotencyKey("i").build());
      connection.rollback();
    }
    assertThat(count("job") + count("ready") + count("uniq") + count("idempotency")).isZero();
    assertThat(engine.jobs().enqueue(NewJob.kind("mail").unique("u").build()).duplicate())
        .isFalse();
  }

  @Test
  void aRefusalLeavesNothingInTheCallersTransaction() throws Exception {
    engine.jobs().enqueue(NewJob.kind("a").idempotencyKey("used").build());
    List<NewJob> jobs =
        List.of(
            NewJob.kind("a").unique("u").idempotencyKey("new").build(),
            NewJob.kind("a").payload("2").idempotencyKey("used").build());
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);

      assertThatThrownBy(() -> engine.jobs().enqueue(connection, jobs))
          .hasMessageContaining("another request");
      long next = engine.jobs().enqueue(connection, NewJob.of("a", "3")).job();
      connection.commit();

      assertThat(count("job")).isEqualTo(2);
      assertThat(state(next)).isEqualTo(JobState.PENDING);
      assertThat(count("uniq")).isZero();
      assertThat(count("idempotency")).isEqualTo(1);
    }
  }

  @Test
  void onAConnectionThatCommitsByItselfJobsAreStoredWholeOrNotAtAll() throws Exception {
    engine.jobs().enqueue(NewJob.kind("a").idempotencyKey("used").build());
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() ->
              engine
                  .jobs()
                  .enqueue(
                      connection,
                      List.of(
                          NewJob.kind("a").unique("u").build(),
                          NewJob.kind("a").payload("2").idempotencyKey("used").build())))
          .hasMessageContaining("another request");
      assertThat(count("uniq")).isZero();
      assertThat(connection.getAutoCommit()).isTrue();

      engine.jobs().enqueue(connection, NewJob.kind("a").unique("u").build());
    }
    assertThat(count("ready")).isEqualTo(2);
  }

  @Test
  void aDelayedJobIsScheduledUntilItsTimeComes() {
    long id = enqueue(NewJob.kind("later").delay(Duration.ofMinutes(10)).build());

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
    assertThat(Duration.between(job.createdAt(), job.runAt())).isEqualTo(Duration.ofMinutes(10));
    clock.advance(Duration.ofMinutes(9));
    engine.tick();
    assertThat(claim(10)).isEmpty();

    clock.advance(Duration.ofMinutes(1));
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  void aJobRunsAtTheInstantThatItsCallerNamed() {
    Instant at = clock.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MICROS);
    long id = enqueue(NewJob.kind("later").runAt(at).build());

    assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
    assertThat(job(id).runAt()).isEqualTo(at);
    clock.advance(Duration.ofDays(2).plusSeconds(1));
    engine.tick();
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  void aJobWhoseInstantHasPassedMayRunAtOnce() {
    long id = enqueue(NewJob.kind("late").runAt(Instant.parse("2001-01-01T00:00:00Z")).build());

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  void jobsThatBecomeDueTogetherKeepTheOrderOfTheirTimes() {
    long late = enqueue(NewJob.kind("a").delay(Duration.ofMinutes(3)).build());
    long early = enqueue(NewJob.kind("a").delay(Duration.ofMinutes(1)).build());
    long middle = enqueue(NewJob.kind("a").delay(Duration.ofMinutes(2)).build());

    clock.advance(Duration.ofMinutes(5));
    engine.tick();

    assertThat(ids(claim(10))).containsExactly(early, middle, late);
  }

  @Test
  void aQueueGivesDefaultsToJobsThatDoNotSayOtherwise() {
    engine
        .queues()
        .put(
            "slow",
            QueueSettings.DEFAULTS
                .withMaxRetries(7)
                .withTimeout(Duration.ofSeconds(30))
                .withRetry(RetryPolicy.every(Duration.ofSeconds(5))),
            "ada");

    Job plain = job(enqueue(NewJob.kind("a").queue("slow").build()));
    Job own =
        job(
            enqueue(
                NewJob.kind("a")
                    .queue("slow")
                    .maxRetries(0)
                    .timeout(Duration.ofSeconds(1))
                    .build()));

    assertThat(plain.maxRetries()).isEqualTo(7);
    assertThat(plain.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(own.maxRetries()).isZero();
    assertThat(own.timeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void callersAtTheSameTimeEachGetTheirOwnJob() throws Exception {
    List<List<Long>> ids =
        Together.run(
            12,
            thread ->
                IntStream.range(0, 50)
                    .mapToObj(i -> enqueue(NewJob.of("a", "\"" + thread + "-" + i + "\"")))
                    .toList());

    List<Long> all = ids.stream().flatMap(List::stream).toList();
    assertThat(all).doesNotHaveDuplicates().hasSize(600);
    for (int thread = 0; thread < ids.size(); thread++) {
      assertThat(job(ids.get(thread).get(7)).payload()).isEqualTo("\"" + thread + "-7\"");
    }
    assertThat(count("ready")).isEqualTo(600);
  }

  @Test
  void aCallerWhoIsRefusedDoesNotTakeTheOthersAlong() throws Exception {
    engine.jobs().enqueue(NewJob.kind("a").idempotencyKey("taken").build());

    List<Integer> refusals =
        Together.run(
            8,
            thread -> {
              int refused = 0;
              for (int i = 0; i < 30; i++) {
                NewJob.Builder job = NewJob.kind("a").payload("\"" + thread + "\"");
                try {
                  engine
                      .jobs()
                      .enqueue(thread == 0 ? job.idempotencyKey("taken").build() : job.build());
                } catch (dev.rota.RotaException e) {
                  assertThat(e.code()).isEqualTo("idempotency-conflict");
                  refused++;
                }
              }
              return refused;
            });

    assertThat(refusals).containsExactly(30, 0, 0, 0, 0, 0, 0, 0);
    assertThat(count("ready")).isEqualTo(1 + 7 * 30);
  }

  private static Stream<NewJob> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> NewJob.of("count", String.valueOf(i)));
  }
}
