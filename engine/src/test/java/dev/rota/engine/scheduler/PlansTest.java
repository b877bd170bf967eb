package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PlansTest extends PlanTest {
  private static final PlanKeeper.Kept NOTHING = PlanKeeper.Kept.NOTHING;

  @Test
  void everyActiveApprovedTargetHasASchedule() {
    targets.put(
        List.of(
            NewTarget.of("provider", "0x1"),
            NewTarget.of("provider", "0x2").withActive(false),
            NewTarget.of("provider", "0x3").withApproved(false),
            NewTarget.of("subreddit", "java")));
    plans.put(deals().onlyApproved(true).build());
    assertThat(keeper.keep()).isEqualTo(new PlanKeeper.Kept(1, 0, 0));
    assertThat(names()).containsExactly("deals/0x1");
    plans.put(deals().build());
    keeper.keep();
    assertThat(names()).containsExactly("deals/0x1", "deals/0x3");
    assertThat(plans.get("deals").orElseThrow().schedules()).isEqualTo(2);
  }

  @Test
  void schedulesComeAndGoWithTheirTargets() {
    targets.put(List.of(NewTarget.of("provider", "0x1"), NewTarget.of("provider", "0x2")));
    plans.put(deals().onlyApproved(true).build());
    keeper.keep();
    targets.activate("provider", "0x1", false);
    targets.put(NewTarget.of("provider", "0x3"));
    assertThat(keeper.keep()).isEqualTo(new PlanKeeper.Kept(1, 0, 1));
    assertThat(names()).containsExactly("deals/0x2", "deals/0x3");
    targets.approve("provider", "0x2", false);
    keeper.keep();
    assertThat(names()).containsExactly("deals/0x3");
    targets.delete("provider", "0x3");
    keeper.keep();
    assertThat(names()).isEmpty();
  }

  @Test
  void aTargetThatWasForgottenAndComesBackStartsAnew() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().build());
    keeper.keep();
    targets.delete("provider", "0x1");
    Target again = targets.put(NewTarget.of("provider", "0x1"));
    keeper.keep();
    assertThat(rows("SELECT target FROM rota.schedule"))
        .containsExactly(String.valueOf(again.id()));
  }

  @Test
  void jobsOfATargetAreDescribedByThePlan() {
    targets.put(
        NewTarget.of("provider", "0x\"1\\")
            .withName("{url} \"quoted\" \\ back\tslash".replace("\t", " "))
            .withUrl("http://é/?a=\"b\""));
    plans.put(
        deals()
            .payload(
                "{\"jobType\": \"deal\", \"spAddress\": \"{target}\", \"intervalSeconds\": \"{interval_seconds}\","
                    + " \"title\": \"{name} at {url} every {interval_seconds} s\"}")
            .tags("deal")
            .priority(7)
            .maxRetries(2)
            .timeout(Duration.ofMinutes(5))
            .build());
    keeper.keep();
    assertThat(
            rows(
                "SELECT payload::json ->> 'spAddress', payload::json ->> 'intervalSeconds', json_typeof(payload::json -> 'intervalSeconds'),"
                    + " payload::json ->> 'title' FROM rota.schedule"))
        .containsExactly(
            "0x\"1\\ 900 number {url} \"quoted\" \\ back slash at http://é/?a=\"b\" every 900 s");
    assertThat(
            rows(
                "SELECT kind, queue, priority, max_retries, timeout, concurrency_key, concurrency_limit, tags[1], tags[2] FROM rota.schedule"))
        .containsExactly("deal sp.work 7 2 00:05:00 0x\"1\\ 1 deal target:0x\"1\\");
  }

  @Test
  void aGlobalPlanHasOneScheduleWithoutATarget() {
    plans.put(
        NewPlan.named("metrics", "metrics")
            .queue("metrics.run")
            .payload("{\"intervalSeconds\":\"{interval_seconds}\"}")
            .perHour(2)
            .build());
    keeper.keep();
    assertThat(keeper.keep()).isEqualTo(NOTHING);
    assertThat(rows("SELECT name, payload, target, concurrency_key, tags FROM rota.schedule"))
        .containsExactly("metrics {\"intervalSeconds\":1800} null null {}");
    plans.delete("metrics");
    assertThat(keeper.keep().dropped()).isEqualTo(1);
    assertThatThrownBy(() -> plans.delete("metrics")).hasMessage("there is no plan metrics");
  }

  @Test
  void newSchedulesStartAfterThePhase() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().phase(Duration.ofMinutes(20)).build());
    plans.put(NewPlan.named("nightly", "n").trigger(Trigger.parse("0 3 * * *")).build());
    Instant before = clock.now();
    new PlanKeeper(
            engine.database(),
            Duration.ofDays(2),
            new Arrears(engine.database(), Gate.OPEN, SchedulerEvents.NONE),
            () -> {})
        .keep();
    Instant deal = instant("SELECT next_run_at FROM rota.schedule WHERE name LIKE 'deals%'");
    assertThat(deal)
        .isBetween(before.plus(Duration.ofMinutes(20)), clock.now().plus(Duration.ofMinutes(20)));
    assertThat(
            rows(
                "SELECT name FROM rota.schedule WHERE starts_at = next_run_at AND wake_at = next_run_at"))
        .containsExactly("deals/0x1");
    assertThat(instant("SELECT next_run_at FROM rota.schedule WHERE name = 'nightly'"))
        .as("the first time that a cron expression has after it")
        .isAfter(before.plus(Duration.ofDays(2)))
        .isBefore(before.plus(Duration.ofDays(3).plusMinutes(1)));
  }

  @Test
  void whatIsAsItShouldBeIsNotWritten() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().phase(Duration.ofHours(1)).build());
    keeper.keep();
    List<String> before = rows("SELECT xmin, ctid FROM rota.schedule");
    assertThat(keeper.keep()).isEqualTo(NOTHING);
    assertThat(rows("SELECT xmin, ctid FROM rota.schedule")).isEqualTo(before);
  }

  @Test
  void aChangedPlanChangesItsSchedulesAndKeepsTheirTimes() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().build());
    keeper.keep();
    database.execute(
        "UPDATE rota.schedule SET next_run_at = next_run_at + interval '15 minutes', wake_at = NULL");
    Instant next = instant("SELECT next_run_at FROM rota.schedule");
    plans.put(deals().priority(50).overlap(Overlap.SKIP).build());
    assertThat(keeper.keep()).isEqualTo(new PlanKeeper.Kept(0, 1, 0));
    assertThat(rows("SELECT priority, overlap, wake_at FROM rota.schedule"))
        .containsExactly("50 skip null");
    assertThat(instant("SELECT next_run_at FROM rota.schedule")).isEqualTo(next);
  }

  @Test
  void aNewTriggerHasNewTimesThatCountFromTheSameStart() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().build());
    keeper.keep();
    Instant start = instant("SELECT starts_at FROM rota.schedule");
    clock.advance(Duration.ofMinutes(25));
    plans.put(deals().trigger(Trigger.perHour(6)).build());
    keeper.keep();
    assertThat(instant("SELECT next_run_at FROM rota.schedule"))
        .isEqualTo(start.plus(Duration.ofMinutes(30)));
    assertThat(instant("SELECT wake_at FROM rota.schedule"))
        .isEqualTo(start.plus(Duration.ofMinutes(30)));
    plans.put(deals().trigger(Trigger.parse("@hourly")).build());
    keeper.keep();
    assertThat(instant("SELECT next_run_at FROM rota.schedule"))
        .isEqualTo(clock.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1)));
  }

  @Test
  void timesThatWaitAreMissedWhenTheirPlanChangesOrTheirTargetGoes() {
    targets.put(List.of(NewTarget.of("provider", "0x1"), NewTarget.of("provider", "0x2")));
    CatchUp one = new CatchUp(1, null, Duration.ZERO, null);
    plans.put(deals().catchUp(one).build());
    keeper.keep();
    clock.advance(Duration.ofMinutes(50));
    plans.put(deals().catchUp(one).trigger(Trigger.perHour(6)).build());
    targets.activate("provider", "0x2", false);
    keeper.keep();
    assertThat(rows("SELECT fate, reason, count(*) FROM rota.occurrence GROUP BY 1, 2 ORDER BY 1"))
        .as("one is decided by the old times, three wait no more; of the other none runs")
        .containsExactlyInAnyOrder(
            "enqueued null 1",
            "missed the plan was changed 3",
            "missed the schedule was deleted 4");
    clock.advance(Duration.ofMinutes(50));
    scheduler.tick();
    targets.activate("provider", "0x1", false);
    keeper.keep();
    assertThat(rows("SELECT count(*) FROM rota.occurrence WHERE fate = 'deferred'"))
        .containsExactly("0");
    assertThat(rows("SELECT DISTINCT reason FROM rota.occurrence WHERE fate = 'missed' ORDER BY 1"))
        .containsExactly("the plan was changed", "the schedule was deleted");
  }

  @Test
  void plansAreComparedAgainWhenTargetsOrPlansHaveChanged() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().phase(Duration.ofHours(1)).build());
    assertThat(keeper.keepIfChanged().added()).isEqualTo(1);
    update("DELETE FROM rota.schedule");
    assertThat(keeper.keepIfChanged()).as("nobody would know").isEqualTo(NOTHING);
    targets.put(NewTarget.of("provider", "0x2"));
    assertThat(keeper.keepIfChanged().added()).isEqualTo(2);
    plans.put(deals().phase(Duration.ofHours(1)).priority(5).build());
    assertThat(keeper.keepIfChanged().changed()).isEqualTo(2);
    targets.delete("provider", "0x2");
    assertThat(keeper.keepIfChanged().dropped()).isEqualTo(1);
  }

  @Test
  void aDisabledPlanHasNoSchedules() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(deals().build());
    keeper.keep();
    plans.put(deals().enabled(false).build());
    keeper.keep();
    assertThat(names()).isEmpty();
  }

  @Test
  void aScheduleOfTheSameNameThatIsNotThePlansIsLeftAlone() {
    targets.put(NewTarget.of("provider", "0x1"));
    database.execute(
        "INSERT INTO rota.schedule (id, name, kind, queue, trigger) VALUES (1, 'deals/0x1', 'mine', 'default', '@daily')");
    plans.put(deals().build());
    assertThat(keeper.keep()).isEqualTo(NOTHING);
    assertThat(rows("SELECT kind FROM rota.schedule")).containsExactly("mine");
  }

  @Test
  void aPlanIsReadAsItWasWritten() {
    NewPlan plan =
        deals()
            .onlyApproved(true)
            .onePerTarget(false)
            .timeZone("Europe/Amsterdam")
            .trigger(Trigger.parse("@every 2d at 09:30"))
            .payload("{}")
            .catchUp(
                new CatchUp(3, Duration.ofHours(6), Duration.ofHours(2), Duration.ofMinutes(5)))
            .onFailure(OnFailure.HALT)
            .phase(Duration.ofSeconds(30))
            .staleAfter(Duration.ofDays(30))
            .build();
    assertThat(plans.put(plan).definition()).isEqualTo(plan);
    assertThat(plans.list()).extracting(Plan::name).containsExactly("deals");
  }

  @Test
  void wrongPlansAreRefusedByFieldAndRule() {
    assertThatThrownBy(() -> NewPlan.named("a/b", "k").perHour(1).build())
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("name \"a/b\"");
    assertThatThrownBy(() -> NewPlan.named("a", "k").build()).hasMessageContaining("trigger");
    assertThatThrownBy(
            () -> NewPlan.named("a", "k").perHour(1).payload("{\"x\": {target}}").build())
        .hasMessageContaining("payload");
    assertThatThrownBy(() -> NewPlan.named("a", "k").perHour(1).payload("\"{target}\"").build())
        .hasMessage("payload \"{target}\": needs a plan for targets");
    assertThatThrownBy(() ->
            NewPlan.named("a", "k")
                .trigger(Trigger.parse("@daily"))
                .payload("[\"{interval_seconds}\"]")
                .build())
        .hasMessageContaining("needs a trigger with a fixed interval");
    assertThatThrownBy(() -> NewPlan.named("a", "k").perHour(1).priority(101).build())
        .hasMessageContaining("priority");
    assertThatThrownBy(() -> NewPlan.named("a", "k").perHour(1).timeZone("Mars").build())
        .hasMessageContaining("time_zone");
    assertThatThrownBy(
            () -> NewPlan.named("a", "k").perHour(1).staleAfter(Duration.ofDays(1)).build())
        .hasMessageContaining("stale_after");
  }

  @Test
  void tenThousandTargetsAreKeptByOneStatementAPlan() {
    targets.put(
        IntStream.range(0, 10_000).mapToObj(i -> NewTarget.of("provider", "0x" + i)).toList());
    plans.put(deals().phase(Duration.ofHours(1)).build());
    plans.put(
        NewPlan.named("retrievals", "r")
            .queue("sp.work")
            .targets("provider")
            .phase(Duration.ofHours(1))
            .perHour(6)
            .build());
    assertThat(keeper.keep()).isEqualTo(new PlanKeeper.Kept(20_000, 0, 0));
    assertThat(keeper.keep()).isEqualTo(NOTHING);
  }

  static NewPlan.Builder deals() {
    return NewPlan.named("deals", "deal").queue("sp.work").targets("provider").perHour(4);
  }

  private Instant instant(String sql) {
    return OffsetDateTime.parse(
            rows(sql).get(0).replace(' ', 'T').replaceFirst("([+-]\\d\\d)$", "$1:00"))
        .toInstant();
  }
}
