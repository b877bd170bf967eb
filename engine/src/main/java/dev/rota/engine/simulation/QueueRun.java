package dev.rota.engine.simulation;

import dev.rota.engine.windows.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A QueueRun is a queue on its way through a simulation. */
final class QueueRun {
  private final QueueModel model;
  private final Instant from;
  private final Duration step;
  private final int[] waitingBySteps;
  private final Map<Line, Deque<Numbered>> lines = new LinkedHashMap<>();
  private final Deque<Instant> starts = new ArrayDeque<>();
  private int waiting;
  private int before;
  private int running;
  private long arriving;
  private long started;
  private Duration load = Duration.ZERO;
  private int most;
  private @Nullable Instant mostAt;
  private @Nullable Instant drainedAt;
  private int lastStep = -1;

  /** Jobs that are held back by the same things stand in one line. */
  private record Line(@Nullable String key, List<Span> closed) {}

  private record Numbered(long number, Work work) {}

  QueueRun(QueueModel model, Instant from, Duration step, int steps) {
    this.model = model;
    this.from = from;
    this.step = step;
    this.waitingBySteps = new int[steps];
  }

  void arrive(Work work, long number) {
    lines
        .computeIfAbsent(new Line(work.key(), work.closed()), line -> new ArrayDeque<>())
        .add(new Numbered(number, work));
    waiting++;
    arriving++;
    load = load.plus(work.run());
  }

  void finish() {
    running--;
  }

  /** The next job that may start now, taken out of its line. */
  Optional<Work> start(Instant now, Map<String, Integer> busyKeys) {
    if (model.paused() || running >= model.slots() || rateOpensAt(now) != null) {
      return Optional.empty();
    }
    Deque<Numbered> first = null;
    for (Map.Entry<Line, Deque<Numbered>> line : lines.entrySet()) {
      Numbered head = line.getValue().peek();
      if (head != null
          && mayStart(head.work(), now, busyKeys)
          && (first == null || head.number() < first.element().number())) {
        first = line.getValue();
      }
    }
    if (first == null) {
      return Optional.empty();
    }
    waiting--;
    running++;
    started++;
    starts.add(now);
    return Optional.of(first.remove().work());
  }

  private static boolean mayStart(Work work, Instant now, Map<String, Integer> busyKeys) {
    return (work.key() == null || busyKeys.getOrDefault(work.key(), 0) < work.beside())
        && work.closed().stream().noneMatch(span -> span.contains(now));
  }

  /** When the rate lets something start again; null if it does so now. */
  @Nullable Instant rateOpensAt(Instant now) {
    if (model.rate() == null || model.period() == null) {
      return null;
    }
    while (!starts.isEmpty() && !starts.element().plus(model.period()).isAfter(now)) {
      starts.remove();
    }
    return starts.size() < model.rate() ? null : starts.element().plus(model.period());
  }

  boolean isWaiting() {
    return waiting > 0;
  }

  /** Notes how many wait, after everything that could start at an instant has started. */
  void note(Instant now) {
    int at =
        (int) Math.min(waitingBySteps.length - 1L, Duration.between(from, now).dividedBy(step));
    for (int i = lastStep + 1; i <= at; i++) {
      waitingBySteps[i] = i == at ? waiting : i == 0 ? 0 : before;
    }
    lastStep = Math.max(lastStep, at);
    waitingBySteps[at] = Math.max(waitingBySteps[at], waiting);
    if (waiting > most) {
      most = waiting;
      mostAt = now;
    }
    if (waiting == 0 && before > 0) {
      drainedAt = now;
    }
    before = waiting;
  }

  QueueOutlook outlook(Instant to) {
    note(to.minusNanos(1));
    double hours = Duration.between(from, to).toMillis() / 3_600_000.0;
    double minutes = load.toMillis() / 60_000.0 / hours;
    List<Integer> steps = new ArrayList<>();
    for (int each : waitingBySteps) {
      steps.add(each);
    }
    return new QueueOutlook(
        model.name(),
        model.slots(),
        model.paused(),
        arriving,
        started,
        most,
        mostAt,
        waiting == 0 ? drainedAt : null,
        waiting,
        Math.round(minutes * 10) / 10.0,
        minutes <= 60.0 * model.slots(),
        steps);
  }

  /** How many of a key wait. */
  int left(String key) {
    return lines.entrySet().stream()
        .filter(line -> key.equals(line.getKey().key()))
        .mapToInt(line -> line.getValue().size())
        .sum();
  }
}
