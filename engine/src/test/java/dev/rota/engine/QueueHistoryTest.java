package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.Outcome;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class QueueHistoryTest extends EngineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void aMinuteTellsWhatWasDoneHowLongJobsWaitedAndHowManyWaitStill() {
    enqueue("a");
    clock.advance(Duration.ofSeconds(4));
    complete(claimOne());
    enqueue("a");
    report(claimOne(), failure(new Outcome.Retry.Never()));
    enqueue("a");
    engine.tick();

    List<HistoryPoint> points = engine.history().read(HOUR, null);
    assertThat(points.getFirst())
        .satisfies(point -> {
          assertThat(point.enqueued()).isEqualTo(3);
          assertThat(point.started()).isEqualTo(2);
          assertThat(point.completed()).isEqualTo(1);
          assertThat(point.failed()).isEqualTo(1);
          assertThat(point.waitedMs()).isBetween(2_000L, 60_000L);
        });
    assertThat(points.getLast().pending()).isEqualTo(1);
    assertThat(points.getLast().running()).isZero();
  }

  @Test
  void minutesOfAllQueuesAreSummedUpAndThoseOfOneAreToldAlone() {
    enqueue("a");
    enqueue(NewJob.kind("a").queue("other").build());
    engine.tick();
    clock.advance(Duration.ofMinutes(5));
    enqueue("a");
    engine.tick();

    assertThat(enqueued(HOUR, null)).isEqualTo(3);
    assertThat(enqueued(HOUR, "other")).isEqualTo(1);
    assertThat(enqueued(Duration.ofMinutes(3), null)).isEqualTo(1);
    assertThat(engine.history().read(HOUR, "nowhere")).isEmpty();
    assertThat(engine.history().read(HOUR, null).getLast().pending()).isEqualTo(3);
    assertThat(engine.history().read(HOUR, "other").getLast().pending()).isEqualTo(1);
  }

  private long enqueued(Duration span, @Nullable String queue) {
    return engine.history().read(span, queue).stream().mapToLong(HistoryPoint::enqueued).sum();
  }

  @Test
  void aLongSpanIsToldInLongerStepsAndNoneIsLongerThanTwoDays() {
    assertThat(QueueHistory.step(HOUR)).isEqualTo(Duration.ofMinutes(1));
    assertThat(QueueHistory.step(Duration.ofDays(1))).isEqualTo(Duration.ofMinutes(12));
    enqueue("a");
    engine.tick();
    clock.advance(Duration.ofDays(3));
    enqueue("a");
    engine.tick();
    assertThat(enqueued(Duration.ofDays(2), null)).isEqualTo(1);
    assertThatThrownBy(() -> engine.history().read(Duration.ofDays(3), null))
        .isInstanceOf(InvalidInput.class);
  }

  @Test
  void liveJobsAreCountedByQueueAndNotBeyondTenThousand() {
    engine
        .jobs()
        .enqueue(
            java.util.stream.IntStream.range(0, 10_010)
                .mapToObj(i -> NewJob.kind("a").queue("long").build())
                .toList());
    enqueue(NewJob.kind("a").delay(HOUR).build());
    engine.jobs().pause(enqueue("a"), "test");
    enqueue("a");
    claimOne();
    assertThat(engine.census().live(Duration.ZERO))
        .containsExactly(
            new LiveCounts("default", 0, 1, 1, 1), new LiveCounts("long", 10_001, 0, 0, 0));
  }
}
