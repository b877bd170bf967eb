package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.RetryPolicy;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is copied in is what a statement would have stored. */
final class JobCopyTest extends EngineTest {
  private static final List<NewJob> ODD =
      List.of(
          NewJob.kind("odd").build(),
          NewJob.kind("odd")
              .payload("{\"a\": \"tab\\t, line\\n, back\\\\slash, ü, \uD83D\uDE00, \\\\N\"}")
              .build(),
          NewJob.kind("odd").payload(" {\n\t\"spread\": [1,\r\n 2.0]\n}").priority(70).build(),
          NewJob.kind("odd").payload("\"\\\\.\"").maxRetries(9).trace("a b\\c").build(),
          NewJob.kind("odd").tags("a", "quote \" and \\ and , and {}", "\\N").build(),
          NewJob.kind("odd").metadata("{\"team\": \"wéb\\n\"}").createdBy("ada\\").build(),
          NewJob.kind("odd").retry(RetryPolicy.every(Duration.ofSeconds(5))).priority(100).build(),
          NewJob.kind("odd").queue("other").requires("gpu").tenant("acme").build());

  @Test
  void aCopiedJobIsAsOneThatWasStoredByAStatement() {
    for (String queue : List.of("default", "other")) {
      engine.queues().put(queue, QueueSettings.DEFAULTS, "ada");
    }
    compare();
    engine
        .queues()
        .put(
            "default",
            new QueueSettings(
                null,
                null,
                null,
                null,
                7,
                null,
                Duration.ofMinutes(3),
                0,
                new Limits(Duration.ofSeconds(9), null)),
            "ada");
    compare();
  }

  private void compare() {
    for (NewJob odd : ODD) {
      assertThat(JobCopy.takes(odd)).isTrue();
      engine.jobs().enqueueAll(Stream.of(odd));
      long copied = newest();
      long stored = enqueue(odd);

      assertThat(stored).isGreaterThan(copied);
      assertThat(rows(copied)).isEqualTo(rows(stored)).contains("\"kind\": \"odd\"");
    }
  }

  /** All that is stored of a job, but for what no two have alike. */
  private @Nullable String rows(long id) {
    return text(
        """
        SELECT (to_jsonb(j) - 'id' - 'created_at' || jsonb_build_object('payload', j.payload::text))::text
          || (to_jsonb(r) - 'job' - 'seq' - 'since')::text || to_jsonb(t)::text
        FROM rota.job j JOIN rota.ready r ON r.job = j.id JOIN rota.route t ON t.id = j.route WHERE j.id = %d
        """
            .formatted(id));
  }

  private long newest() {
    return engine.jobs().list(JobFilter.ALL, 1, null).items().stream().mapToLong(Job::id).sum();
  }

  @Test
  void whatCannotBeCopiedIsStoredAllTheSame() {
    Stream<NewJob> mixed =
        Stream.of(
            NewJob.kind("one").build(),
            NewJob.kind("one").unique("k").build(),
            NewJob.kind("one").delay(Duration.ofHours(1)).build(),
            NewJob.kind("one").limits(new Limits(Duration.ofSeconds(9), null)).build());

    assertThat(engine.jobs().enqueueAll(mixed)).isEqualTo(4);
  }

  @Test
  void copiedJobsRunInTheirOrder() {
    engine
        .jobs()
        .enqueueAll(IntStream.range(0, 300).mapToObj(i -> NewJob.of("ordered", String.valueOf(i))));

    assertThat(claim(300))
        .extracting(Lease::payload)
        .isEqualTo(IntStream.range(0, 300).mapToObj(String::valueOf).toList());
  }

  @Test
  void copiedJobsOfAPriorityLieSideBySideAndRunInTheirOrder() {
    engine
        .jobs()
        .enqueueAll(
            IntStream.range(0, 300)
                .mapToObj(i ->
                    NewJob.kind("ordered").payload(String.valueOf(i)).priority(i % 3).build()));

    assertThat(claim(300))
        .extracting(Lease::payload)
        .isEqualTo(
            IntStream.range(0, 300)
                .mapToObj(i -> String.valueOf(i % 100 * 3 + 2 - i / 100))
                .toList());
    assertThat(texts("SELECT priority::text FROM rota.job ORDER BY ctid"))
        .isSortedAccordingTo(Comparator.reverseOrder())
        .hasSize(300);
  }

  @Test
  void oneThatCannotBeStoredLeavesNothingAndTheConnectionUsable() {
    Stream<NewJob> jobs =
        Stream.of(
            NewJob.kind("one").build(), NewJob.kind("one").metadata("{\"a\": 1e999999}").build());

    assertThatThrownBy(() -> engine.jobs().enqueueAll(jobs)).isInstanceOf(InvalidInput.class);
    assertThat(engine.jobs().list(JobFilter.ALL, 10, null).items()).isEmpty();
    assertThat(engine.jobs().enqueueAll(Stream.of(NewJob.kind("one").build()))).isOne();
  }
}
