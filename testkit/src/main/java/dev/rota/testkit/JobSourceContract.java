package dev.rota.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Signal;
import dev.rota.SourceUnavailable;
import dev.rota.Usage;
import dev.rota.Verdict;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A JobSourceContract is what a worker may expect of every source of jobs, wherever the jobs are. A
 * test of a source implements it and inherits its tests.
 */
public interface JobSourceContract {
  Duration SOON = Duration.ofMinutes(1);

  /** A source under test; the test closes it. */
  JobSource opened();

  long stored(NewJob job);

  Job seen(long id);

  void askToCancel(long id);

  /** Whether what is behind the source is out of reach from now on. */
  void away(boolean isAway);

  @Test
  default void a_claim_gives_a_job_with_all_that_was_asked_for() {
    long id =
        stored(
            NewJob.kind("greet")
                .payload("{ \"a\" : 1.50 }")
                .queue("words")
                .priority(7)
                .maxRetries(4)
                .timeout(Duration.ofMillis(1500))
                .tags("x", "y \"z\"")
                .metadata("{\"m\": [null]}")
                .trace("00-trace")
                .build());
    try (JobSource source = opened()) {
      Lease lease = one(source, "words");
      assertThat(lease.job()).isEqualTo(id);
      assertThat(lease.kind()).isEqualTo("greet");
      assertThat(lease.queue()).isEqualTo("words");
      assertThat(lease.payload()).isEqualTo("{ \"a\" : 1.50 }");
      assertThat(lease.attempt()).isEqualTo(1);
      assertThat(lease.retries()).isZero();
      assertThat(lease.maxRetries()).isEqualTo(4);
      assertThat(lease.priority()).isEqualTo(7);
      assertThat(lease.timeout()).isEqualTo(Duration.ofMillis(1500));
      assertThat(lease.tags()).containsExactly("x", "y \"z\"");
      assertThat(lease.metadata().replace(" ", "")).isEqualTo("{\"m\":[null]}");
      assertThat(lease.trace()).isEqualTo("00-trace");
      assertThat(seen(id).state()).isEqualTo(JobState.RUNNING);
      assertThat(seen(id).startedAt()).isEqualTo(lease.startedAt());
    }
  }

  @Test
  default void a_claim_takes_what_it_wants_and_no_more() {
    for (int i = 0; i < 3; i++) {
      stored(NewJob.kind("a").queue("left").build());
      stored(NewJob.kind("b").queue("left").build());
      stored(NewJob.kind("a").queue("right").build());
    }
    try (JobSource source = opened()) {
      Claim claim =
          new Claim(
              3,
              List.of(
                  new Claim.Want("left", 3, Map.of("a", 2)), new Claim.Want("right", 1, Map.of())));
      List<Lease> leases = source.exchange(List.of(), claim).leases();
      assertThat(leases.stream().map(lease -> lease.queue() + " " + lease.kind()))
          .containsExactlyInAnyOrder("left a", "left a", "right a");
      assertThat(source.exchange(List.of(), Claim.NOTHING).leases()).isEmpty();
      assertThat(source.exchange(List.of(), Claim.of("nowhere", 5)).leases()).isEmpty();
    }
  }

