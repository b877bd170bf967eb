package dev.rota.engine.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.EngineTest;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The worked example of a scheduler of deals and retrievals, on live numbers and on given ones. */
final class CapacityTest extends EngineTest {
  private Scheduler scheduler;
  private Capacity capacity;

  @BeforeEach
  void openScheduler() {
    scheduler = Scheduler.open(engine, SchedulerOptions.builder().build());
    capacity = new Capacity(engine, scheduler.plans());
  }

  @Test
  void theWorkedExampleComesOutOnLiveNumbers() {
    putExample();
    for (int i = 0; i < 18; i++) {
      scheduler.targets().put(NewTarget.of("provider", "sp-" + i), "test");
    }
    scheduler.keep();
    for (int i = 1; i <= 5; i++) {
      engine
          .leases()
          .exchange(
              engine.workers().remote("w-" + i, null, null, Set.of(), Duration.ofMinutes(1)),
              List.of(),
              Claim.of("sp.work", 20));
    }
    assertThat(capacity.now()).singleElement().satisfies(CapacityTest::isTheExample);
  }

  @Test
  void theWorkedExampleComesOutOnGivenNumbers() {
    TargetCapacity example =
        capacity.whatIf(
            new WhatIf(
                "provider",
                18,
                5,
                List.of(
                    new Guess("deal", 4.0, 5.0, 10.0), new Guess("retrieval", 6.0, 2.0, 10.0))));
    isTheExample(example);
  }

  private static void isTheExample(TargetCapacity example) {
    assertThat(example.targetKind()).isEqualTo("provider");
    assertThat(example.targets()).isEqualTo(18);
    assertThat(example.minutesPerHour()).as("4 × 5 min + 6 × 2 min").isEqualTo(32);
    assertThat(example.headroomMinutes()).isEqualTo(28);
    assertThat(example.keepsUp()).isTrue();
    PlanCapacity deal = example.plans().get(0);
    assertThat(deal.capacityPerHour()).as("5 × 10 × (60 / 5)").isEqualTo(600);
    assertThat(deal.sustainableTargets()).isEqualTo(150);
    PlanCapacity retrieval = example.plans().get(1);
    assertThat(retrieval.capacityPerHour()).as("5 × 10 × (60 / 2)").isEqualTo(1500);
    assertThat(retrieval.sustainableTargets()).isEqualTo(250);
    assertThat(example.limitedBy()).isEqualTo(deal);
    assertThat(example.sustainableTargets()).isEqualTo(150);
    assertThat(example.sharedTargets()).as("5 × (10 + 10) × 60 min by 32 min").isEqualTo(187.5);
  }

  @Test
  void aTargetThatTakesMoreThanAnHourInAnHourNeverCatchesUp() {
    putExample();
    TargetCapacity more =
        capacity.whatIf(
            new WhatIf("provider", null, 100, List.of(new Guess("deal", 12.0, null, 20.0))));
    assertThat(more.minutesPerHour()).isEqualTo(72);
    assertThat(more.headroomMinutes()).isEqualTo(-12);
    assertThat(more.keepsUp()).isFalse();
    assertThat(more.plans().get(0).basis()).isEqualTo(PlanCapacity.Basis.TIMEOUT);
    assertThat(more.plans().get(0).capacityPerHour()).isEqualTo(24_000);
  }

  @Test
  void withoutATimeoutTheLongestRunCountsAndWithoutARunNothingIsClaimed() {
    scheduler
        .plans()
        .put(
            NewPlan.named("look", "look")
                .targets("site")
                .queue("default")
                .trigger(Trigger.parse("trigger", "0 */2 * * *", Duration.ofMillis(1)))
                .build());
    TargetCapacity unknown = capacity.now().getFirst();
    assertThat(unknown.plans().getFirst().perHour()).isEqualTo(0.5);
    assertThat(unknown.plans().getFirst().basis()).isEqualTo(PlanCapacity.Basis.UNKNOWN);
    assertThat(unknown.sustainableTargets()).isNull();
    assertThat(unknown.sharedTargets()).isNull();

    enqueue(NewJob.kind("look").build());
    Lease lease = claim(6).getFirst();
    clock.advance(Duration.ofMinutes(3));
    complete(lease);
    PlanCapacity measured = capacity.now().getFirst().plans().getFirst();
    assertThat(measured.basis()).isEqualTo(PlanCapacity.Basis.MEASURED);
    assertThat(measured.minutes()).isGreaterThanOrEqualTo(3.0);
    assertThat(measured.workers()).isEqualTo(1);
    assertThat(measured.concurrency()).isEqualTo(6);
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> capacity.whatIf(new WhatIf("none", 1, 1, List.of())))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("no plan for targets of kind none");
    assertThatThrownBy(() ->
            capacity.whatIf(new WhatIf(null, 1, 1, List.of(new Guess("new", 1.0, null, 1.0)))))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("plans.minutes");
    assertThatThrownBy(() -> new Guess("p", 0.0, null, null))
        .hasMessageContaining("plans.per_hour");
    assertThatThrownBy(() -> new WhatIf(null, -1, null, List.of())).hasMessageContaining("targets");
  }

  private void putExample() {
    scheduler.plans().put(example("deal", 4, Duration.ofMinutes(5)));
    scheduler.plans().put(example("retrieval", 6, Duration.ofMinutes(2)));
  }

  private static NewPlan example(String name, double perHour, Duration timeout) {
    return NewPlan.named(name, name)
        .targets("provider")
        .queue("sp.work")
        .onePerTarget(true)
        .perHour(perHour)
        .timeout(timeout)
        .build();
  }
}
