package dev.rota.engine.scheduler;

import static dev.rota.engine.scheduler.Fate.DEFERRED;
import static dev.rota.engine.scheduler.Fate.ENQUEUED;
import static dev.rota.engine.scheduler.Fate.MISSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The scheduler as it runs by itself, what it keeps, and what it makes of trouble. */
final class SchedulerLoopTest extends SchedulerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void aStartedSchedulerFiresByItselfAndTellsWhatItDid() throws Exception {
    Map<Fate, Integer> told = new ConcurrentHashMap<>();
    SchedulerEvents events =
        new SchedulerEvents() {
          @Override
          public void fated(Fate fate, int count) {
            told.merge(fate, count, Integer::sum);
          }
        };
    try (Engine node = Engine.start(pool, patient("started").build(), EngineEvents.NONE);
        Scheduler started = Scheduler.start(node, SchedulerOptions.builder().build(), events)) {
      started.schedules().put(schedule("often").every(Duration.ofSeconds(1)).build(), "test");
      Eventually.await(PATIENCE, () -> told.getOrDefault(ENQUEUED, 0) >= 2, "two runs");
      long crawl =
          started
              .schedules()
              .put(
                  schedule("crawl").every(Duration.ofSeconds(1)).fromCompletion(true).build(),
                  "test")
              .id();
      for (int run = 1; run <= 2; run++) {
        int runs = run;
        Eventually.await(
            PATIENCE, () -> started.occurrences().list(crawl, 9).size() == runs, "a crawl");
        long job = java.util.Objects.requireNonNull(get("crawl").lastJob());
        node.jobs().cancel(job, "test");
      }
    }
    assertThat(fates("often")).doesNotContain(DEFERRED);
  }

  @Test
  void occurrencesAreKeptByMonths() {
    moveTo("2031-01-15T00:30:00Z");
    scheduler.sweep();
    put(schedule("s").trigger("0 0 1 * *"));
    for (int month = 2; month <= 4; month++) {
      tickAt("2031-0%d-01T00:00:00Z".formatted(month));
    }
    assertThat(count("occurrence_default")).as("without a sweep for months").isEqualTo(1);
    scheduler.sweep();
    assertThat(count("occurrence_default")).isZero();
    assertThat(count("occurrence_203104")).isEqualTo(1);
    assertThat(fates("s")).containsExactly(ENQUEUED, ENQUEUED, ENQUEUED);

    moveTo("2032-03-02T00:00:00Z");
    scheduler.sweep();
    assertThat(occurrences("s"))
        .extracting(Occurrence::plannedAt)
        .as("thirteen months are kept")
        .containsExactly(
            Instant.parse("2031-02-01T00:00:00Z"),
            Instant.parse("2031-03-01T00:00:00Z"),
            Instant.parse("2031-04-01T00:00:00Z"));
    moveTo("2032-04-02T00:00:00Z");
    scheduler.sweep();
    assertThat(fates("s")).hasSize(2);
    assertThat(texts("SELECT to_regclass('rota.occurrence_203102')")).containsExactly("null");
  }

  @Test
  void aScheduleThatCannotBeReadDoesNotKeepOthersFromRunning() {
    moveTo("2031-06-01T08:30:00Z");
    put(schedule("broken").trigger("0 * * * *"));
    put(schedule("large").trigger("0 * * * *"));
    put(schedule("sound").trigger("0 * * * *"));
    update("UPDATE rota.schedule SET trigger = 'never' WHERE name = 'broken'");
    update(
        "UPDATE rota.schedule SET payload = '\"' || repeat('x', 2000000) || '\"' WHERE name = 'large'");
    assertThat(tickAt("2031-06-01T09:00:00Z").of(ENQUEUED)).isEqualTo(1);
    assertThat(fates("sound")).containsExactly(ENQUEUED);
    update("UPDATE rota.schedule SET trigger = '0 * * * *', payload = '{}'");
    clock.advance(Duration.ofSeconds(61));
    assertThat(scheduler.tick().of(ENQUEUED)).as("it is looked at again").isEqualTo(2);
  }

  @Test
  void whatPassedDuringAHaltIsMissedEvenIfNobodyTickedThen() {
    moveTo("2031-06-01T08:30:00Z");
    put(
        NewSchedule.of("s", NewJob.kind("work").maxRetries(0).build())
            .trigger("0 * * * *")
            .onFailure(OnFailure.HALT));
    tickAt("2031-06-01T09:00:00Z");
    fail(claimOne());
    scheduler.tick();
    moveTo("2031-06-01T12:30:00Z");
    schedules.retry("s", "ada");
    complete(claimOne());
    tickAt("2031-06-01T14:00:00Z");
    assertThat(fates("s")).containsExactly(ENQUEUED, MISSED, MISSED, MISSED, ENQUEUED, ENQUEUED);
  }

  @Test
  void aHaltKeepsWhatTheCapPutOff() {
    moveTo("2031-06-01T08:30:00Z");
    put(
        NewSchedule.of("s", NewJob.kind("work").maxRetries(0).build())
            .trigger("0 * * * *")
            .catchUpMax(1)
            .onFailure(OnFailure.HALT));
    tickAt("2031-06-01T11:10:00Z");
    Lease first = claimOne();
    fail(first);
    tickAt("2031-06-01T12:10:00Z");
    assertThat(fates("s")).containsExactly(ENQUEUED, DEFERRED, DEFERRED, MISSED);
    schedules.retry("s", "ada");
    complete(claimOne());
    for (int i = 0; i < 3; i++) {
      scheduler.tick();
      clock.advance(Duration.ofSeconds(61));
    }
    assertThat(fates("s")).containsExactly(ENQUEUED, ENQUEUED, ENQUEUED, MISSED);
  }

  @Test
  void aMillionTimesTooOldDoNotKeepTheFreshOnesWaiting() {
    moveTo("2031-06-01T00:00:00Z");
    put(
        schedule("s")
            .every(Duration.ofSeconds(1))
            .catchUpAge(Duration.ofMinutes(1))
            .catchUpMax(100));
    moveTo("2031-06-15T00:00:00Z");
    Tally tally = scheduler.tick();
    assertThat(tally.of(Fate.DROPPED)).isEqualTo(Arrears.BATCH);
    assertThat(tally.of(ENQUEUED)).isBetween(60, 70);
    assertThat(scheduler.tick().of(Fate.DROPPED)).as("the next batch").isEqualTo(Arrears.BATCH);
    assertThat(count("arrears")).isEqualTo(1);
  }

  @Test
  void targetsKnowWhenTheyWereLastASuccess() {
    moveTo("2031-06-01T08:30:00Z");
    update("INSERT INTO rota.target (id, kind, external_id, name) VALUES (7, 'site', 'x', 'X')");
    put(schedule("s").trigger("0 * * * *").target(7L));
    tickAt("2031-06-01T09:00:00Z");
    complete(claimOne());
    scheduler.tick();
    assertThat(texts("SELECT last_success_at IS NOT NULL FROM rota.target")).containsExactly("t");
    assertThat(get("s").lastSuccessAt()).isNotNull();
  }
}
