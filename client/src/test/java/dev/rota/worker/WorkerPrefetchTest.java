package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerPrefetchTest {
  private final MemorySource source = new MemorySource();

  @Test
  void holdsMoreThanItRunsWhileJobsAreShortAndGivesBackWhatWaitsBehindSlowOnes()
      throws InterruptedException {
    source.latency(Duration.ofMillis(5));
    source.addMany("default", "short", 3000);
    long slow = source.add("default", "slow");
    source.addMany("default", "short", 100);
    CountDownLatch open = new CountDownLatch(1);
    Probe probe = new Probe();
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .releaseAfter(Duration.ofMillis(200))
            .run("short", job -> {})
            .run("slow", job -> Probe.await(open))
            .listener(probe)
            .start()) {
      probe.await("started " + slow);
      source.await("what waits is given back", () -> source.released() > 0);
      source.await("and nothing is claimed again", () -> source.ready() == 100);
      assertThat(worker.stats().prefetched()).isZero();
      assertThat(source.claims()).anyMatch(claim -> claim.max() > 1);
      open.countDown();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(3101);
    }
  }

  @Test
  void growsAPrefetchWithTheTimeOfExchangesAndTheSpeedOfCalls() {
    Slots slots = new Slots("default", 10);
    assertThat(slots.claimable(5e6, 1000)).isEqualTo(10);
    ends(slots, 1_000_000);
    assertThat(slots.claimable(5e6, 1000)).isEqualTo(10 + 100);
    assertThat(slots.claimable(5e6, 20)).isEqualTo(10 + 20);
    slots.stalled(1_000_000_000);
    assertThat(slots.claimable(5e6, 1000)).as("none while calls are long").isEqualTo(10);
    for (int i = 0; i < 500; i++) {
      ends(slots, 1000);
    }
    assertThat(slots.claimable(5e6, 1000)).isEqualTo(10 + 1000);
  }

  private static void ends(Slots slots, long nanos) {
    slots.begin();
    slots.end(nanos);
  }
}
