package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Verdict;
import dev.rota.testkit.Eventually;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lease is good for one worker and one report, whatever happens at the same time. */
final class LeaseRaceTest extends EngineTest {
  @Test
  void aFailureThatIsReportedAfterTheRecoveryIsFenced() {
    long id = enqueue("slow");
    Lease lost = claimOne();
    recoverAll();

    assertThat(fail(lost)).isEqualTo(Verdict.FENCED);
    assertThat(job(id).retries()).isEqualTo(1);
    assertThat(text("SELECT count(*) FROM rota.event WHERE type = 'report.fenced'")).isEqualTo("1");
  }

  @Test
  void aReportThatIsRepeatedIsAcceptedAgainAndChangesNothing() {
    enqueue("flaky");
    Lease lease = claimOne();
    assertThat(fail(lease)).isEqualTo(Verdict.ACCEPTED);
    assertThat(fail(lease)).isEqualTo(Verdict.ACCEPTED);
    assertThat(complete(lease)).isEqualTo(Verdict.FENCED);
    assertThat(count("execution")).isEqualTo(1);
  }

  @Test
  void twoExecutionsOfOneJobInOneExchangeAreJudgedEachByItsFence() {
    long id = enqueue("slow");
    Lease lost = claimOne();
    recoverAll();
    Lease good = claimOne();

    List<Verdict> verdicts =
        source
            .exchange(
                List.of(
                    Report.of(good, new Outcome.Completed(null)),
                    Report.of(lost, new Outcome.Completed(null))),
                Claim.NOTHING)
            .verdicts();

    assertThat(verdicts).containsExactly(Verdict.ACCEPTED, Verdict.FENCED);
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aNodeWhoseLeaseIsOverInTheDatabaseClaimsNothingWhateverItBelieves() {
    long id = enqueue("any");
    clock.advance(Duration.ofDays(2));
    assertThat(claim(10)).isEmpty();
    try (Engine other = open(EngineOptions.builder().name("node-b"))) {
      other.tick();
      assertThat(claim(10)).isEmpty();
    }

    engine.tick();
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  void aJobWhosePriorityChangesWhileItIsHandedItsKeyIsHandedItOnce() throws Exception {
    enqueue(NewJob.kind("keyed").concurrency("k", 1).build());
    long next = enqueue(NewJob.kind("keyed").concurrency("k", 1).build());
    Lease first = claimOne();
    assertThat(count("parked")).isEqualTo(1);

    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("UPDATE rota.parked SET lane = rota.lane(50, 0)");
      complete(first);
      statement.execute("SELECT FROM rota.keylock FOR UPDATE");
      CompletableFuture<Void> sweep =
          CompletableFuture.runAsync(() -> engine.node().keySweeper().sweep());
      awaitBlocked();
      other.commit();
      sweep.join();
    }

    assertThat(new Invariants(database).broken()).isEmpty();
    Lease second = claimOne();
    assertThat(second.job()).isEqualTo(next);
    complete(second);
    assertThat(count("live")).isZero();
  }

  @Test
  void aJobThatWasGivenBackIsHandedOutUnderAnotherFence() {
    enqueue("a");
    enqueue("b");
    JobSource other = engine.source();
    List<Lease> leases = claim(10);
    assertThat(leases).extracting(Lease::fence).doesNotHaveDuplicates().hasSize(2);
    assertThat(report(other, leases.get(0), new Outcome.Released())).isEqualTo(Verdict.ACCEPTED);
    assertThat(claim(other, 10)).extracting(Lease::fence).doesNotContain(leases.get(0).fence());
    assertThat(complete(leases.get(0))).isEqualTo(Verdict.FENCED);
  }

  /** Takes every lease away, as if its worker had been silent. */
  private void recoverAll() {
    clock.advance(Duration.ofSeconds(5));
    assertThat(engine.recover(Duration.ofSeconds(5)).total()).isPositive();
  }

  private void awaitBlocked() throws InterruptedException {
    Eventually.await(
        Duration.ofSeconds(20),
        () ->
            "1"
                .equals(
                    text(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")),
        "a session that waits for a lock");
  }
}
