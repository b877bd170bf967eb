package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Lease;
import dev.rota.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StaleCheckTest extends PlanTest {
  private static final Duration MONTH = Duration.ofDays(30);

  @Test
  void aTargetWithoutASuccessForTooLongGetsOneJob() {
    targets.put(List.of(NewTarget.of("subreddit", "java"), NewTarget.of("subreddit", "sql")));
    plans.put(
        NewPlan.named("crawl", "crawl")
            .targets("subreddit")
            .payload("{\"subreddit\": \"{target}\"}")
            .priority(60)
            .staleAfter(MONTH)
            .build());
    assertThat(staleCheck.check()).as("known for a moment only").isZero();
    clock.advance(MONTH.minusDays(1));
    targets.succeeded("subreddit", "sql", clock.now());
    clock.advance(Duration.ofDays(1));
    assertThat(staleCheck.check()).isEqualTo(1);
    assertThat(rows("SELECT kind, queue, priority, payload, tags FROM rota.jobs"))
        .containsExactly("crawl default 0 {\"subreddit\": \"java\"} {target:java,stale}");
    assertThat(names()).as("a plan without a trigger has none").isEmpty();
  }

  @Test
  void theCheckComesEverySixHoursAndDoesNotDoubleAJob() {
    targets.put(NewTarget.of("subreddit", "java"));
    plans.put(NewPlan.named("crawl", "crawl").targets("subreddit").staleAfter(MONTH).build());
    clock.advance(MONTH);
    assertThat(staleCheck.check()).isEqualTo(1);
    engine.tick();
    Lease lease = claimOne();
    clock.advance(Duration.ofHours(6));
    assertThat(staleCheck.check()).as("its job still runs").isZero();
    report(lease, failure(new Outcome.Retry.Never()));
    clock.advance(Duration.ofHours(6).minusMinutes(1));
    assertThat(staleCheck.check()).as("not yet").isZero();
    clock.advance(Duration.ofMinutes(2));
    assertThat(staleCheck.check()).isEqualTo(1);
  }

  @Test
  void itsSuccessIsTheTargets() {
    targets.put(NewTarget.of("subreddit", "java"));
    plans.put(NewPlan.named("crawl", "crawl").targets("subreddit").staleAfter(MONTH).build());
    clock.advance(MONTH);
    staleCheck.check();
    engine.tick();
    complete(claimOne());
    clock.advance(Duration.ofHours(7));
    assertThat(staleCheck.check()).isZero();
    assertThat(targets.get("subreddit", "java").orElseThrow().lastSuccessAt()).isNotNull();
    assertThat(rows("SELECT job FROM rota.stale_job")).isEmpty();
  }

  @Test
  void inactiveTargetsAreNotStale() {
    targets.put(NewTarget.of("subreddit", "java").withActive(false));
    plans.put(NewPlan.named("crawl", "crawl").targets("subreddit").staleAfter(MONTH).build());
    clock.advance(MONTH);
    assertThat(staleCheck.check()).isZero();
  }

  @Test
  void aSuccessOfAScheduleIsItsTargets() {
    targets.put(NewTarget.of("provider", "0x1"));
    plans.put(PlansTest.deals().queue("default").build());
    keeper.keep();
    scheduler.tick();
    complete(claimOne());
    scheduler.tick();
    assertThat(targets.get("provider", "0x1").orElseThrow().lastSuccessAt()).isNotNull();
  }
}
