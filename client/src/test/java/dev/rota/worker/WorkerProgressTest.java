package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Beat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerProgressTest {
  private final MemorySource source = new MemorySource();
  private final CountDownLatch open = new CountDownLatch(1);

  private List<Beat> said() {
    return source.beats().stream()
        .flatMap(List::stream)
        .filter(beat -> beat.progress() != null)
        .toList();
  }

  @Test
  void tellsManyChangesAsOne() throws InterruptedException {
    source.add("default", "long");
    try (Worker worker =
        Worker.on(source)
            .run(
                "long",
                job -> {
                  for (int i = 0; i <= 100_000; i++) {
                    job.progress(i / 1000, "step " + i);
                  }
                  Probe.await(open);
                })
            .start()) {
      source.await(
          "the last step", () -> said().stream().anyMatch(b -> "step 100000".equals(b.message())));
      int beats = source.beats().size();
      source.await("two more beats", () -> source.beats().size() >= beats + 2);
      assertThat(said()).hasSizeLessThan(20);
      assertThat(said().stream().filter(b -> "step 100000".equals(b.message()))).hasSize(1);
      open.countDown();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void saysAnUnchangedProgressAgainAfterAWhile() throws InterruptedException {
    source.add("default", "long");
    try (Worker worker =
        Worker.on(source)
            .progressEvery(Duration.ofMillis(20))
            .beatEvery(Duration.ofMillis(20))
            .run(
                "long",
                job -> {
                  job.progress(500, null);
                  Probe.await(open);
                })
            .start()) {
      source.await("three times the same", () -> said().size() >= 3);
      assertThat(said()).allMatch(beat -> Integer.valueOf(100).equals(beat.progress()));
      open.countDown();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void saysAgainWhatDidNotArrive() throws InterruptedException {
    source.add("default", "long");
    CountDownLatch inside = new CountDownLatch(1);
    Probe probe = new Probe();
    source.renewDown(true);
    try (Worker worker =
        Worker.on(source)
            .listener(probe)
            .run(
                "long",
                job -> {
                  job.progress(42, "almost");
                  inside.countDown();
                  Probe.await(open);
                })
            .start()) {
      Probe.await(inside);
      probe.await("unavailable");
      source.renewDown(false);
      source.await("the progress", () -> !said().isEmpty());
      assertThat(said().getFirst().progress()).isEqualTo(42);
      open.countDown();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void beatsForEveryRunningExecutionAndStopsWhenNoneIs() throws InterruptedException {
    source.addMany("default", "long", 3);
    try (Worker worker =
        Worker.on(source)
            .beatEvery(Duration.ofMillis(20))
            .run("long", job -> Probe.await(open))
            .start()) {
      source.await(
          "a beat of all", () -> source.beats().stream().anyMatch(beats -> beats.size() == 3));
      open.countDown();
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.beats()).noneMatch(List::isEmpty);
  }
}
