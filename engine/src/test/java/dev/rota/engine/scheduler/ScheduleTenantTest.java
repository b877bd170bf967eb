package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose a job is, and how much it may take, is said by the schedule or plan that makes it. */
final class ScheduleTenantTest extends PlanTest {
  private static final Limits LIMITS = new Limits(Duration.ofSeconds(9), 128);

  @Test
  void aScheduleHandsItsTenantAndLimitsToItsJobs() {
    NewJob job = NewJob.kind("work").tenant("acme").limits(LIMITS).build();
    put(NewSchedule.of("s", job).every(Duration.ofHours(1)));
    assertThat(get("s").definition().job().tenant()).isEqualTo("acme");
    assertThat(get("s").definition().job().limits()).isEqualTo(LIMITS);

    clock.advance(Duration.ofHours(1));
    engine.tick();
    scheduler.tick();

    Lease lease = claimOne();
    assertThat(lease.limits()).isEqualTo(LIMITS);
    assertThat(job(lease.job()).tenant()).isEqualTo("acme");

    put(NewSchedule.of("s", NewJob.of("work", "{}")).every(Duration.ofHours(1)));
    assertThat(get("s").definition().job().tenant()).isNull();
    assertThat(get("s").definition().job().limits()).isEqualTo(Limits.NONE);
  }

  @Test
  void aPlanHandsItsTenantToItsSchedulesAndToTheJobsOfStaleTargets() {
    targets.put(NewTarget.of("site", "a"));
    NewPlan.Builder plan =
        NewPlan.named("crawl", "crawl").targets("site").perHour(1).staleAfter(Duration.ofDays(30));
    plans.put(plan.tenant("acme").build());
    assertThat(plans.get("crawl").orElseThrow().definition().tenant()).isEqualTo("acme");
    keeper.keep();
    assertThat(rows("SELECT name, tenant FROM rota.schedule")).containsExactly("crawl/a acme");

    clock.advance(Duration.ofDays(30));
    assertThat(staleCheck.check()).isEqualTo(1);
    assertThat(rows("SELECT DISTINCT tenant FROM rota.jobs")).isEqualTo(List.of("acme"));

    plans.put(plan.tenant("globex").build());
    keeper.keep();
    assertThat(rows("SELECT name, tenant FROM rota.schedule")).containsExactly("crawl/a globex");
  }
}
