package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.Taker.Places;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a source may hand to a worker that has not asked for it. */
class WorkerReceptionTest {
  private final MemorySource source = new MemorySource();
  private final Probe probe = new Probe();
  private final CountDownLatch open = new CountDownLatch(1);
  private Worker worker;

  @BeforeEach
  void start() throws InterruptedException {
    worker =
        Worker.on(source)
            .queue("default", 3)
            .poll(Duration.ofMinutes(10))
            .run("slow", job -> Probe.await(open))
            .run("rare", 1, job -> Probe.await(open))
            .handleBatch("many", 10, jobs -> {})
            .listener(probe)
            .start();
    worker.awaitIdle(Duration.ofMinutes(1));
  }

  @AfterEach
  void end() {
    open.countDown();
    worker.close();
  }

  @Test
  void whatItIsHandedStartsAtOnceAndIsReported() throws InterruptedException {
    Places places = kept("slow", 2);
    Lease lease = source.started("default", "slow");
    places.fill(List.of(lease));
    probe.await("started " + lease.job());
    open.countDown();
    source.await("its report", () -> source.records().size() == 1);
    assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    assertThat(worker.stats().completed()).isEqualTo(1);
  }

  @Test
  void itKeepsNoMorePlacesThanItHas() {
    Places one = kept("rare", 5);
    assertThat(one.count()).isEqualTo(1);
    assertThat(source.taker().keep("default", "rare", 5)).isNull();
    Places places = kept("slow", 5);
    assertThat(places.count()).isEqualTo(2);
    assertThat(source.taker().keep("default", "slow", 1)).isNull();
    places.fill(List.of());
    one.fill(List.of());
    Places all = kept("slow", 5);
    assertThat(all.count()).isEqualTo(3);
    all.fill(List.of());
  }

  @Test
  void itTakesNothingThatItDoesNotServeOrGathers() {
    assertThat(source.taker().keep("default", "other", 1)).isNull();
    assertThat(source.taker().keep("other", "slow", 1)).isNull();
    assertThat(source.taker().keep("default", "many", 1)).isNull();
  }

  @Test
  void itTakesNothingWhileOthersMayComeFirst() throws InterruptedException {
    source.latency(Duration.ofMillis(200));
    long first = source.add("default", "slow");
    source.await("it has heard of it", () -> source.taker().keep("default", "rare", 1) == null);
    probe.await("started " + first);
  }

  @Test
  void whatComesWhileItEndsIsGivenBack() throws InterruptedException {
    Places places = kept("slow", 1);
    Thread ending = Thread.ofVirtual().start(() -> worker.close());
    while (ending.isAlive()) {
      Places more = source.taker().keep("default", "slow", 1);
      if (more == null) {
        break;
      }
      more.fill(List.of());
    }
    places.fill(List.of(source.started("default", "slow")));
    ending.join();
    assertThat(source.released()).isEqualTo(1);
  }

  private Places kept(String kind, int jobs) {
    return Objects.requireNonNull(source.taker().keep("default", kind, jobs));
  }
}
