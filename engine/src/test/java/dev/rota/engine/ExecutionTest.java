package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.Execution;
import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import dev.rota.Signal;
import dev.rota.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of every try at a job, while it runs and afterwards. */
final class ExecutionTest extends EngineTest {
  private static final Usage USAGE =
      new Usage(
          Duration.ofSeconds(10),
          Map.of("items_crawled", 25L, "items_indexed", 23L),
          1234L,
          256,
          "{\"host\": \"example.org\"}");

  @Test
  void aCompletedExecutionTellsAllOfItself() {
    long id = enqueue("crawl");
    clock.advance(Duration.ofSeconds(30));
    Lease lease = claimOne();
    clock.advance(Duration.ofSeconds(60));

    report(lease, new Outcome.Completed("{\"pages\":  25}"), USAGE);

    Execution execution = last(id);
    assertThat(execution.id()).isEqualTo(lease.fence());
    assertThat(execution.job()).isEqualTo(id);
    assertThat(execution.kind()).isEqualTo("crawl");
    assertThat(execution.queue()).isEqualTo("default");
    assertThat(execution.attempt()).isEqualTo(1);
    assertThat(execution.status()).isEqualTo("completed");
    assertThat(execution.retries()).isZero();
    assertThat(execution.worker()).isEqualTo("node-a");
    assertThat(execution.result()).isEqualTo("{\"pages\":  25}");
    assertThat(execution.counters()).isEqualTo("{\"items_crawled\": 25, \"items_indexed\": 23}");
    assertThat(execution.cpuMillis()).isEqualTo(1234);
    assertThat(execution.memoryPeakMb()).isEqualTo(256);
    assertThat(execution.metadata()).isEqualTo("{\"host\": \"example.org\"}");
    assertThat(execution.error()).isNull();
    assertThat(execution.dueAt()).isEqualTo(job(id).createdAt());
  }

