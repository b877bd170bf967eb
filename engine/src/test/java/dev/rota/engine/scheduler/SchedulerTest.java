package dev.rota.engine.scheduler;

import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;

/**
 * A SchedulerTest has a scheduler without loops, which it drives by hand, on a clock that moves.
 */
abstract class SchedulerTest extends EngineTest {
  protected Scheduler scheduler;
  protected Schedules schedules;

  @BeforeEach
  void openScheduler() {
    scheduler = scheduler(SchedulerOptions.builder());
    schedules = scheduler.schedules();
  }

  Scheduler scheduler(SchedulerOptions.Builder options) {
    return scheduler(engine, options.build(), Gate.OPEN);
  }

  static Scheduler scheduler(Engine engine, SchedulerOptions options, Gate gate) {
    return Scheduler.open(engine, options, SchedulerEvents.NONE, gate, new Random(7));
  }

  /** The description of a schedule of jobs of kind work. */
  static NewSchedule.Builder schedule(String name) {
    return NewSchedule.of(name, NewJob.of("work", "{}"));
  }

  Schedule put(NewSchedule.Builder schedule) {
    return schedules.put(schedule.build(), "test");
  }

  Schedule get(String name) {
    return schedules.get(name).orElseThrow();
  }

  /** All occurrences of a schedule, oldest first. */
  List<Occurrence> occurrences(String name) {
    List<Occurrence> all = new ArrayList<>(scheduler.occurrences().list(get(name).id(), 10_000));
    all.sort(Comparator.comparing(Occurrence::plannedAt));
    return all;
  }

  List<Fate> fates(String name) {
    return occurrences(name).stream().map(Occurrence::fate).toList();
  }

  /** Moves the clock to a little after an instant; the node has lived on meanwhile. */
  void moveTo(Instant instant) {
    clock.advance(Duration.between(clock.now(), instant).plusMillis(1));
    engine.tick();
  }

  void moveTo(String instant) {
    moveTo(Instant.parse(instant));
  }

  /** Moves the clock to an instant and ticks. */
  Tally tickAt(String instant) {
    moveTo(instant);
    return scheduler.tick();
  }

  /** Runs all that can be run now. */
  List<Lease> runAll() {
    engine.tick();
    List<Lease> all = new ArrayList<>();
    for (List<Lease> some = claimPastParked(100); !some.isEmpty(); some = claimPastParked(100)) {
      some.forEach(this::complete);
      all.addAll(some);
    }
    return all;
  }
}
