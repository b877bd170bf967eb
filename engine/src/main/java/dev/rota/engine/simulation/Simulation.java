package dev.rota.engine.simulation;

import dev.rota.Rules;
import dev.rota.engine.windows.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * A Simulation lets jobs that will come go through queues as they are limited, and tells where a
 * backlog builds, when it drains, and what can never keep up. It looks at no clock and no database.
 */
public final class Simulation {
  private static final int STEPS = 96;
  private static final double HOUR = 60;

  private final Instant from;
  private final Instant to;
  private final Map<String, QueueRun> queues = new LinkedHashMap<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingInt(Event::order));
  private final Map<String, Integer> busyKeys = new HashMap<>();
  private final TreeSet<Instant> wakes = new TreeSet<>();
  private long number;

  /** What happens at an instant: ends first, then arrivals, then a mere look. */
  private record Event(Instant at, int order, QueueRun queue, Optional<Work> work) {}

  private static final int END = 0;
  private static final int ARRIVAL = 1;
  private static final int LOOK = 2;

  private Simulation(Instant from, Instant to, List<QueueModel> models) {
    this.from = from;
    this.to = to;
    models.forEach(
        model -> queues.put(model.name(), new QueueRun(model, from, step(from, to), STEPS)));
  }

  /**
   * @param length up to two weeks
   * @param works those of queues without a model, and those that come later, are left out
   */
  public static Outlook run(
      Instant from, Duration length, List<QueueModel> queues, List<Work> works) {
    Rules.range("for", length, Duration.ofMinutes(1), Duration.ofDays(14));
    Instant to = from.plus(length);
    Simulation simulation = new Simulation(from, to, queues);
    List<Work> coming =
        works.stream()
            .filter(work -> work.at().isBefore(to) && simulation.queues.containsKey(work.queue()))
            .toList();
    coming.forEach(simulation::expect);
    simulation.play();
    return simulation.outlook(coming);
  }

  private static Duration step(Instant from, Instant to) {
    return Duration.between(from, to).dividedBy(STEPS);
  }

  private void expect(Work work) {
    Instant at = work.at().isBefore(from) ? from : work.at();
    events.add(new Event(at, ARRIVAL, queue(work), Optional.of(work)));
  }

  private QueueRun queue(Work work) {
    QueueRun queue = queues.get(work.queue());
    if (queue == null) {
      throw new IllegalArgumentException("there is no queue " + work.queue());
    }
    return queue;
  }

  private void play() {
    while (!events.isEmpty() && events.element().at().isBefore(to)) {
      Instant now = events.element().at();
      while (!events.isEmpty() && events.element().at().equals(now)) {
        happen(events.remove());
      }
      queues.values().forEach(queue -> startAll(queue, now));
      queues.values().forEach(queue -> queue.note(now));
    }
  }

  private void happen(Event event) {
    if (event.work().isEmpty()) {
      return;
    }
    Work work = event.work().get();
    if (event.order() == END) {
      event.queue().finish();
      count(work, -1);
    } else {
      event.queue().arrive(work, number++);
      work.closed().stream().map(Span::end).forEach(end -> look(event.queue(), end));
    }
  }

  private void startAll(QueueRun queue, Instant now) {
    Optional<Work> next = queue.start(now, busyKeys);
    while (next.isPresent()) {
      count(next.get(), 1);
      events.add(new Event(now.plus(next.get().run()), END, queue, next));
      next = queue.start(now, busyKeys);
    }
    Instant opens = queue.rateOpensAt(now);
    if (queue.isWaiting() && opens != null) {
      look(queue, opens);
    }
  }

  private void count(Work work, int by) {
    if (work.key() != null) {
      busyKeys.merge(work.key(), by, Integer::sum);
    }
  }

  private void look(QueueRun queue, Instant at) {
    if (at.isBefore(to) && wakes.add(at)) {
      events.add(new Event(at, LOOK, queue, Optional.empty()));
    }
  }

  private Outlook outlook(List<Work> coming) {
    return new Outlook(
        from,
        to,
        step(from, to),
        queues.values().stream().map(queue -> queue.outlook(to)).toList(),
        hopeless(coming));
  }

  /** The rule of 60 minutes: what runs one at a time cannot run for longer than the hour has. */
  private List<KeyOutlook> hopeless(List<Work> coming) {
    Map<String, Duration> loads = new LinkedHashMap<>();
    Map<String, Work> first = new HashMap<>();
    for (Work work : coming) {
      if (work.key() != null) {
        loads.merge(work.key(), work.run().dividedBy(work.beside()), Duration::plus);
        first.putIfAbsent(work.key(), work);
      }
    }
    double hours = Duration.between(from, to).toMillis() / 3_600_000.0;
    List<KeyOutlook> found = new ArrayList<>();
    loads.forEach((key, load) -> {
      double minutes = load.toMillis() / 60_000.0 / hours;
      Work example = first.get(key);
      if (minutes > HOUR && example != null) {
        found.add(
            new KeyOutlook(
                key, example.queue(), Math.round(minutes * 10) / 10.0, queue(example).left(key)));
      }
    });
    found.sort(Comparator.comparingDouble(KeyOutlook::minutesPerHour).reversed());
    return found;
  }
}