  @Test
  void theDurationIsWhatTheHandlerTookIfItsWorkerMeasuredIt() {
    long measured = enqueue("a");
    long unmeasured = enqueue("b");
    List<Lease> leases = claim(2);
    clock.advance(Duration.ofSeconds(60));

    report(leases.get(0), new Outcome.Completed(null), USAGE);
    report(leases.get(1), new Outcome.Completed(null), Usage.NONE);

    assertThat(last(measured).duration()).isEqualTo(Duration.ofSeconds(10));
    assertThat(last(unmeasured).duration())
        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(100));
    assertThat(last(measured).finishedAt()).isEqualTo(job(measured).finishedAt());
  }

  @Test
  void aMeasuredDurationIsNeverLongerThanTheLease() {
    long id = enqueue("a");
    Lease lease = claimOne();

    report(lease, new Outcome.Completed(null), Usage.took(Duration.ofHours(9)));

    assertThat(last(id).startedAt()).isAfterOrEqualTo(lease.startedAt());
  }

  @Test
  void aFailedExecutionTellsTheError() {
    long id = enqueue("a");
    report(
        claimOne(),
        new Outcome.Failed("java.io.IOException", "no route", "at a.B", new Outcome.Retry.Never()),
        USAGE);

    Execution execution = last(id);
    assertThat(execution.status()).isEqualTo("failed");
    assertThat(execution.errorType()).isEqualTo("java.io.IOException");
    assertThat(execution.error()).isEqualTo("no route");
    assertThat(execution.stackTrace()).isEqualTo("at a.B");
    assertThat(execution.counters()).contains("25");
    assertThat(execution.cpuMillis()).isEqualTo(1234);
    assertThat(execution.result()).isNull();
    assertThat(job(id).error()).isEqualTo("no route");
  }

  @Test
  void aCancelledExecutionTellsWhatItCost() {
    long id = enqueue("a");
    Lease lease = claimOne();
    engine.jobs().cancel(id, "ada");

    report(lease, new Outcome.Cancelled(), USAGE);

    Execution execution = last(id);
    assertThat(execution.status()).isEqualTo("cancelled");
    assertThat(execution.counters()).contains("25");
    assertThat(execution.cpuMillis()).isEqualTo(1234);
    assertThat(execution.memoryPeakMb()).isEqualTo(256);
    assertThat(execution.metadata()).contains("example.org");
  }

  @Test
  void errorsAndStackTracesAreBoundedAndClean() {
    long id = enqueue("a");
    report(
        claimOne(),
        new Outcome.Failed(
            "T".repeat(1_000),
            "e\0" + "é".repeat(10_000),
            "🙂".repeat(20_000),
            new Outcome.Retry.Never()));

    Execution execution = last(id);
    assertThat(execution.errorType()).hasSize(500).endsWith("…");
    assertThat(execution.error()).hasSize(4096).startsWith("eé").endsWith("é…");
    assertThat(String.valueOf(execution.stackTrace()))
        .hasSizeLessThanOrEqualTo(16384)
        .endsWith("🙂…");
  }

  @Test
  void everyTryHasARowOfItsOwnAndTheNewestComesFirst() {
    long id = enqueue(NewJob.kind("a").maxRetries(4).retry(RetryPolicy.IMMEDIATE).build());
    for (int i = 0; i < 4; i++) {
      fail(claimOne());
    }
    complete(claimOne());

    assertThat(engine.jobs().executions(id, 10, 0))
        .extracting(Execution::attempt)
        .containsExactly(5, 4, 3, 2, 1);
    assertThat(engine.jobs().executions(id, 2, 1))
        .extracting(Execution::attempt)
        .containsExactly(4, 3);
    assertThat(engine.jobs().executions(id, 10, 0))
        .extracting(Execution::retries)
        .containsExactly(4, 3, 2, 1, 0);
    assertThat(job(id).error()).isNull();
  }

  @Test
  void aRunningExecutionIsThereAlready() {
    long id = enqueue("a");
    Lease lease = claimOne();

    Execution execution = last(id);

    assertThat(execution.id()).isEqualTo(lease.fence());
    assertThat(execution.status()).isEqualTo("running");
    assertThat(execution.startedAt()).isEqualTo(lease.startedAt());
    assertThat(execution.finishedAt()).isNull();
    assertThat(execution.duration()).isNull();
    assertThat(execution.worker()).isEqualTo("node-a");
  }

  @Test
  void aJobThatNeverRanHasNoExecutionsAndStillAnEnd() {
    long id = enqueue("a");
    Job cancelled = engine.jobs().cancel(id, "ada");

    assertThat(engine.jobs().executions(id, 10, 0)).isEmpty();
    assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
    assertThat(cancelled.finishedAt()).isNotNull();
    assertThat(cancelled.attempt()).isZero();
  }

  @Test
  void progressIsSeenWhileTheJobRuns() {
    long id = enqueue("a");
    Lease lease = claimOne();
    assertThat(job(id).progress()).isNull();

    tell(lease, 10, "started");
    tell(lease, 75, "nearly there");

    assertThat(job(id).progress()).isEqualTo(75);
    assertThat(job(id).progressMessage()).isEqualTo("nearly there");
    tell(lease, null, null);
    assertThat(job(id).progress()).isEqualTo(75);
  }

  @Test
  void progressStaysBetweenNothingAndAll() {
    long id = enqueue("a");
    Lease lease = claimOne();
    tell(lease, 250, null);
    assertThat(job(id).progress()).isEqualTo(100);
    tell(lease, -3, null);
    assertThat(job(id).progress()).isZero();
    tell(lease, Integer.MAX_VALUE, "m\0" + "x".repeat(5_000));

    assertThat(job(id).progress()).isEqualTo(100);
    assertThat(job(id).progressMessage()).hasSize(1000).startsWith("mx").endsWith("x…");
  }

  @Test
  void twoWordsOnOneExecutionInOneBeatAreNoProblem() {
    long id = enqueue("a");
    Lease lease = claimOne();

    source.renew(
        List.of(
            new Beat(id, lease.fence(), 10, "first"), new Beat(id, lease.fence(), 20, "second")));

    assertThat(job(id).progress()).isEqualTo(20);
  }

  @Test
  void progressOfAnExecutionThatIsOverIsNotKept() {
    long id = enqueue("a");
    Lease lease = claimOne();
    tell(lease, 50, "half");
    complete(lease);

    assertThat(tell(lease, 60, "late"))
        .containsExactly(new Signal(id, lease.fence(), Signal.Kind.LOST));

    assertThat(job(id).progress()).isEqualTo(50);
  }

  @Test
  void theViewsAnswerPlainSql() {
    long done = enqueue(NewJob.kind("a").payload("{\"n\":1}").tags("x").build());
    report(claimOne(), new Outcome.Completed("{\"sum\":3}"), USAGE);
    long failed = enqueue("b");
    report(claimOne(), failure(new Outcome.Retry.Never()));
    enqueue("c");
    claimOne();
    enqueue("d");
    enqueue(NewJob.kind("e").delay(Duration.ofHours(1)).build());
    engine.jobs().pause(enqueue("f"), "ada");

    assertThat(texts("SELECT kind || ' ' || state FROM rota.jobs ORDER BY kind"))
        .containsExactly(
            "a completed", "b failed", "c running", "d pending", "e scheduled", "f paused");
    assertThat(
            text(
                "SELECT (payload ->> 'n') || (result ->> 'sum') || tags[1] FROM rota.jobs WHERE id = "
                    + done))
        .isEqualTo("13x");
    assertThat(
            texts(
                "SELECT concat_ws(' ', kind, attempt, status, error, worker) FROM rota.executions"
                    + " ORDER BY kind"))
        .containsExactly(
            "a 1 completed node-a", "b 1 failed connection timeout node-a", "c 1 running node-a");
    assertThat(
            text(
                "SELECT concat_ws(' ', duration_ms, counters ->> 'items_crawled', cpu_ms,"
                    + " memory_peak_mb) FROM rota.executions WHERE kind = 'a'"))
        .endsWith(" 25 1234 256");
    assertThat(text("SELECT error FROM rota.jobs WHERE id = " + failed))
        .isEqualTo("connection timeout");
  }

  @Test
  void aQueuesDepthIsCountedByState() {
    enqueue("a");
    enqueue("a");
    enqueue(NewJob.kind("a").delay(Duration.ofHours(1)).build());
    engine.jobs().pause(enqueue("b"), "ada");
    claim(1);

    assertThat(engine.queues().depths())
        .containsExactlyInAnyOrder(
            new Queues.Depth("default", "a", "pending", 1),
            new Queues.Depth("default", "a", "running", 1),
            new Queues.Depth("default", "a", "scheduled", 1),
            new Queues.Depth("default", "b", "paused", 1));
  }

  @Test
  void aReportThatTheDatabaseRefusesIsInvalidInputSoThatTheOthersCanGoAlone() {
    enqueue("a");
    enqueue("a");
    List<Lease> leases = claim(2);
    Usage bad = new Usage(null, Map.of("nul\0", 1L), null, null, null);
    Report refused =
        new Report(leases.get(0).job(), leases.get(0).fence(), new Outcome.Completed(null), bad);
    Report fine = Report.of(leases.get(1), new Outcome.Completed(null));

    assertThatThrownBy(() -> source.exchange(List.of(refused, fine), Claim.NOTHING))
        .isInstanceOf(InvalidInput.class);
    assertThat(count("run")).isEqualTo(2);

    source.exchange(List.of(fine), Claim.NOTHING);
    assertThat(count("run")).isEqualTo(1);
  }

  private void report(Lease lease, Outcome outcome, Usage usage) {
    source.exchange(List.of(new Report(lease.job(), lease.fence(), outcome, usage)), Claim.NOTHING);
  }

  private List<Signal> tell(Lease lease, @Nullable Integer progress, @Nullable String message) {
    return source.renew(List.of(new Beat(lease.job(), lease.fence(), progress, message)));
  }

  private Execution last(long id) {
    return engine.jobs().executions(id, 1, 0).get(0);
  }
}