  @Test
  default void a_completed_job_keeps_its_result_to_the_letter() {
    long id = stored(NewJob.of("k", "null"));
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(lease.payload()).isEqualTo("null");
      Usage usage = new Usage(Duration.ofMillis(1234), Map.of("items", 3L), 55L, 66, "{\"n\": 1}");
      Outcome outcome = new Outcome.Completed("[1.50, \"ö\"]");
      Report report = new Report(lease.job(), lease.fence(), outcome, usage);
      assertThat(source.exchange(List.of(report), Claim.NOTHING).verdicts())
          .containsExactly(Verdict.ACCEPTED);
      assertThat(seen(id).state()).isEqualTo(JobState.COMPLETED);
      assertThat(seen(id).result()).isEqualTo("[1.50, \"ö\"]");
    }
  }

  @Test
  default void a_failed_job_is_tried_again_or_not_as_its_report_says() {
    long id = stored(NewJob.kind("k").maxRetries(5).build());
    try (JobSource source = opened()) {
      Outcome now = failure("not yet", new Outcome.Retry.After(Duration.ZERO));
      report(source, one(source, NewJob.DEFAULT_QUEUE), now);
      Lease second = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(second.attempt()).isEqualTo(2);
      assertThat(second.retries()).isEqualTo(1);
      report(source, second, failure("never", new Outcome.Retry.Never()));
      assertThat(seen(id).state()).isEqualTo(JobState.FAILED);
      assertThat(seen(id).error()).isEqualTo("never");
    }
  }

  @Test
  default void a_failed_job_waits_as_its_policy_says() {
    long id = stored(NewJob.kind("k").maxRetries(5).build());
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      report(source, lease, failure("later", new Outcome.Retry.ByPolicy()));
      assertThat(seen(id).state()).isEqualTo(JobState.SCHEDULED);
    }
  }

  @Test
  default void a_report_that_is_repeated_is_accepted_again() {
    long id = stored(NewJob.of("k", "{}"));
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(report(source, lease, new Outcome.Completed("1"))).isEqualTo(Verdict.ACCEPTED);
      assertThat(report(source, lease, new Outcome.Completed("1"))).isEqualTo(Verdict.ACCEPTED);
      assertThat(seen(id).attempt()).isEqualTo(1);
    }
  }

  @Test
  default void a_released_job_goes_back_and_its_old_fence_is_worth_nothing() {
    long id = stored(NewJob.of("k", "{}"));
    try (JobSource source = opened()) {
      Lease old = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(report(source, old, new Outcome.Released())).isEqualTo(Verdict.ACCEPTED);
      assertThat(seen(id).state()).isEqualTo(JobState.PENDING);
      Lease current = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(current.fence()).isNotEqualTo(old.fence());
      assertThat(current.retries()).isZero();

      assertThat(report(source, old, new Outcome.Completed("\"late\""))).isEqualTo(Verdict.FENCED);
      assertThat(seen(id).state()).isEqualTo(JobState.RUNNING);
      assertThat(source.renew(List.of(beat(old, null), beat(current, null))))
          .containsExactly(new Signal(id, old.fence(), Signal.Kind.LOST));
      assertThat(report(source, current, new Outcome.Completed("\"mine\"")))
          .isEqualTo(Verdict.ACCEPTED);
      assertThat(seen(id).result()).isEqualTo("\"mine\"");
    }
  }

  @Test
  default void a_cancellation_is_signalled_until_it_is_reported() {
    long id = stored(NewJob.of("k", "{}"));
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      assertThat(source.renew(List.of(beat(lease, null)))).isEmpty();
      askToCancel(id);
      Signal cancel = new Signal(id, lease.fence(), Signal.Kind.CANCEL);
      assertThat(source.renew(List.of(beat(lease, null)))).containsExactly(cancel);
      assertThat(source.renew(List.of(beat(lease, null)))).containsExactly(cancel);
      assertThat(report(source, lease, new Outcome.Cancelled())).isEqualTo(Verdict.ACCEPTED);
      assertThat(seen(id).state()).isEqualTo(JobState.CANCELLED);
    }
  }

  @Test
  default void progress_is_seen_by_others() {
    long id = stored(NewJob.of("k", "{}"));
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      source.renew(List.of(new Beat(lease.job(), lease.fence(), 40, "so \"far\"")));
      source.renew(List.of(beat(lease, null)));
      assertThat(seen(id).progress()).isEqualTo(40);
      assertThat(seen(id).progressMessage()).isEqualTo("so \"far\"");
    }
  }

  @Test
  default void many_reports_and_jobs_go_over_at_once_and_verdicts_keep_the_order() {
    for (int i = 0; i < 200; i++) {
      stored(NewJob.of("k", Integer.toString(i)));
    }
    try (JobSource source = opened()) {
      List<Lease> first = source.exchange(List.of(), Claim.of(NewJob.DEFAULT_QUEUE, 100)).leases();
      assertThat(first).hasSize(100);
      Lease stale = first.get(50);
      report(source, stale, new Outcome.Released());
      Lease again = one(source, NewJob.DEFAULT_QUEUE);
      List<Report> reports = new ArrayList<>();
      first.forEach(lease -> reports.add(Report.of(lease, new Outcome.Completed(null))));
      JobSource.Exchange done = source.exchange(reports, Claim.of(NewJob.DEFAULT_QUEUE, 1000));
      assertThat(done.verdicts()).hasSize(100);
      for (int i = 0; i < 100; i++) {
        assertThat(done.verdicts().get(i)).isEqualTo(i == 50 ? Verdict.FENCED : Verdict.ACCEPTED);
      }
      Set<Long> all = new HashSet<>();
      List.of(first, List.of(again), done.leases())
          .forEach(leases -> leases.forEach(lease -> all.add(lease.job())));
      assertThat(all).hasSize(200);
    }
  }

  @Test
  default void a_source_that_is_away_says_so_and_a_report_sent_again_counts() {
    long id = stored(NewJob.of("k", "{}"));
    try (JobSource source = opened()) {
      Lease lease = one(source, NewJob.DEFAULT_QUEUE);
      away(true);
      try {
        assertThatThrownBy(() -> report(source, lease, new Outcome.Completed(null)))
            .isInstanceOf(SourceUnavailable.class);
        assertThatThrownBy(() -> source.renew(List.of(beat(lease, 1))))
            .isInstanceOf(SourceUnavailable.class);
        assertThatThrownBy(() -> one(source, NewJob.DEFAULT_QUEUE))
            .isInstanceOf(SourceUnavailable.class);
      } finally {
        away(false);
      }
      source.renew(List.of(beat(lease, 2)));
      assertThat(report(source, lease, new Outcome.Completed(null))).isEqualTo(Verdict.ACCEPTED);
      assertThat(seen(id).state()).isEqualTo(JobState.COMPLETED);
    }
  }

  @Test
  default void who_waits_for_work_gets_what_comes_meanwhile() throws Exception {
    try (JobSource source = opened()) {
      assertThat(source.exchange(List.of(), Claim.of("quiet", 5)).leases()).isEmpty();
      CompletableFuture<Lease> waiting =
          CompletableFuture.supplyAsync(() -> {
            List<Lease> leases = List.of();
            while (leases.isEmpty()) {
              await(source);
              leases = source.exchange(List.of(), Claim.of("quiet", 5)).leases();
            }
            return leases.get(0);
          });
      long id = stored(NewJob.kind("k").queue("quiet").build());
      Lease lease = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
      assertThat(lease.job()).isEqualTo(id);
      assertThat(report(source, lease, new Outcome.Completed(null))).isEqualTo(Verdict.ACCEPTED);
    }
  }

  private static void await(JobSource source) {
    try {
      source.awaitWork(Duration.ofSeconds(1));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  default void a_closed_source_claims_nothing_and_takes_reports() {
    stored(NewJob.of("k", "1"));
    stored(NewJob.of("k", "2"));
    JobSource source = opened();
    Lease lease = one(source, NewJob.DEFAULT_QUEUE);
    source.close();
    source.close();
    assertThat(source.exchange(List.of(), Claim.of(NewJob.DEFAULT_QUEUE, 1)).leases()).isEmpty();
    assertThat(source.renew(List.of(beat(lease, 50)))).isEmpty();
    assertThat(report(source, lease, new Outcome.Completed(null))).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  default void a_worker_does_every_job_once_and_leaves_nothing_behind() throws Exception {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      ids.add(stored(NewJob.kind("k").payload(Integer.toString(i)).build()));
    }
    Queue<String> done = new ConcurrentLinkedQueue<>();
    try (Worker worker =
        Worker.on(opened())
            .queue(NewJob.DEFAULT_QUEUE, 20)
            .run("k", job -> done.add(job.payload()))
            .start()) {
      Eventually.await(SOON, () -> done.size() >= 300, "every job was done");
      assertThat(worker.awaitIdle(SOON)).isTrue();
    }
    assertThat(done).doesNotHaveDuplicates().hasSize(300);
    ids.forEach(id -> assertThat(seen(id).state()).isEqualTo(JobState.COMPLETED));
  }

  private static Lease one(JobSource source, String queue) {
    List<Lease> leases = source.exchange(List.of(), Claim.of(queue, 1)).leases();
    assertThat(leases).hasSize(1);
    return leases.get(0);
  }

  private static Verdict report(JobSource source, Lease lease, Outcome outcome) {
    return source.exchange(List.of(Report.of(lease, outcome)), Claim.NOTHING).verdicts().get(0);
  }

  private static Outcome failure(String message, Outcome.Retry retry) {
    return new Outcome.Failed("java.io.IOException", message, "at Here\n\tat There", retry);
  }

  private static Beat beat(Lease lease, @Nullable Integer progress) {
    return new Beat(lease.job(), lease.fence(), progress, null);
  }
}
