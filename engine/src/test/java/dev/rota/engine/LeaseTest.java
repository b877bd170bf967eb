package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Signal;
import dev.rota.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of single executions, for workers that are not nodes. */
final class LeaseTest extends EngineTest {
  private static final Duration LEASE = Duration.ofMinutes(10);

  private Holder remote;

  @BeforeEach
  void registerRemoteWorker() {
    String id =
        text(
            """
            INSERT INTO rota.worker (name, started_at, beat_at, lease_until)
            VALUES ('scraper-1', rota.clock(), rota.clock(), 'infinity') RETURNING id
            """);
    remote = new Holder(Integer.parseInt(String.valueOf(id)), "scraper-1", Set.of(), LEASE);
  }

  @Test
  void anExecutionWithALeaseOfItsOwnIsRecoveredWhenItEnds() {
    long id = enqueue("a");
    Lease lease = claimRemotely();
    assertThat(text("SELECT lease_until - rota.clock() > interval '9 min' FROM rota.jobs"))
        .isEqualTo("t");
    clock.advance(Duration.ofMinutes(9));
    engine.tick();
    assertThat(state(id)).isEqualTo(JobState.RUNNING);

    clock.advance(Duration.ofMinutes(2));
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    assertThat(job(id).retries()).isEqualTo(1);
    assertThat(reportRemotely(lease, new Outcome.Completed(null))).isEqualTo(Verdict.FENCED);
    assertThat(engine.jobs().executions(id, 1, 0).get(0).worker()).isEqualTo("scraper-1");
  }

  @Test
  void aHeartbeatRenewsTheLease() {
    long id = enqueue("a");
    Lease lease = claimRemotely();
    for (int i = 0; i < 3; i++) {
      clock.advance(Duration.ofMinutes(9));
      assertThat(engine.leases().renew(remote, List.of(beat(lease, null)))).isEmpty();
      engine.tick();
      assertThat(state(id)).isEqualTo(JobState.RUNNING);
    }

    assertThat(reportRemotely(lease, new Outcome.Completed(null))).isEqualTo(Verdict.ACCEPTED);
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aHeartbeatTellsTheProgress() {
    long id = enqueue("a");
    Lease lease = claimRemotely();

    engine.leases().renew(remote, List.of(new Beat(id, lease.fence(), 30, "page 3 of 10")));

    assertThat(job(id).progress()).isEqualTo(30);
    assertThat(job(id).progressMessage()).isEqualTo("page 3 of 10");
  }

  @Test
  void aHeartbeatOfALostExecutionIsToldSo() {
    long id = enqueue("a");
    Lease lease = claimRemotely();
    clock.advance(Duration.ofMinutes(11));
    engine.tick();

    assertThat(engine.leases().renew(remote, List.of(beat(lease, 50))))
        .containsExactly(new Signal(id, lease.fence(), Signal.Kind.LOST));

    assertThat(job(id).progress()).isZero();
  }

  @Test
  void aHeartbeatHearsOfACancellation() {
    long id = enqueue("a");
    Lease lease = claimRemotely();
    engine.jobs().cancel(id, "ada");

    assertThat(engine.leases().renew(remote, List.of(beat(lease, null))))
        .containsExactly(new Signal(id, lease.fence(), Signal.Kind.CANCEL));
  }

  @Test
  void aHeartbeatAboutNothingIsAnsweredWithNothing() {
    assertThat(engine.leases().renew(remote, List.of())).isEmpty();
  }

  @Test
  void manyExecutionsAreRenewedAtOnce() {
    for (int i = 0; i < 50; i++) {
      enqueue("a");
    }
    List<Lease> leases =
        engine.leases().exchange(remote, List.of(), Claim.of("default", 50)).leases();
    clock.advance(Duration.ofMinutes(9));

    engine.leases().renew(remote, leases.stream().map(lease -> beat(lease, 1)).toList());
    clock.advance(Duration.ofMinutes(9));
    engine.tick();

    assertThat(count("run")).isEqualTo(50);
  }

  @Test
  void itsLeaseOutlivesTheNodeThatItCameThrough() {
    Engine front = open("front");
    long id = enqueue("a");
    Holder throughFront = new Holder(front.node().worker(), "front", Set.of(), LEASE);
    front.leases().exchange(throughFront, List.of(), Claim.of("default", 1));

    clock.advance(Duration.ofSeconds(60));
    engine.tick();

    assertThat(state(id)).isEqualTo(JobState.RUNNING);
  }

  private Lease claimRemotely() {
    return engine.leases().exchange(remote, List.of(), Claim.of("default", 1)).leases().get(0);
  }

  private Verdict reportRemotely(Lease lease, Outcome outcome) {
    return engine
        .leases()
        .exchange(remote, List.of(Report.of(lease, outcome)), Claim.NOTHING)
        .verdicts()
        .get(0);
  }

  private static Beat beat(Lease lease, @org.jspecify.annotations.Nullable Integer progress) {
    return new Beat(lease.job(), lease.fence(), progress, null);
  }
}
