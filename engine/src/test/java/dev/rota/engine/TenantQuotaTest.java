package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.Lease;
import dev.rota.NewJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TenantQuotaTest extends EngineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void aTenantStartsAsManyJobsAsItsQuotaAllowsAndTheRestWaitAndSaySo() {
    engine.tenantQuotas().put("acme", 2, HOUR, "test");
    add("acme", 5);
    assertThat(claim(10)).hasSize(2);
    assertThat(claim(10)).isEmpty();
    long waiting = enqueue(NewJob.kind("a").tenant("acme").build());
    Explanation explanation = engine.jobs().explain(waiting);
    assertThat(explanation.blockers())
        .filteredOn(blocker -> blocker.code().equals("quota"))
        .singleElement()
        .satisfies(
            quota -> assertThat(quota.until()).isBetween(clock.now(), clock.now().plus(HOUR)));
    assertThat(job(waiting).waitingOn()).isEqualTo("quota");
    assertThat(text("SELECT count(*) FROM rota.jobs WHERE waiting_on = 'quota'")).isEqualTo("4");
    assertThat(engine.tenantQuotas().get("acme"))
        .hasValueSatisfying(quota -> assertThat(quota.used()).isEqualTo(2));

    clock.advance(HOUR);
    assertThat(job(waiting).waitingOn()).isNull();
    assertThat(claim(1)).hasSize(1);
    assertThat(claim(10)).hasSize(1);
    assertThat(claim(10)).isEmpty();
    assertThat(engine.tenantQuotas().delete("acme", "test")).isTrue();
    assertThat(claim(10)).hasSize(2);
    engine.tick();
    assertThat(count("tenant_grant")).isZero();
  }

  @Test
  void aPausedQueueIsSaidBeforeTheQuotaAndTheQuotaBeforeACapability() {
    engine.tenantQuotas().put("acme", 1, HOUR, "test");
    add("acme", 1);
    long waiting = enqueue(NewJob.kind("a").tenant("acme").requires("gpu").build());
    assertThat(job(waiting).waitingOn()).isEqualTo("capability");
    assertThat(claim(10)).hasSize(1);
    assertThat(job(waiting).waitingOn()).isEqualTo("quota");
    engine.queues().pause("default", "test");
    assertThat(job(waiting).waitingOn()).isEqualTo("queue paused");
    assertThat(engine.jobs().explain(waiting).blockers())
        .extracting(Blocker::code)
        .startsWith("queue_paused", "quota");
  }

  @Test
  void otherTenantsAndJobsOfNobodyGoOn() {
    engine.tenantQuotas().put("acme", 1, HOUR, "test");
    add("acme", 5);
    add("globex", 3);
    enqueue("a");
    List<Lease> leases = claim(20);
    assertThat(leases).hasSize(5);
    add("globex", 2);
    assertThat(claim(20)).hasSize(2);
    enqueue("a");
    assertThat(claim(20)).hasSize(1);
  }

  @Test
  void aQuotaHoldsOverQueuesAndNodes() {
    engine.tenantQuotas().put("acme", 3, HOUR, "test");
    add("acme", 2);
    for (int i = 0; i < 3; i++) {
      enqueue(NewJob.kind("a").queue("other").tenant("acme").build());
    }
    Engine second = open(patient("node-b"));
    assertThat(claim(second.source(), 10)).hasSize(2);
    assertThat(source.exchange(List.of(), Claim.of("other", 10)).leases()).hasSize(1);
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> engine.tenantQuotas().put("a", 0, HOUR, "test"))
        .hasMessageContaining("jobs");
    assertThatThrownBy(() -> engine.tenantQuotas().put("a", 1, Duration.ZERO, "test"))
        .hasMessageContaining("period");
  }

  private void add(String tenant, int jobs) {
    for (int i = 0; i < jobs; i++) {
      enqueue(NewJob.kind("a").tenant(tenant).build());
    }
  }
}
