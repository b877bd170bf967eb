package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Verdict;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of reports that come late, and of reports that come twice. */
final class FenceTest extends EngineTest {
  @Test
  void aLateReportChangesNothingAndIsOnRecord() {
    for (Outcome outcome : outcomes()) {
      long id = enqueue("a");
      JobSource slow = open("slow").source();
      Lease old = claim(slow, 1).get(0);
      clock.advance(Duration.ofSeconds(25));
      engine.tick();
      Lease current = claimOne();
      String before = row(id);

      assertThat(report(slow, old, outcome)).isEqualTo(Verdict.FENCED);

      assertThat(row(id)).isEqualTo(before);
      assertThat(state(id)).isEqualTo(JobState.RUNNING);
      assertThat(
              texts(
                  "SELECT actor || ' ' || (details ->> 'fence') FROM rota.event"
                      + " WHERE type = 'report.fenced' AND job = "
                      + id))
          .containsExactly("slow " + old.fence());
      assertThat(complete(current)).isEqualTo(Verdict.ACCEPTED);
    }
  }

  @Test
  void aLateFailureOfATryThatWasRecoveredIsFencedEvenWhileTheJobWaits() {
    long id = enqueue("a");
    JobSource slow = open("slow").source();
    Lease old = claim(slow, 1).get(0);
    clock.advance(Duration.ofSeconds(25));
    engine.tick();

    assertThat(report(slow, old, failure(new Outcome.Retry.Never()))).isEqualTo(Verdict.FENCED);

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    assertThat(job(id).error()).isEqualTo("Recovered from stalled state");
  }

  @Test
  void aRepeatedReportIsAccepted() {
    for (Outcome outcome : outcomes().subList(0, 3)) {
      long id = enqueue(NewJob.kind("a").maxRetries(5).build());
      Lease lease = claimOne();
      assertThat(report(lease, outcome)).isEqualTo(Verdict.ACCEPTED);
      String before = row(id);

      assertThat(report(lease, outcome)).isEqualTo(Verdict.ACCEPTED);

      assertThat(row(id)).isEqualTo(before);
    }
    assertThat(count("execution")).isEqualTo(3);
    assertThat(text("SELECT count(*) FROM rota.event WHERE type = 'report.fenced'")).isEqualTo("0");
  }

  @Test
  void aSecondReportThatSaysSomethingElseIsFenced() {
    long id = enqueue("a");
    Lease lease = claimOne();
    complete(lease);

    assertThat(fail(lease)).isEqualTo(Verdict.FENCED);

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aFenceThatNeverWasIsFenced() {
    long id = enqueue("a");
    Lease lease = claimOne();
    Report forged =
        new Report(id, lease.fence() + 1, new Outcome.Completed(null), dev.rota.Usage.NONE);

    assertThat(source.exchange(List.of(forged), Claim.NOTHING).verdicts())
        .containsExactly(Verdict.FENCED);

    assertThat(state(id)).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aLateReportInTheSameBatchDoesNotHideTheCurrentOne() {
    long id = enqueue("a");
    JobSource other = open("slow").source();
    Lease old = claim(other, 1).get(0);
    clock.advance(Duration.ofSeconds(25));
    engine.tick();
    Lease current = claimOne();
    Report late = Report.of(old, new Outcome.Completed("\"old\""));
    Report valid = Report.of(current, new Outcome.Completed("\"new\""));

    assertThat(source.exchange(List.of(valid, late), Claim.NOTHING).verdicts())
        .containsExactly(Verdict.ACCEPTED, Verdict.FENCED);

    assertThat(job(id).result()).isEqualTo("\"new\"");
  }

  @Test
  void oneBatchMayHoldEverySortOfOutcome() {
    List<Long> ids = Stream.generate(() -> enqueue("a")).limit(4).toList();
    List<Lease> leases = claim(10);
    List<Outcome> outcomes = outcomes();

    List<Verdict> verdicts =
        source
            .exchange(
                List.of(
                    Report.of(leases.get(3), outcomes.get(3)),
                    Report.of(leases.get(2), outcomes.get(2)),
                    Report.of(leases.get(1), outcomes.get(1)),
                    Report.of(leases.get(0), outcomes.get(0))),
                Claim.NOTHING)
            .verdicts();

    assertThat(verdicts).hasSize(4).containsOnly(Verdict.ACCEPTED);
    assertThat(ids.stream().map(this::state))
        .containsExactly(
            JobState.COMPLETED, JobState.SCHEDULED, JobState.CANCELLED, JobState.PENDING);
  }

  @Test
  void anOutcomeInTheHandlersTransactionHoldsExactlyIfItCommits() throws Exception {
    long id = enqueue("a");
    Lease lease = claimOne();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      source.report(connection, Report.of(lease, new Outcome.Completed("1")));
      connection.rollback();
      assertThat(state(id)).isEqualTo(JobState.RUNNING);

      source.report(connection, Report.of(lease, new Outcome.Completed("2")));
      assertThat(state(id)).isEqualTo(JobState.RUNNING);
      connection.commit();
    }
    assertThat(job(id).result()).isEqualTo("2");
  }

  @Test
  void aLateOutcomeInTheHandlersTransactionIsRefused() throws Exception {
    enqueue("a");
    JobSource slow = open("slow").source();
    Lease old = claim(slow, 1).get(0);
    clock.advance(Duration.ofSeconds(25));
    engine.tick();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> slow.report(connection, Report.of(old, new Outcome.Completed(null))))
          .isInstanceOfSatisfying(
              RotaException.class, e -> assertThat(e.code()).isEqualTo("fenced"))
          .hasMessageContaining(String.valueOf(old.fence()));
      connection.rollback();
    }
  }

  private static List<Outcome> outcomes() {
    return List.of(
        new Outcome.Completed("{\"ok\": 1}"),
        failure(new Outcome.Retry.After(Duration.ofHours(1))),
        new Outcome.Cancelled(),
        new Outcome.Released());
  }

  /** All that the view tells of a job, but for what grows with time. */
  private String row(long id) {
    return String.valueOf(text("SELECT to_jsonb(j) FROM rota.jobs j WHERE id = " + id));
  }
}
