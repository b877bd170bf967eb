package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.DEFERRED;
import static dev.rota.engine.scheduler.Fate.DROPPED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.MISSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_PAUSED;
import static dev.rota.engine.scheduler.Fate.SKIPPED_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.NewJob;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WindowPolicy;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every planned time has its row, however many come at once and whatever becomes of its schedule.
 */
final class LedgerTest extends SchedulerTest {
  private static final Instant START = Instant.parse("2031-06-02T00:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);

  @BeforeEach
  void begin() {
    Gate windows = new WindowGate(engine.windows()::calendar);
    scheduler = scheduler(engine, SchedulerOptions.builder().build(), windows);
    schedules = scheduler.schedules();
    moveTo(START);
  }

  private static NewSchedule.Builder everySecond(String name) {
    return schedule(name).every(SECOND).start(START);
  }

  private long rows(long schedule, Fate fate) {
    return count("occurrence WHERE schedule = " + schedule + " AND fate = '" + fate.word() + "'");
  }

  /** Every second from the start to an instant has one row. */
  private void assertComplete(long schedule, Instant to) {
    long seconds = Duration.between(START, to).toSeconds();
    String span = " AND planned_at BETWEEN '" + START.plus(SECOND) + "' AND '" + to + "'";
    assertThat(
            text(
                "SELECT count(DISTINCT date_trunc('second', planned_at)) FROM rota.occurrence WHERE schedule = "
                    + schedule
                    + span))
        .isEqualTo(String.valueOf(seconds));
    assertThat(count("occurrence WHERE schedule = " + schedule + " AND planned_at <= '" + to + "'"))
        .isBetween(seconds, seconds + 1);
  }

  /** Ticks until the ledger owes nothing. */
  private void settle() {
    for (int i = 0; i < 100 && count("arrears") > 0; i++) {
      scheduler.tick();
    }
    assertThat(count("arrears")).isZero();
  }

  @Test
  void timesThatAreTooOldHaveARowEachAndTheFreshOnesDoNotWaitForThem() {
    long id = put(everySecond("s").catchUpAge(Duration.ofMinutes(1)).catchUpMax(100)).id();
    Instant now = START.plus(Duration.ofHours(12));
    moveTo(now);

    Tally first = scheduler.tick();

    assertThat(first.of(ENQUEUED)).isGreaterThanOrEqualTo(60);
    assertThat(first.of(DROPPED)).isLessThanOrEqualTo(Arrears.BATCH);
    settle();
    assertComplete(id, now);
    assertThat(rows(id, DROPPED)).isBetween(43_138L, 43_141L);
    assertThat(text("SELECT DISTINCT reason FROM rota.occurrence WHERE fate = 'dropped'"))
        .isEqualTo("older than PT1M");
  }

  @Test
  void timesThatAreTooOldAndFellIntoASkippingWindowWereSkipped() {
    engine
        .windows()
        .put(
            NewWindow.maintenance("m")
                .once(START.plus(Duration.ofHours(1)), START.plus(Duration.ofHours(2)))
                .policy(WindowPolicy.SKIP)
                .build(),
            "ada");
    long id = put(everySecond("s").catchUpAge(Duration.ofMinutes(1)).catchUpMax(100)).id();
    moveTo(START.plus(Duration.ofHours(4)));

    scheduler.tick();
    settle();

    assertThat(rows(id, SKIPPED_WINDOW)).isEqualTo(3_600);
  }

  @Test
  void timesThatTheCapPutsOffHaveARowEach() {
    long id = put(everySecond("s")).id();
    Instant now = START.plus(Duration.ofHours(5));
    moveTo(now);

    assertThat(scheduler.tick().of(ENQUEUED)).isEqualTo(10);

    settle();
    assertComplete(id, now);
    clock.advance(Duration.ofSeconds(30));
    assertThat(scheduler.tick().of(DEFERRED)).as("those that came meanwhile").isBetween(27, 35);
    assertThat(rows(id, ENQUEUED)).isEqualTo(20);
  }

  @Test
  void aChangeOfTheTimesClosesAllThatWaited() {
    long id = put(everySecond("s")).id();
    Instant now = START.plus(Duration.ofHours(12));
    moveTo(now);
    scheduler.tick();

    put(everySecond("s").every(Duration.ofHours(1)));

    settle();
    assertComplete(id, now);
    assertThat(rows(id, DEFERRED)).isZero();
    assertThat(rows(id, ENQUEUED)).as("what was due was decided once more").isEqualTo(20);
    assertThat(text("SELECT DISTINCT reason FROM rota.occurrence WHERE fate = 'missed'"))
        .isEqualTo("the schedule was changed");
  }

  @Test
  void aScheduleThatIsDeletedMissesWhatHadCome() {
    long id = put(everySecond("s")).id();
    Instant now = START.plus(Duration.ofMinutes(10));
    moveTo(now);

    schedules.delete("s", "ada");

    assertThat(rows(id, MISSED)).as("in the same transaction").isBetween(600L, 602L);
    assertComplete(id, now);
    assertThat(text("SELECT DISTINCT reason FROM rota.occurrence"))
        .isEqualTo("the schedule was deleted");
    assertThat(count("job")).isZero();
  }

  @Test
  void aPausedScheduleThatIsDeletedHasSkippedWhatPassed() {
    long id = put(schedule("s").trigger("0 * * * *")).id();
    moveTo(START.plus(Duration.ofMinutes(90)));
    schedules.pause("s", "ada");
    moveTo(START.plus(Duration.ofMinutes(150)));

    schedules.delete("s", "ada");

    assertThat(rows(id, MISSED)).isEqualTo(1);
    assertThat(rows(id, SKIPPED_PAUSED)).isEqualTo(1);
  }

  @Test
  void aScheduleThatCountsFromItsEndsMissesItsOneTime() {
    Schedule crawl = put(schedule("s").every(Duration.ofHours(1)).fromCompletion(true));
    moveTo(START.plus(Duration.ofMinutes(90)));

    schedules.delete("s", "ada");

    assertThat(scheduler.occurrences().list(crawl.id(), 10))
        .singleElement()
        .satisfies(o -> {
          assertThat(o.plannedAt()).isEqualTo(crawl.nextRunAt());
          assertThat(o.fate()).isEqualTo(MISSED);
        });
  }

  @Test
  void aScheduleThatGoesWithItsTargetMissesWhatHadCome() {
    scheduler.targets().put(NewTarget.of("provider", "0x1"));
    scheduler
        .plans()
        .put(
            NewPlan.named("deals", "deal")
                .targets("provider")
                .trigger(Trigger.parse("@every 1s"))
                .build());
    scheduler.keep();
    long id = get("deals/0x1").id();
    Instant planned = get("deals/0x1").nextRunAt();
    moveTo(START.plus(Duration.ofHours(6)));
    scheduler.targets().activate("provider", "0x1", false);

    scheduler.keep();

    settle();
    assertThat(rows(id, MISSED)).isBetween(21_598L, 21_601L);
    assertThat(text("SELECT min(planned_at) = '" + planned + "' FROM rota.occurrence"))
        .isEqualTo("t");
  }

  @Test
  void aPlanWithAnotherTriggerMissesAllThatWaited() {
    NewPlan.Builder plan = NewPlan.named("deals", "deal").targets("provider");
    scheduler.targets().put(NewTarget.of("provider", "0x1"));
    scheduler.plans().put(plan.trigger(Trigger.parse("@every 1s")).build());
    scheduler.keep();
    long id = get("deals/0x1").id();
    moveTo(START.plus(Duration.ofHours(6)));
    scheduler.plans().put(plan.trigger(Trigger.parse("@every 1h")).build());

    scheduler.keep();

    settle();
    assertThat(rows(id, ENQUEUED)).isEqualTo(10);
    assertThat(rows(id, MISSED)).isBetween(21_588L, 21_591L);
    assertThat(rows(id, DEFERRED)).isZero();
  }

  @Test
  void aTimeThatAWindowHoldsHasItsRowAsSoonAsItHasCome() {
    engine
        .windows()
        .put(
            NewWindow.maintenance("night")
                .once(START.plus(Duration.ofHours(1)), START.plus(Duration.ofHours(9)))
                .build(),
            "ada");
    put(schedule("s").trigger("0 * * * *"));
    put(
        NewSchedule.of("crawl", NewJob.of("crawl", "{}"))
            .every(Duration.ofMinutes(150))
            .fromCompletion(true));
    tickAt("2031-06-02T01:00:00Z");
    tickAt("2031-06-02T02:00:00Z");
    tickAt("2031-06-02T03:00:00Z");

    assertThat(fates("s")).containsExactly(DEFERRED, DEFERRED, DEFERRED);
    assertThat(occurrences("s").getLast().reason()).isEqualTo("held by window night");
    assertThat(fates("crawl")).containsExactly(DEFERRED);
    assertThat(get("s").nextRunAt()).isEqualTo("2031-06-02T01:00:00Z");
    assertThat(scheduler.tick().total()).as("no row is written twice").isZero();

    tickAt("2031-06-02T09:01:00Z");
    assertThat(fates("s")).hasSize(9).containsOnly(ENQUEUED);
    assertThat(fates("crawl")).containsExactly(ENQUEUED);
    assertThat(occurrences("s").getFirst().reason()).isEqualTo("held by window night");
  }

  @Test
  void aLongOutageInAPauseIsSkippedThoughItIsResumedAtOnce() {
    long id = put(everySecond("s")).id();
    moveTo(START.plus(Duration.ofMinutes(1)));
    schedules.pause("s", "ada");
    Instant now = START.plus(Duration.ofHours(8));
    moveTo(now);

    schedules.resume("s", "ada");

    scheduler.tick();
    settle();
    assertComplete(id, now);
    assertThat(rows(id, SKIPPED_PAUSED)).isBetween(28_738L, 28_741L);
    assertThat(rows(id, ENQUEUED)).isEqualTo(10);
  }
}
