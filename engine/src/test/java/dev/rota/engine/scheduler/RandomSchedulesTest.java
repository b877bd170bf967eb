package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.DstPolicy.Gap;
import dev.rota.schedule.Timetable;
import dev.rota.testkit.Seed;
import dev.rota.testkit.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random schedules live through random outages, steps of the clock, pauses and edits; then every
 * time that a plain walk over their timetables finds has one fate, and as many jobs as it should.
 */
@ExtendWith(Seeds.class)
final class RandomSchedulesTest extends SchedulerTest {
  private static final List<String> TRIGGERS =
      List.of(
          "*/10 * * * *",
          "5,35 * * * *",
          "30 2 * * *",
          "0 0,1,2,3 * * SUN",
          "0 */3 * * *",
          "45 1 * * *",
          "@hourly",
          "@daily",
          "@every 7m",
          "@every 1h30m",
          "@every 1d at 02:15",
          "0 12 L * *",
          "0 9 * * MON#1");
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe");

  /** A timetable that a schedule followed, after one instant up to another. */
  private record Era(Timetable timetable, Instant after) {}

  private final Map<String, List<Era>> eras = new HashMap<>();
  private RandomGenerator random = RandomGenerator.getDefault();

  @Test
  void everyTimeHasOneFate(Seed seed) {
    live(seed);
  }

  @RepeatedTest(40)
  @Tag("long")
  void everyTimeHasOneFateWhateverHappens(Seed seed) {
    live(seed);
  }

  private void live(Seed seed) {
    random = seed.random();
    scheduler =
        scheduler(
            engine,
            SchedulerOptions.builder().catchUpSpread(Duration.ofMinutes(10)).build(),
            Gate.OPEN);
    schedules = scheduler.schedules();
    moveTo(pick(List.of("2031-03-28T12:00:00Z", "2031-10-24T03:00:00Z", "2032-04-02T20:00:00Z")));
    for (int i = 0; i < 8; i++) {
      edit("s" + i);
    }
    for (int step = 0; step < 60; step++) {
      live();
    }
    settle();
    check();
  }

  private void live() {
    String name = "s" + random.nextInt(8);
    switch (random.nextInt(12)) {
      case 0 -> clock.advance(Duration.ofHours(random.nextInt(1, 40)));
      case 1 -> clock.back(Duration.ofMinutes(random.nextInt(1, 200)));
      case 2 -> edit(name);
      case 3 -> schedules.pause(name, "test");
      case 4, 5 -> schedules.resume(name, "test");
      case 6 -> runAll();
      default -> clock.advance(Duration.ofMinutes(random.nextInt(1, 90)));
    }
    if (random.nextInt(4) > 0) {
      scheduler.tick();
    }
  }

  /** Changes a schedule, or makes it; one that has seen later times than now stays as it is. */
  private void edit(String name) {
    Optional<Schedule> before = schedules.get(name);
    Instant now = clock.now();
    if (before.isPresent() && wentBack(name, now)) {
      return;
    }
    NewSchedule wish = wish(name);
    boolean same = before.filter(b -> b.timetable().equals(wish.timetable())).isPresent();
    Schedule put = schedules.put(wish, "test");
    if (!same) {
      Instant changed = put.createdAt().isAfter(now) ? put.createdAt() : clock.now();
      eras.computeIfAbsent(name, n -> new ArrayList<>()).add(new Era(put.timetable(), changed));
    }
  }

  /** Whether the clock has been ahead of now since the schedule got its timetable. */
  private boolean wentBack(String name, Instant now) {
    return occurrences(name).stream().anyMatch(o -> o.decidedAt().isAfter(now))
        || eras(name).getLast().after().isAfter(now);
  }

  private List<Era> eras(String name) {
    return eras.getOrDefault(name, List.of());
  }

  private NewSchedule wish(String name) {
    DstPolicy dst = new DstPolicy(pick(List.of(Gap.values())), pick(overlaps()));
    return NewSchedule.of(name, NewJob.of("work", "{}"))
        .trigger(pick(TRIGGERS))
        .timeZone(pick(ZONES))
        .dst(dst)
        .overlap(pick(List.of(Overlap.values())))
        .catchUpMax(random.nextInt(4) == 0 ? 0 : random.nextInt(1, 60))
        .catchUpAge(random.nextInt(3) == 0 ? Duration.ofHours(random.nextInt(1, 20)) : null)
        .build();
  }

  private static List<DstPolicy.Overlap> overlaps() {
    return List.of(DstPolicy.Overlap.values());
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Resumes everything and lets time pass until nothing is left to catch up. */
  private void settle() {
    Instant latest = clock.now();
    for (int i = 0; i < 8; i++) {
      schedules.resume("s" + i, "test");
      for (Occurrence occurrence : occurrences("s" + i)) {
        latest = occurrence.decidedAt().isAfter(latest) ? occurrence.decidedAt() : latest;
      }
      Instant changed = eras("s" + i).getLast().after();
      latest = changed.isAfter(latest) ? changed : latest;
    }
    moveTo(latest.plusSeconds(1));
    for (int i = 0; i < 500; i++) {
      scheduler.tick();
      if (count("schedule WHERE next_run_at <= rota.clock()") == 0) {
        return;
      }
      clock.advance(Duration.ofSeconds(61));
    }
    throw new AssertionError("it never catches up");
  }

  private void check() {
    for (int i = 0; i < 8; i++) {
      String name = "s" + i;
      List<Occurrence> all = occurrences(name);
      Instant until = all.isEmpty() ? Instant.MIN : all.getLast().plannedAt();
      TreeSet<Instant> found =
          all.stream().map(Occurrence::plannedAt).collect(Collectors.toCollection(TreeSet::new));
      Set<Instant> expected = expected(name);
      TreeSet<Instant> missing = new TreeSet<>(expected);
      missing.removeAll(found);
      found.removeAll(expected);
      assertThat(missing).as("times without a fate of %s, %s", name, eras.get(name)).isEmpty();
      assertThat(found).as("fates without a time of %s, %s", name, eras.get(name)).isEmpty();
      assertThat(until).isBeforeOrEqualTo(clock.now());
      assertThat(all).extracting(Occurrence::fate).doesNotContain(Fate.DEFERRED);
      List<Long> jobs =
          all.stream()
              .filter(o -> o.fate() == Fate.ENQUEUED)
              .map(o -> java.util.Objects.requireNonNull(o.job()))
              .toList();
      assertThat(texts("SELECT id FROM rota.job WHERE schedule = " + get(name).id()))
          .containsExactlyInAnyOrderElementsOf(jobs.stream().map(String::valueOf).toList());
      assertThat(get(name).runs()).isEqualTo(jobs.size());
    }
  }

  /** Every time of each timetable from when it came to when another did. */
  private Set<Instant> expected(String name) {
    TreeSet<Instant> times = new TreeSet<>();
    List<Era> all = eras(name);
    for (int i = 0; i < all.size(); i++) {
      Instant to = i + 1 < all.size() ? all.get(i + 1).after() : clock.now();
      Instant at = all.get(i).timetable().next(all.get(i).after()).orElse(Instant.MAX);
      while (!at.isAfter(to)) {
        times.add(at);
        at = all.get(i).timetable().next(at).orElse(Instant.MAX);
      }
    }
    return times;
  }
}
