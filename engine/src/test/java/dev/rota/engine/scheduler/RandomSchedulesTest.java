package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WindowPolicy;
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
 * Random schedules live through random outages, steps of the clock, pauses, windows, edits and
 * deletions; then every time that a plain walk over their timetables finds has one fate, and as
 * many jobs as it should.
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
          "@every 2m",
          "@every 7m",
          "@every 1h30m",
          "@every 1d at 02:15",
          "0 12 L * *",
          "0 9 * * MON#1");
  private static final List<String> KINDS = List.of("work", "play");
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe");

  /** A timetable that a schedule followed, after one instant up to another. */
  private record Era(Timetable timetable, Instant after) {}

  /** A schedule that was deleted at an instant. */
  private record Gone(long id, List<Era> eras, Instant at) {}

  private final Map<String, List<Era>> eras = new HashMap<>();
  private final List<Gone> gone = new ArrayList<>();
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
            new WindowGate(engine.windows()::calendar));
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
    switch (random.nextInt(15)) {
      case 0 -> clock.advance(Duration.ofHours(random.nextInt(1, 100)));
      case 1 -> clock.back(Duration.ofMinutes(random.nextInt(1, 200)));
      case 2 -> edit(name);
      case 3 -> schedules.pause(name, "test");
      case 4, 5 -> schedules.resume(name, "test");
      case 6 -> runAll();
      case 7 -> window();
      case 8 -> engine.windows().list().forEach(w -> engine.windows().delete(w.name(), "test"));
      case 9 -> delete(name);
      default -> clock.advance(Duration.ofMinutes(random.nextInt(1, 90)));
    }
    if (random.nextInt(4) > 0) {
      scheduler.tick();
    }
  }

  /** Holds one kind of schedules, or skips it, for some hours from now or soon. */
  private void window() {
    Instant from = clock.now().plus(Duration.ofMinutes(random.nextInt(0, 200)));
    engine
        .windows()
        .put(
            NewWindow.maintenance("w" + random.nextInt(3))
                .once(from, from.plus(Duration.ofMinutes(random.nextInt(10, 900))))
                .kind(pick(KINDS))
                .policy(random.nextInt(3) == 0 ? WindowPolicy.SKIP : WindowPolicy.HOLD)
                .build(),
            "test");
  }

  /** Deletes a schedule and makes another of its name. */
  private void delete(String name) {
    if (wentBack(name, clock.now())) {
      return;
    }
    long id = get(name).id();
    schedules.delete(name, "test");
    gone.add(new Gone(id, List.copyOf(eras(name)), clock.now()));
    eras.remove(name);
    edit(name);
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
    return count(
                "occurrence WHERE schedule = " + get(name).id() + " AND decided_at > '" + now + "'")
            > 0
        || eras(name).getLast().after().isAfter(now);
  }

  private List<Era> eras(String name) {
    return eras.getOrDefault(name, List.of());
  }

  private NewSchedule wish(String name) {
    DstPolicy dst = new DstPolicy(pick(List.of(Gap.values())), pick(overlaps()));
    return NewSchedule.of(name, NewJob.of(pick(KINDS), "{}"))
        .trigger(pick(TRIGGERS))
        .timeZone(pick(ZONES))
        .dst(dst)
        .overlap(pick(List.of(Overlap.values())))
        .catchUpMax(random.nextInt(4) == 0 ? 0 : random.nextInt(20, 60))
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
    engine.windows().list().forEach(w -> engine.windows().delete(w.name(), "test"));
    for (int i = 0; i < 8; i++) {
      schedules.resume("s" + i, "test");
      for (Occurrence occurrence : all(get("s" + i).id())) {
        latest = occurrence.decidedAt().isAfter(latest) ? occurrence.decidedAt() : latest;
      }
      Instant changed = eras("s" + i).getLast().after();
      latest = changed.isAfter(latest) ? changed : latest;
    }
    moveTo(latest.plusSeconds(1));
    for (int i = 0; i < 500; i++) {
      scheduler.tick();
      if (count("schedule WHERE next_run_at <= rota.clock()") == 0 && count("arrears") == 0) {
        return;
      }
      clock.advance(Duration.ofSeconds(61));
    }
    throw new AssertionError("it never catches up");
  }

  private void check() {
    for (int i = 0; i < 8; i++) {
      String name = "s" + i;
      assertThat(check(get(name).id(), name, eras(name), clock.now())).isEqualTo(get(name).runs());
    }
    gone.forEach(g -> check(g.id(), "a schedule deleted at " + g.at(), g.eras(), g.at()));
  }

  /** Checks the ledger of one schedule; gives how many jobs it has made. */
  private long check(long id, String name, List<Era> lived, Instant until) {
    List<Occurrence> all = all(id);
    TreeSet<Instant> found =
        all.stream().map(Occurrence::plannedAt).collect(Collectors.toCollection(TreeSet::new));
    Set<Instant> expected = expected(lived, until);
    TreeSet<Instant> missing = new TreeSet<>(expected);
    missing.removeAll(found);
    found.removeAll(expected);
    assertThat(missing).as("times without a fate of %s, %s", name, lived).isEmpty();
    assertThat(found).as("fates without a time of %s, %s", name, lived).isEmpty();
    assertThat(all)
        .as(name)
        .allSatisfy(o -> assertThat(o.plannedAt()).isBeforeOrEqualTo(until))
        .extracting(Occurrence::fate)
        .doesNotContain(Fate.DEFERRED);
    List<String> jobs =
        all.stream()
            .filter(o -> o.fate() == Fate.ENQUEUED)
            .map(o -> String.valueOf(o.job()))
            .toList();
    assertThat(texts("SELECT id FROM rota.job WHERE schedule = " + id))
        .containsExactlyInAnyOrderElementsOf(jobs);
    return jobs.size();
  }

  /** All occurrences of a schedule, newest first. */
  private List<Occurrence> all(long schedule) {
    List<Occurrence> all = new ArrayList<>();
    Instant to = Instant.parse("9999-01-01T00:00:00Z");
    for (List<Occurrence> page = page(schedule, to); !page.isEmpty(); page = page(schedule, to)) {
      all.addAll(page);
      to = page.getLast().plannedAt();
    }
    return all;
  }

  private List<Occurrence> page(long schedule, Instant to) {
    return scheduler.occurrences().list(schedule, Instant.EPOCH, to, null, 10_000);
  }

  /** Every time of each timetable from when it came to when another did, or it ended. */
  private static Set<Instant> expected(List<Era> all, Instant until) {
    TreeSet<Instant> times = new TreeSet<>();
    for (int i = 0; i < all.size(); i++) {
      Instant to = i + 1 < all.size() ? all.get(i + 1).after() : until;
      Instant at = all.get(i).timetable().next(all.get(i).after()).orElse(Instant.MAX);
      while (!at.isAfter(to)) {
        times.add(at);
        at = all.get(i).timetable().next(at).orElse(Instant.MAX);
      }
    }
    return times;
  }
}
