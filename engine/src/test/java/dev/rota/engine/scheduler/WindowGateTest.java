package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.QueueSettings;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WindowPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What windows do to schedules. */
final class WindowGateTest extends SchedulerTest {
  private static final Instant START = Instant.parse("2030-05-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  @BeforeEach
  void openWithWindows() {
    scheduler =
        scheduler(
            engine, SchedulerOptions.builder().build(), new WindowGate(engine.windows()::calendar));
    schedules = scheduler.schedules();
    moveTo(START);
  }

  @Test
  void heldTimesRunAfterTheWindowSpreadAndLate() {
    put(schedule("s").trigger("*/20 * * * *"));
    maintain(window("m").spread(Duration.ofMinutes(10)));
    tickAt("2030-05-01T00:59:00Z");
    tickAt("2030-05-01T01:30:00Z");
    assertThat(get("s").nextRunAt()).isEqualTo("2030-05-01T01:00:00Z");
    assertThat(get("s").wakeAt()).as("the next time to note").isEqualTo("2030-05-01T01:40:00Z");
    assertThat(fates("s"))
        .containsExactly(Fate.ENQUEUED, Fate.ENQUEUED, Fate.DEFERRED, Fate.DEFERRED);

    tickAt("2030-05-01T01:50:00Z");
    tickAt("2030-05-01T02:00:00Z");
    Instant wake = Objects.requireNonNull(get("s").wakeAt());
    assertThat(wake)
        .isBetween(Instant.parse("2030-05-01T02:00:00Z"), Instant.parse("2030-05-01T02:10:00Z"));
    moveTo(wake);
    scheduler.tick();

    List<Occurrence> held = occurrences("s").subList(2, 5);
    assertThat(held).extracting(Occurrence::fate).containsOnly(Fate.ENQUEUED);
    assertThat(held)
        .allSatisfy(time -> assertThat(time.lateBy()).isGreaterThan(Duration.ofMinutes(20)));
    assertThat(new TreeSet<>(held.stream().map(Occurrence::runAt).toList())).hasSize(3);
    assertThat(held).allSatisfy(time -> assertThat(time.runAt()).isBefore("2030-05-01T02:20:01Z"));
  }

  @Test
  void manySchedulesThatWereHeldAreSpreadOverTheSameTime() {
    for (int i = 0; i < 100; i++) {
      put(schedule("s" + i).trigger("30 1 * * *"));
    }
    maintain(window("m").spread(Duration.ofMinutes(10)));
    tickAt("2030-05-01T01:45:00Z");

    int enqueued = 0;
    for (int minute = 1; minute <= 10; minute++) {
      moveTo(Instant.parse("2030-05-01T02:00:00Z").plusSeconds(minute * 60L));
      int now = scheduler.tick().total();
      assertThat(now).as("in minute %s", minute).isBetween(1, 40);
      enqueued += now;
    }
    assertThat(enqueued).isEqualTo(100);
    assertThat(fates("s7")).containsExactly(Fate.ENQUEUED);
    assertThat(occurrences("s7").get(0).lateBy()).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void aTimeAfterTheWindowRunsAtOnceIfNothingWasHeldBeforeIt() {
    put(schedule("s").trigger("1 2 * * *"));
    maintain(window("m").spread(Duration.ofMinutes(10)));
    tickAt("2030-05-01T01:30:00Z");

    tickAt("2030-05-01T02:01:00Z");

    assertThat(occurrences("s").get(0).lateBy()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void aSkippingWindowLeavesItsTimesOut() {
    put(schedule("s").trigger("*/20 * * * *"));
    maintain(window("m").policy(WindowPolicy.SKIP));

    tickAt("2030-05-01T01:30:00Z");
    assertThat(get("s").nextRunAt()).isEqualTo("2030-05-01T01:40:00Z");
    tickAt("2030-05-01T02:00:00Z");

    assertThat(fates("s"))
        .containsExactly(
            Fate.ENQUEUED,
            Fate.ENQUEUED,
            Fate.SKIPPED_WINDOW,
            Fate.SKIPPED_WINDOW,
            Fate.SKIPPED_WINDOW,
            Fate.ENQUEUED);
  }

  @Test
  void theLargerOfTheTimeoutsOnTheQueueHoldsBeforeTheWindow() {
    put(timed("deal", "dealing", Duration.ofMinutes(6)).trigger("54 * * * *"));
    put(timed("retrieval", "retrieving", Duration.ofMinutes(1)).trigger("53,55 * * * *"));
    maintain(window("m").queue("sp.work").spread(Duration.ZERO));

    tickAt("2030-05-01T00:55:30Z");

    assertThat(fates("deal")).containsExactly(Fate.DEFERRED);
    assertThat(get("deal").wakeAt()).isEqualTo("2030-05-01T01:54:00Z");
    tickAt("2030-05-01T02:00:00Z");
    assertThat(occurrences("deal").get(0).lateBy()).isGreaterThan(HOUR);
    assertThat(occurrences("retrieval").get(0).plannedAt()).isEqualTo("2030-05-01T00:53:00Z");
  }

  @Test
  void timesBeforeTheLeadRun() {
    put(timed("retrieval", "retrieving", Duration.ofMinutes(6)).trigger("53,54 * * * *"));
    maintain(window("m").queue("sp.work"));

    tickAt("2030-05-01T00:53:30Z");
    tickAt("2030-05-01T00:54:30Z");

    assertThat(fates("retrieval")).containsExactly(Fate.ENQUEUED, Fate.DEFERRED);
  }

  @Test
  void anExecutionWindowLetsTimesRunInside() {
    put(schedule("s").trigger("30 * * * *"));
    engine
        .windows()
        .put(
            NewWindow.execution("nights")
                .recurring("0 2 * * *", HOUR)
                .kind("work")
                .spread(Duration.ZERO)
                .build(),
            "ada");
    engine.tick();

    tickAt("2030-05-01T01:45:00Z");
    assertThat(fates("s")).containsExactly(Fate.DEFERRED, Fate.DEFERRED);
    tickAt("2030-05-01T02:31:00Z");

    assertThat(fates("s")).containsExactly(Fate.ENQUEUED, Fate.ENQUEUED, Fate.ENQUEUED);
    assertThat(get("s").nextRunAt()).isEqualTo("2030-05-01T03:30:00Z");
  }

  @Test
  void otherSchedulesGoOn() {
    put(schedule("s").trigger("30 * * * *"));
    put(NewSchedule.of("t", NewJob.of("other", "{}")).trigger("30 * * * *"));
    maintain(window("m").kind("work"));

    tickAt("2030-05-01T00:30:00Z");
    tickAt("2030-05-01T01:30:00Z");

    assertThat(fates("s")).containsExactly(Fate.ENQUEUED, Fate.DEFERRED);
    assertThat(fates("t")).containsExactly(Fate.ENQUEUED, Fate.ENQUEUED);
  }

  @Test
  void schedulesThatAWindowHeldGoOnSpreadWhenItIsDeleted() {
    for (int i = 0; i < 20; i++) {
      put(schedule("s" + i).trigger("30 1 * * *"));
    }
    maintain(window("m").spread(Duration.ofMinutes(10)));
    tickAt("2030-05-01T01:31:00Z");
    assertThat(fates("s7")).containsExactly(Fate.DEFERRED);

    engine.windows().delete("m", "ada");
    assertThat(engine.windows().list()).isEmpty();
    assertThat(scheduler.tick().of(Fate.ENQUEUED)).isLessThan(10);
    assertThat(tickAt("2030-05-01T01:36:00Z").of(Fate.ENQUEUED)).isPositive();
    assertThat(tickAt("2030-05-01T01:41:30Z").of(Fate.ENQUEUED)).isPositive();

    for (int i = 0; i < 20; i++) {
      assertThat(fates("s" + i)).containsExactly(Fate.ENQUEUED);
    }
  }

  @Test
  void aWindowThatWasOpenWhenItWasDeletedKeepsNothingWaiting() {
    put(schedule("s").trigger("30 * * * *"));
    maintain(window("m").spread(Duration.ofMinutes(10)));
    moveTo("2030-05-01T00:30:00Z");

    engine.windows().delete("m", "ada");
    scheduler.tick();

    assertThat(fates("s")).containsExactly(Fate.ENQUEUED);
    assertThat(count("time_window")).isZero();
  }

  @Test
  void jobsOfATimeBeforeTheWindowWaitInItForItsEnd() {
    put(schedule("s").trigger("59 0 * * *"));
    maintain(window("m").spread(Duration.ZERO));
    tickAt("2030-05-01T00:59:00Z");
    moveTo("2030-05-01T01:00:00Z");

    assertThat(runAll()).isEmpty();

    moveTo("2030-05-01T02:00:00Z");
    assertThat(runAll()).hasSize(1);
  }

  @Test
  void aWhatIfListsPlannedTimesAndJobs() {
    put(schedule("s").trigger("*/20 * * * *"));
    put(NewSchedule.of("other", NewJob.of("other", "{}")).trigger("*/20 * * * *"));
    put(schedule("paused").trigger("*/20 * * * *"));
    schedules.pause("paused", "ada");
    long later = enqueue(NewJob.kind("work").delay(Duration.ofMinutes(90)).build());
    engine.queues().put("default", QueueSettings.DEFAULTS.withTimeout(HOUR.dividedBy(3)), "ada");

    WindowEffect effect =
        scheduler.whatIf(window("m").kind("work").build(), START, START.plus(Duration.ofDays(1)));

    Instant end = Instant.parse("2030-05-01T02:00:00Z");
    assertThat(effect.first())
        .extracting(WindowEffect.ClosedTime::plannedAt)
        .as("the lead is 20 minutes")
        .containsExactly(
            Instant.parse("2030-05-01T00:40:00Z"),
            Instant.parse("2030-05-01T01:00:00Z"),
            Instant.parse("2030-05-01T01:20:00Z"),
            Instant.parse("2030-05-01T01:40:00Z"));
    assertThat(effect.first())
        .allSatisfy(time -> assertThat(time.schedule()).isEqualTo("s"))
        .allSatisfy(time -> assertThat(time.until()).isEqualTo(end));
    assertThat(effect.times()).isEqualTo(4);
    assertThat(effect.more()).isFalse();
    assertThat(effect.jobs().first())
        .singleElement()
        .satisfies(job -> {
          assertThat(job.job()).isEqualTo(later);
          assertThat(job.until()).isEqualTo(end);
        });
    assertThat(fates("s")).as("nothing was decided").isEmpty();
  }

  @Test
  void aWhatIfTellsWhichTimesWouldBeSkipped() {
    put(schedule("s").trigger("30 1 * * *"));

    WindowEffect effect =
        scheduler.whatIf(
            window("m").policy(WindowPolicy.SKIP).build(), START, START.plus(Duration.ofDays(3)));

    assertThat(effect.first())
        .containsExactly(
            new WindowEffect.ClosedTime("s", Instant.parse("2030-05-01T01:30:00Z"), null));
  }

  /** Maintenance from one to two on the first day. */
  private static NewWindow.Builder window(String name) {
    return NewWindow.maintenance(name).once(START.plus(HOUR), START.plus(HOUR.multipliedBy(2)));
  }

  private void maintain(NewWindow.Builder window) {
    engine.windows().put(window.build(), "ada");
  }

  private static NewSchedule.Builder timed(String name, String kind, Duration timeout) {
    return NewSchedule.of(name, NewJob.kind(kind).queue("sp.work").timeout(timeout).build());
  }
}
