package dev.rota.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rota.engine.windows.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Simulations whose answers are known. */
final class SimulationTest {
  private static final Instant START = Instant.parse("2026-01-31T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void what_keeps_up_has_no_backlog() {
    Outlook outlook = run(List.of(QueueModel.of("q", 1)), every(15, 10, "q"));
    QueueOutlook queue = outlook.queues().getFirst();
    assertThat(queue.arriving()).isEqualTo(96);
    assertThat(queue.started()).isEqualTo(96);
    assertThat(queue.most()).isZero();
    assertThat(queue.mostAt()).isNull();
    assertThat(queue.drainedAt()).isNull();
    assertThat(queue.minutesPerHour()).isEqualTo(40);
    assertThat(queue.keepsUp()).isTrue();
    assertThat(queue.waiting()).hasSize(96).containsOnly(0);
  }

  /**
   * Every 15 minutes, 20 minutes long: the document's example. A quarter of the day is left over.
   */
  @Test
  void what_takes_longer_than_its_interval_lines_up_for_ever() {
    List<Work> works = every(15, 20, "q").stream().map(work -> work.under("0xabc")).toList();
    Outlook outlook = run(List.of(QueueModel.of("q", 10)), works);
    QueueOutlook queue = outlook.queues().getFirst();
    assertThat(queue.started()).isEqualTo(72);
    assertThat(queue.left()).isEqualTo(24);
    assertThat(queue.drainedAt()).isNull();
    assertThat(queue.keepsUp()).as("its slots could").isTrue();
    assertThat(outlook.hopeless()).containsExactly(new KeyOutlook("0xabc", "q", 80, 24));
  }

  /** 4 deals of 5 minutes and 6 retrievals of 2 minutes: 32 minutes an hour, 28 are left. */
  @Test
  void the_providers_of_the_document_keep_up() {
    List<Work> works = new ArrayList<>();
    for (int provider = 0; provider < 18; provider++) {
      String key = "0x" + provider;
      every(15, 5, "sp.work").forEach(work -> works.add(work.under(key)));
      every(10, 2, "sp.work").forEach(work -> works.add(work.under(key)));
    }
    Outlook outlook = run(List.of(QueueModel.of("sp.work", 100)), works);
    QueueOutlook queue = outlook.queues().getFirst();
    assertThat(outlook.hopeless()).isEmpty();
    assertThat(queue.minutesPerHour()).isEqualTo(18 * 32.0);
    assertThat(queue.keepsUp()).isTrue();
    assertThat(queue.started()).isEqualTo(18 * (96 + 144));
  }

  @Test
  void a_window_holds_jobs_and_its_end_lets_them_drain() {
    Span night = new Span(at(1), at(3));
    List<Work> works =
        every(10, 5, "q").stream().map(work -> work.outside(List.of(night))).toList();
    QueueOutlook queue = run(List.of(QueueModel.of("q", 1)), works).queues().getFirst();
    assertThat(queue.most()).isEqualTo(12);
    assertThat(queue.mostAt()).isEqualTo(at(3).minus(Duration.ofMinutes(10)));
    // 12 are held and one comes at three; then one ends every 5 minutes, and one comes every 10.
    assertThat(queue.drainedAt()).isEqualTo(at(5).minus(Duration.ofMinutes(5)));
    assertThat(queue.left()).isZero();
    assertThat(queue.waiting().get(11)).isEqualTo(12);
    assertThat(queue.waiting().get(3)).isZero();
  }

  @Test
  void slots_and_rates_hold_back() {
    List<Work> burst = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      burst.add(Work.of(START, "q", Duration.ofMinutes(6)));
    }
    QueueOutlook slots = run(List.of(QueueModel.of("q", 10)), burst).queues().getFirst();
    assertThat(slots.most()).isEqualTo(90);
    assertThat(slots.drainedAt()).isEqualTo(START.plus(Duration.ofMinutes(54)));
    QueueModel limited = new QueueModel("q", 100, false, 20, Duration.ofHours(1));
    QueueOutlook rate = run(List.of(limited), burst).queues().getFirst();
    assertThat(rate.most()).isEqualTo(80);
    assertThat(rate.drainedAt()).isEqualTo(at(4));
  }

  @Test
  void a_queue_whose_slots_are_too_few_cannot_keep_up() {
    QueueOutlook queue = run(List.of(QueueModel.of("q", 2)), every(1, 3, "q")).queues().getFirst();
    assertThat(queue.keepsUp()).isFalse();
    assertThat(queue.minutesPerHour()).isEqualTo(180);
    assertThat((double) queue.left()).isCloseTo(1440 / 3.0, within(3.0));
  }

  @Test
  void a_paused_queue_starts_nothing() {
    QueueModel paused = new QueueModel("q", 5, true, null, null);
    QueueOutlook queue = run(List.of(paused), every(60, 1, "q")).queues().getFirst();
    assertThat(queue.started()).isZero();
    assertThat(queue.left()).isEqualTo(24);
    assertThat(queue.waiting().getLast()).isEqualTo(24);
  }

  private static Outlook run(List<QueueModel> queues, List<Work> works) {
    return Simulation.run(START, DAY, queues, works);
  }

  private static List<Work> every(int minutes, int length, String queue) {
    List<Work> works = new ArrayList<>();
    for (int at = 0; at < 24 * 60; at += minutes) {
      works.add(Work.of(START.plus(Duration.ofMinutes(at)), queue, Duration.ofMinutes(length)));
    }
    return works;
  }

  private static Instant at(int hour) {
    return START.plus(Duration.ofHours(hour));
  }
}
