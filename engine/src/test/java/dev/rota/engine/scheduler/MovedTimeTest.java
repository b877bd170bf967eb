package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.DROPPED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Together;
import dev.rota.schedule.DstPolicy;
import dev.rota.schedule.DstPolicy.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Schedules over changes of the clock, of the calendar, and of what the database takes for now. */
final class MovedTimeTest extends SchedulerTest {
  /** Ticks every half hour from one instant to another, as a scheduler without outages would. */
  private void live(String from, String to) {
    for (Instant at = Instant.parse(from); !at.isAfter(Instant.parse(to)); at = halfHourAfter(at)) {
      moveTo(at);
      scheduler.tick();
    }
  }

  private static Instant halfHourAfter(Instant at) {
    return at.plus(Duration.ofMinutes(30));
  }

  private List<String> times(String name) {
    assertThat(fates(name)).containsOnly(ENQUEUED);
    assertThat(count("job WHERE schedule = " + get(name).id())).isEqualTo(fates(name).size());
    return occurrences(name).stream().map(o -> o.plannedAt().toString()).toList();
  }

  private static NewSchedule.Builder at(String name, String cron, String zone, DstPolicy policy) {
    return schedule(name).trigger(cron).timeZone(zone).dst(policy);
  }

  @Test
  void amsterdamHasNoHalfPastTwoInSpringAndTwoInAutumn() {
    moveTo("2031-03-29T12:00:00Z");
    DstPolicy twice = new DstPolicy(Gap.SKIP, DstPolicy.Overlap.TWICE);
    put(at("once", "30 2 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT));
    put(at("twice", "30 2 * * *", "Europe/Amsterdam", twice));
    live("2031-03-29T23:00:00Z", "2031-03-31T01:00:00Z");
    assertThat(times("once")).containsExactly("2031-03-30T01:00:00Z", "2031-03-31T00:30:00Z");
    assertThat(times("twice")).containsExactly("2031-03-31T00:30:00Z");

    schedules.delete("once", "test");
    schedules.delete("twice", "test");
    moveTo("2031-10-25T12:00:00Z");
    put(at("once", "30 2 * * *", "Europe/Amsterdam", DstPolicy.DEFAULT));
    put(at("twice", "30 2 * * *", "Europe/Amsterdam", twice));
    live("2031-10-25T23:30:00Z", "2031-10-27T02:00:00Z");
    assertThat(times("once")).containsExactly("2031-10-26T00:30:00Z", "2031-10-27T01:30:00Z");
    assertThat(times("twice"))
        .containsExactly("2031-10-26T00:30:00Z", "2031-10-26T01:30:00Z", "2031-10-27T01:30:00Z");
  }

  @Test
  void newYorkMissesNothingInAnOutageOverAChangeOfTheClock() {
    moveTo("2031-03-08T12:00:00Z");
    put(at("daily", "30 2 * * *", "America/New_York", DstPolicy.DEFAULT));
    put(at("hourly", "0 * * * *", "America/New_York", DstPolicy.DEFAULT).catchUpMax(100));
    moveTo("2031-03-10T12:10:00Z");
    scheduler.tick();
    assertThat(times("daily")).containsExactly("2031-03-09T07:00:00Z", "2031-03-10T06:30:00Z");
    assertThat(times("hourly")).hasSize(48);
  }

  @Test
  void lordHowePutsItsClocksForwardByHalfAnHour() {
    moveTo("2031-10-04T00:00:00Z");
    put(at("gap", "15 2 * * *", "Australia/Lord_Howe", DstPolicy.DEFAULT));
    live("2031-10-04T15:00:00Z", "2031-10-05T16:00:00Z");
    assertThat(times("gap")).containsExactly("2031-10-04T15:30:00Z", "2031-10-05T15:15:00Z");
    moveTo("2032-04-03T00:00:00Z");
    put(
        at(
            "overlap",
            "45 1 * * *",
            "Australia/Lord_Howe",
            new DstPolicy(Gap.RUN_AFTER, DstPolicy.Overlap.TWICE)));
    live("2032-04-03T14:00:00Z", "2032-04-04T16:00:00Z");
    assertThat(times("overlap"))
        .containsExactly("2032-04-03T14:45:00Z", "2032-04-03T15:15:00Z", "2032-04-04T15:15:00Z");
  }

  @Test
  void aLeapDayComesEveryFourYears() {
    moveTo("2031-06-01T00:00:00Z");
    put(schedule("leap").trigger("0 12 29 2 *"));
    assertThat(get("leap").nextRunAt()).isEqualTo("2032-02-29T12:00:00Z");
    tickAt("2032-02-29T12:00:00Z");
    assertThat(times("leap")).hasSize(1);
    assertThat(get("leap").nextRunAt()).isEqualTo("2036-02-29T12:00:00Z");
  }

  @Test
  void aYearEndsAndAnotherBegins() {
    moveTo("2031-12-31T23:00:00Z");
    put(schedule("yearly").trigger("@yearly"));
    put(schedule("last").trigger("59 59 23 31 12 *"));
    put(schedule("every").every(Duration.ofMinutes(20)));
    live("2031-12-31T23:30:00Z", "2032-01-01T00:30:00Z");
    assertThat(times("yearly")).containsExactly("2032-01-01T00:00:00Z");
    assertThat(times("last")).containsExactly("2031-12-31T23:59:59Z");
    assertThat(times("every"))
        .containsExactly(
            "2031-12-31T23:20:00Z",
            "2031-12-31T23:40:00Z",
            "2032-01-01T00:00:00Z",
            "2032-01-01T00:20:00Z");
  }

  @Test
  void anOutageLongerThanTheAgeLimitLosesWhatIsOlderAndSaysSo() {
    moveTo("2031-06-01T00:30:00Z");
    put(schedule("s").trigger("0 * * * *").catchUpAge(Duration.ofHours(6)).catchUpMax(100));
    moveTo("2031-06-04T00:30:00Z");
    scheduler.tick();
    assertThat(fates("s")).hasSize(72);
    assertThat(fates("s").subList(0, 66)).containsOnly(DROPPED);
    assertThat(fates("s").subList(66, 72)).containsOnly(ENQUEUED);
  }

  @Test
  void aClockThatStepsBackFiresNothingTwice() {
    moveTo("2031-06-01T08:30:00Z");
    put(schedule("s").trigger("0 * * * *"));
    tickAt("2031-06-01T09:00:00Z");
    tickAt("2031-06-01T10:00:00Z");
    clock.back(Duration.ofHours(3));
    assertThat(scheduler.tick().total()).isZero();
    tickAt("2031-06-01T09:00:00Z");
    assertThat(get("s").nextRunAt()).isEqualTo("2031-06-01T11:00:00Z");
    tickAt("2031-06-01T11:00:00Z");
    assertThat(times("s"))
        .containsExactly("2031-06-01T09:00:00Z", "2031-06-01T10:00:00Z", "2031-06-01T11:00:00Z");
  }

  @Test
  void aScheduleEditedAfterTheClockSteppedBackFiresNothingTwice() {
    moveTo("2031-06-01T08:30:00Z");
    put(schedule("s").trigger("0 * * * *"));
    tickAt("2031-06-01T10:00:00Z");
    clock.back(Duration.ofMinutes(90));
    put(schedule("s").trigger("0 0 * * * *"));
    assertThat(get("s").nextRunAt()).isEqualTo("2031-06-01T09:00:00Z");
    tickAt("2031-06-01T09:00:00Z");
    tickAt("2031-06-01T11:00:00Z");
    assertThat(times("s"))
        .containsExactly("2031-06-01T09:00:00Z", "2031-06-01T10:00:00Z", "2031-06-01T11:00:00Z");
  }

  @Test
  void aWindowHoldsAndSkips() {
    Gate night =
        new Gate() {
          @Override
          public @Nullable Hold hold(Schedule schedule, Instant at) {
            Instant end = Instant.parse("2031-06-01T06:00:00Z");
            return schedule.name().equals("held") && at.isBefore(end)
                ? new Hold(end, Duration.ofMinutes(6), List.of("night"))
                : null;
          }

          @Override
          public boolean skips(Schedule schedule, Instant plannedAt) {
            return schedule.name().equals("skipped");
          }
        };
    scheduler = scheduler(engine, SchedulerOptions.builder().build(), night);
    schedules = scheduler.schedules();
    moveTo("2031-06-01T02:30:00Z");
    put(schedule("held").trigger("0 * * * *"));
    put(schedule("skipped").trigger("0 * * * *"));
    tickAt("2031-06-01T05:30:00Z");
    assertThat(occurrences("held"))
        .hasSize(3)
        .allSatisfy(o -> {
          assertThat(o.fate()).isEqualTo(Fate.DEFERRED);
          assertThat(o.reason()).isEqualTo("held by window night");
        });
    assertThat(get("held").nextRunAt()).isEqualTo("2031-06-01T03:00:00Z");
    assertThat(get("held").wakeAt()).isEqualTo("2031-06-01T06:00:00Z");
    assertThat(fates("skipped")).containsExactly(SKIPPED_WINDOW, SKIPPED_WINDOW, SKIPPED_WINDOW);
    tickAt("2031-06-01T06:00:00Z");
    assertThat(occurrences("held"))
        .extracting(o -> Duration.between(o.decidedAt(), o.runAt()).toMinutes())
        .containsExactly(0L, 2L, 4L, 0L);
  }

  @Test
  void tenNodesDecideEachTimeOnce() throws Exception {
    moveTo("2031-06-01T08:30:00Z");
    int many = 200;
    for (int i = 0; i < many; i++) {
      put(schedule("s" + i).trigger("*/10 * * * *").catchUpMax(3));
    }
    List<Scheduler> nodes =
        java.util.stream.IntStream.range(0, 10)
            .mapToObj(i ->
                scheduler(
                    open(patient("node-" + i)), SchedulerOptions.builder().build(), Gate.OPEN))
            .toList();
    for (int round = 0; round < 8; round++) {
      clock.advance(Duration.ofMinutes(round == 3 ? 45 : 8));
      Together.run(10, node -> nodes.get(node).tick().total());
    }
    Together.run(10, node -> nodes.get(node).tick().total());
    assertThat(scheduler.tick().total()).isZero();
    Instant now = clock.now();
    long each = Duration.between(Instant.parse("2031-06-01T08:30:00Z"), now).toMinutes() / 10;
    assertThat(count("occurrence WHERE fate = 'enqueued' AND job IS NOT NULL"))
        .isEqualTo(many * each);
    assertThat(count("job")).isEqualTo(many * each);
    assertThat(texts("SELECT schedule FROM rota.job GROUP BY schedule HAVING count(*) <> " + each))
        .isEmpty();
    assertThat(text("SELECT count(DISTINCT job) FROM rota.occurrence")).isEqualTo("" + many * each);
  }
}
