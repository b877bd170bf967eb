package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.windows.NewWindow;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class WaitingOnTest extends EngineTest {
  @Test
  void aPendingJobSaysThatItsQueueIsPaused() {
    long id = enqueue("greet");
    assertThat(job(id).waitingOn()).isNull();

    engine.queues().pause("default", "ada");

    assertThat(job(id).waitingOn()).isEqualTo("queue paused");
  }

  @Test
  void aPendingJobSaysThatNoLiveWorkerHasWhatItRequires() {
    long id = enqueue(NewJob.kind("render").requires("javascript", "images").build());
    sourceWith("javascript");
    assertThat(job(id).waitingOn()).isEqualTo("capability");

    sourceWith("images", "javascript");

    assertThat(job(id).waitingOn()).isNull();
  }

  @Test
  void aParkedJobSaysThatItWaitsForItsKey() {
    NewJob keyed = NewJob.kind("scrape").concurrency("example.com", 1).build();
    enqueue(keyed);
    long second = enqueue(keyed);

    assertThat(claim(10)).hasSize(1);

    assertThat(job(second).waitingOn()).isEqualTo("key");
  }

  @Test
  void aJobWaitsForItsKeyBeforeAWindowAndForAWindowBeforeItsQueue() {
    NewJob keyed = NewJob.kind("scrape").concurrency("example.com", 1).build();
    enqueue(keyed);
    long parked = enqueue(keyed);
    long plain = enqueue(NewJob.kind("scrape").requires("javascript").build());
    assertThat(claim(10)).hasSize(1);
    Instant now = clock.now();

    engine
        .windows()
        .put(NewWindow.maintenance("w").once(now, now.plusSeconds(3600)).build(), "ada");
    engine.queues().pause("default", "ada");

    assertThat(job(parked).waitingOn()).isEqualTo("key");
    assertThat(job(plain).waitingOn()).isEqualTo("window");
    engine.windows().disable("w", "ada");
    assertThat(job(plain).waitingOn()).isEqualTo("queue paused");
  }
}
