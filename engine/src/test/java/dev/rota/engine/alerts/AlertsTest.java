package dev.rota.engine.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.engine.Batch;
import dev.rota.engine.EngineTest;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AlertsTest extends EngineTest {
  private Alerts alerts;

  @BeforeEach
  void openAlerts() {
    alerts =
        Alerts.open(
            engine,
            new AlertOptions(
                Duration.ofSeconds(30),
                3,
                10,
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                80,
                200,
                2));
  }

  private List<String> raised() {
    alerts.check();
    return alerts.list().stream()
        .filter(Alert::isRaised)
        .map(alert -> alert.rule().word() + " " + alert.subject())
        .toList();
  }

  @Test
  void aDeepQueueIsToldUntilItIsWorkedOffAndBothAreInTheTrail() {
    for (int i = 0; i < 4; i++) {
      enqueue("a");
    }
    assertThat(raised()).containsExactly("queue_depth default");
    assertThat(alerts.list().get(0).value()).isEqualTo(4);
    clock.advance(Duration.ofMinutes(1));
    assertThat(raised()).containsExactly("queue_depth default");
    claim(10).forEach(this::complete);
    clock.advance(Duration.ofMinutes(1));
    assertThat(raised()).isEmpty();
    Alert past = alerts.list().get(0);
    assertThat(Duration.between(past.raisedAt(), past.clearedAt()))
        .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    assertThat(texts("SELECT type FROM rota.event ORDER BY id"))
        .containsExactly("alert.raised", "alert.cleared");
    clock.advance(Duration.ofDays(8));
    alerts.check();
    assertThat(alerts.list()).isEmpty();
  }

  @Test
  void whatWasDecidedAboutARuleCountsForEveryNodeAndIsInTheTrail() {
    AlertRules rules = new AlertRules(engine);
    for (int i = 0; i < 4; i++) {
      enqueue("a");
    }
    rules.put(AlertRule.QUEUE_DEPTH, new RuleSettings(4.0, true), "ada");
    assertThat(raised()).isEmpty();
    rules.put(AlertRule.QUEUE_DEPTH, new RuleSettings(2.0, true), "ada");
    assertThat(raised()).containsExactly("queue_depth default");
    assertThat(alerts.list().get(0).threshold()).isEqualTo(2);
    rules.put(AlertRule.QUEUE_DEPTH, new RuleSettings(2.0, false), "ada");
    assertThat(raised()).as("one that is not checked is not broken").isEmpty();
    rules.put(AlertRule.QUEUE_DEPTH, RuleSettings.STANDARD, "ada");
    assertThat(raised()).containsExactly("queue_depth default");
    assertThat(rules.all()).containsEntry(AlertRule.QUEUE_DEPTH, RuleSettings.STANDARD);
    assertThat(
            texts(
                "SELECT details->>'threshold' FROM rota.event WHERE type = 'alert_rule.changed' AND actor = 'ada' ORDER BY id"))
        .containsExactly("4.0", "2.0", "2.0", "null");
  }

  @Test
  void aJobThatRunsForAsLongAsWasDecidedIsTold() {
    long job = enqueue("a");
    claimOne();
    new AlertRules(engine).put(AlertRule.LONG_RUNNING, new RuleSettings(600.0, true), "ada");
    clock.advance(Duration.ofMinutes(11));
    assertThat(raised()).containsExactly("long_running " + job);
  }

  @Test
  void aJobThatRunsForMoreThanAnHourIsTold() {
    long job = enqueue("a");
    var lease = claimOne();
    clock.advance(Duration.ofMinutes(50));
    assertThat(raised()).isEmpty();
    clock.advance(Duration.ofMinutes(20));
    assertThat(raised()).containsExactly("long_running " + job);
    complete(lease);
    assertThat(raised()).isEmpty();
  }

  @Test
  void aQueueWhereOneJobInFiveFailsIsTold() {
    for (int i = 0; i < 10; i++) {
      enqueue("a");
      var lease = claimOne();
      report(lease, i < 2 ? failure(new Outcome.Retry.Never()) : new Outcome.Completed(null));
    }
    assertThat(raised()).containsExactly("failed_rate default");
    assertThat(alerts.failedRates()).containsExactly(Map.entry("default", 0.2));
  }

  @Test
  void aScheduleThatNobodyTicksIsTold() {
    Scheduler scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    scheduler
        .schedules()
        .put(
            NewSchedule.of("report", NewJob.of("a", "{}")).every(Duration.ofMinutes(10)).build(),
            "test");
    scheduler.tick();
    assertThat(raised()).isEmpty();
    clock.advance(Duration.ofMinutes(30));
    assertThat(raised()).containsExactly("missed_schedule report");
    scheduler.tick();
    assertThat(raised()).isEmpty();
  }

  @Test
  void aScheduleWhoseRunsFailOrTakeLongerIsTold() {
    schedule(1, "fails", "CASE WHEN n > 14 THEN 'failed' ELSE 'completed' END", "1");
    schedule(2, "slows", "'completed'", "CASE WHEN n > 15 THEN 30 ELSE 5 END");
    schedule(3, "is fine", "'completed'", "5");
    assertThat(raised()).containsExactlyInAnyOrder("success_rate fails", "slower slows");
  }

  /** A schedule and its last twenty runs. */
  private void schedule(int id, String name, String ended, String seconds) {
    database.execute(
        """
        INSERT INTO rota.queue (name) VALUES ('q') ON CONFLICT DO NOTHING;
        INSERT INTO rota.route (queue, kind) VALUES ('q', 'k') ON CONFLICT DO NOTHING;
        INSERT INTO rota.schedule (id, name, kind, queue, trigger) VALUES (%1$d, '%2$s', 'k', 'q', '@hourly');
        INSERT INTO rota.execution (id, job, schedule, started_at, finished_at, due_at, route, attempt, worker, retries, status, ended)
          SELECT rota.next_id(), n, %1$d, rota.clock(), rota.clock() + (%4$s) * interval '1 second', rota.clock(),
            (SELECT min(id) FROM rota.route), 1, 1, 0, (%3$s)::rota.outcome, (%3$s)::rota.state
          FROM generate_series(1, 20) n;
        """
            .formatted(id, name, ended, seconds));
  }

  @Test
  void jobsThatLoseTheirWorkersAgainAndAgainAreTold() {
    enqueue(NewJob.kind("a").maxRetries(100).build());
    for (int i = 0; i < 3; i++) {
      assertThat(raised()).isEmpty();
      claimOne();
      engine.recover(Duration.ZERO);
      clock.advance(Duration.ofMinutes(11));
    }
    assertThat(raised()).containsExactly("stale_leases default");
  }

  @Test
  void jobsThatWaitForOneThatIsPausedAreTold() {
    long parent = enqueue("a");
    enqueue(NewJob.kind("b").dependsOn(parent).build());
    engine.jobs().pause(parent, "me");
    assertThat(raised()).isEmpty();
    clock.advance(Duration.ofMinutes(61));
    assertThat(raised()).containsExactly("stranded_jobs default");

    engine.jobs().resume(parent, "me");
    assertThat(raised()).isEmpty();
    engine.queues().pause("default", "me");
    assertThat(raised()).as("its queue is").containsExactly("stranded_jobs default");
    engine.queues().resume("default", "me");
    assertThat(raised()).isEmpty();
  }

  @Test
  void jobsThatWaitForABatchThatNobodyClosesAreTold() {
    List<NewJob> jobs = List.of(NewJob.of("a", "{}"));
    Batch batch =
        engine.batches().create(new NewBatch("b", jobs, true, NewJob.of("b", "{}"), null, "me"));
    Lease lease = claimOne();
    clock.advance(Duration.ofMinutes(61));
    assertThat(raised()).as("one of its jobs runs").doesNotContain("stranded_jobs default");
    complete(lease);
    engine.tick();
    assertThat(raised()).contains("stranded_jobs default");
    engine.batches().close(batch.id(), "me");
    engine.tick();
    assertThat(raised()).doesNotContain("stranded_jobs default");
  }

  @Test
  void anArchiveThatDoesNotGetOnIsRaisedUntilItDoes() {
    update(
        "INSERT INTO rota.archive_failure (since, at, node, error)"
            + " VALUES (rota.clock(), rota.clock(), 'n', 'No space left on device')");
    assertThat(raised()).containsExactly("archive_failing archive");

    update("DELETE FROM rota.archive_failure");
    assertThat(raised()).isEmpty();
  }
}
