package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.NewJob;
import dev.rota.engine.Page;
import dev.rota.schedule.Trigger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetsTest extends PlanTest {
  @Test
  void whoDoesWhatToTargetsPlansAndSourcesIsWrittenDown() {
    NewTarget site = NewTarget.of("site", "x");
    scheduler.targets().put(site, "ada");
    scheduler.targets().put(site, "bob");
    scheduler.targets().activate("site", "x", false, "ada");
    scheduler.targets().approve("site", "x", true, "ada");
    scheduler.targets().delete("site", "x", "ada");
    NewPlan plan = NewPlan.named("p", "k").trigger(Trigger.parse("@hourly")).build();
    scheduler.plans().put(plan, "ada");
    scheduler.plans().delete("p", "ada");
    assertThat(
            texts(
                "SELECT concat_ws(' ', actor, type, rota.subject_of(type, job, queue, details)) FROM rota.event ORDER BY id"))
        .containsExactly(
            "ada target.changed target:site/x",
            "ada target.deactivated target:site/x",
            "ada target.approved target:site/x",
            "ada target.deleted target:site/x",
            "ada plan.changed plan:p",
            "ada plan.deleted plan:p");
  }

  @Test
  void aTargetIsStoredOnceAndChangedAfterwards() {
    Target first = targets.put(NewTarget.of("provider", "f01").withUrl("https://f01.example"));
    assertThat(first.active()).isTrue();
    assertThat(first.approved()).isTrue();
    assertThat(first.name()).isEqualTo("f01");
    assertThat(first.tag()).isEqualTo("target:f01");
    Target second =
        targets.put(NewTarget.of("provider", "f01").withName("One").withApproved(false));
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.name()).isEqualTo("One");
    assertThat(second.url()).isNull();
    assertThat(second.approved()).isFalse();
    assertThat(targets.list("provider")).containsExactly(second);
    assertThat(targets.kinds()).containsExactly("provider");
  }

  @Test
  void whatIsNotSaidAboutApprovalStays() {
    targets.put(NewTarget.of("provider", "f01").withApproved(false));
    assertThat(targets.put(NewTarget.of("provider", "f01")).approved()).isFalse();
  }

  @Test
  void aTargetIsSwitchedOffApprovedAndForgotten() {
    targets.put(NewTarget.of("provider", "f01"));
    assertThat(targets.activate("provider", "f01", false).active()).isFalse();
    assertThat(targets.approve("provider", "f01", false).approved()).isFalse();
    assertThat(targets.approve("provider", "f01", true).approved()).isTrue();
    targets.delete("provider", "f01");
    assertThat(targets.get("provider", "f01")).isEmpty();
    assertThatThrownBy(() -> targets.delete("provider", "f01"))
        .hasMessage("there is no target f01 of kind provider");
    assertThatThrownBy(() -> targets.activate("provider", "f01", true))
        .hasMessageContaining("there is no target f01");
  }

  @Test
  void theLastSuccessOnlyMovesForward() {
    targets.put(NewTarget.of("provider", "f01"));
    Instant later = Instant.parse("2026-05-02T00:00:00Z");
    targets.succeeded("provider", "f01", later);
    assertThat(
            targets
                .succeeded("provider", "f01", Instant.parse("2026-05-01T00:00:00Z"))
                .lastSuccessAt())
        .isEqualTo(later);
  }

  @Test
  void targetsAreNumberedFromOneAndListedByTheirNumbers() {
    Target first = targets.create(NewTarget.of("subreddit", "java").withUrl("https://r.example"));
    Target second = targets.create(NewTarget.of("subreddit", "sql").withActive(false));
    targets.put(NewTarget.of("subreddit", "java").withName("Java"));
    Target third = targets.put(NewTarget.of("provider", "f01"));
    assertThat(List.of(first.id(), second.id(), third.id())).containsExactly(1L, 2L, 3L);
    assertThat(targets.get(1).orElseThrow().name()).isEqualTo("Java");
    assertThat(targets.get(99)).isEmpty();
    assertThatThrownBy(() -> targets.create(NewTarget.of("subreddit", "java")))
        .hasMessage("there is a target java of kind subreddit already");
    Page<Target> page = targets.list(new TargetFilter(null, null, null, null, 0, 2));
    assertThat(page.items()).extracting(Target::id).containsExactly(1L, 2L);
    assertThat(page.next()).isEqualTo(2);
    assertThat(targets.list(new TargetFilter("subreddit", false, null, null, 0, 9)).items())
        .containsExactly(second);
    assertThat(targets.named("subreddit", List.of("sql", "f01", "none"))).containsExactly(second);
  }

  @Test
  void theSuccessOfAJobByHandIsItsTargets() {
    Target java = targets.put(NewTarget.of("subreddit", "java"));
    targets.awaitSuccess(java.id(), engine.jobs().enqueue(NewJob.of("crawl", "{}")).job());
    complete(claimOne());
    staleCheck.check();
    assertThat(targets.get(java.id()).orElseThrow().lastSuccessAt()).isNotNull();
  }

  @Test
  void wrongTargetsAreRefusedByFieldAndRule() {
    assertThatThrownBy(() -> NewTarget.of("", "f01"))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("target_kind");
    assertThatThrownBy(() -> NewTarget.of("provider", "x".repeat(141)))
        .hasMessageContaining("external_id")
        .hasMessageContaining("at most 140");
    assertThatThrownBy(() -> NewTarget.of("provider", "f01").withMetadata("[]"))
        .hasMessageContaining("metadata");
    assertThatThrownBy(() ->
            targets.put(List.of(NewTarget.of("provider", "f01"), NewTarget.of("provider", "f01"))))
        .hasMessage("external_id \"f01\": is there twice");
  }
}
