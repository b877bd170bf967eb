package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.NewJob;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Within a priority tenants share what is started by their weights, whatever each has queued. */
final class FairDispatchTest extends EngineTest {
  @Test
  void aTenantWithManyJobsDoesNotKeepOthersWaiting() {
    enqueue("big", 2_000);
    List<String> small = List.of("b", "c", "d", "e", "f", "g", "h", "i", "j");
    small.forEach(tenant -> enqueue(tenant, 20));

    List<String> starts = new ArrayList<>();
    while (starts.size() < 400) {
      starts.addAll(tenants(claim(7)));
    }

    for (String tenant : small) {
      assertThat(starts.lastIndexOf(tenant)).as(tenant).isBetween(100, 300);
    }
    assertThat(count(starts)).containsAllEntriesOf(Map.of("b", 20, "j", 20));
  }

  @Test
  void aClaimForManyJobsIsSharedTooAndWhatOneDoesNotUseGoesToTheOthers() {
    enqueue("a", 300);
    enqueue("b", 300);
    enqueue("c", 5);

    assertThat(count(tenants(claim(105))))
        .containsExactly(entry("a", 50), entry("b", 50), entry("c", 5));
  }

  @Test
  void theWeightOfATenantSaysHowMuchItGets() {
    engine.tenants().put("heavy", 3, "test");
    enqueue("heavy", 100);
    enqueue("light", 100);

    assertThat(count(singly(40))).containsExactly(entry("heavy", 30), entry("light", 10));
    assertThat(count(tenants(claim(40)))).containsExactly(entry("heavy", 30), entry("light", 10));

    engine.tenants().delete("heavy", "test");
    assertThat(count(singly(40))).containsExactly(entry("heavy", 20), entry("light", 20));
  }

  @Test
  void jobsOfNobodyShareAsOneTenantDoes() {
    enqueue("a", 50);
    engine.jobs().enqueue(Collections.nCopies(50, NewJob.of("work", "\"nobody\"")));

    assertThat(count(singly(20))).containsExactly(entry("a", 10), entry("nobody", 10));
  }

  @Test
  void priorityComesBeforeFairness() {
    enqueue("a", 10, 50);
    enqueue("b", 10, 20);

    assertThat(tenants(claim(15))).startsWith(Collections.nCopies(10, "a").toArray(String[]::new));
    assertThat(tenants(claim(15))).hasSize(5).containsOnly("b");
  }

  @Test
  void whoHadNothingToDoHasNotSavedUpTurns() {
    enqueue("a", 200);
    enqueue("b", 1);
    singly(100);
    enqueue("b", 100);

    assertThat(count(singly(20))).containsExactly(entry("a", 10), entry("b", 10));
  }

  @Test
  void jobsThatHaveWaitedForHoursOvertakeOtherPrioritiesButNotOtherTenantsOfTheirOwn() {
    enqueue("old", 20, 10);
    clock.advance(Duration.ofHours(3));
    enqueue("new", 20, 10);
    enqueue("urgent", 5, 60);

    assertThat(tenants(claim(20))).containsOnly("old");
    enqueue("old", 20, 10);
    assertThat(tenants(claim(5))).containsOnly("urgent");
    assertThat(count(singly(20)).get("new")).isGreaterThanOrEqualTo(10);
  }

  @Test
  void severalKindsAndRetriesOfATenantCountTogether() {
    for (String kind : List.of("k1", "k2", "k3")) {
      engine.jobs().enqueue(Collections.nCopies(30, job("a", 0, kind)));
    }
    enqueue("b", 90);

    assertThat(count(tenants(claim(60)))).containsExactly(entry("a", 30), entry("b", 30));
    assertThat(count(singly(20))).containsExactly(entry("a", 10), entry("b", 10));
  }

  @Test
  void keysAndLimitsHoldAsWell() throws SQLException {
    engine.queues().put("default", QueueSettings.DEFAULTS.withInCluster(10), "test");
    NewJob.Builder keyed = NewJob.kind("work").concurrency("key", 1);
    for (String tenant : List.of("a", "b", "c")) {
      NewJob job = keyed.tenant(tenant).payload("\"" + tenant + "\"").build();
      engine.jobs().enqueue(Collections.nCopies(3, job));
      enqueue(tenant, 20);
    }

    List<Lease> running = claimPastParked(100);

    assertThat(running).hasSize(10);
    assertThat(count(tenants(running)).values()).allMatch(jobs -> jobs >= 2);
    assertThat(new Invariants(database).broken()).isEmpty();
  }

  @Test
  void aJobTellsItsTenantAndAWrongOneIsRefused() {
    long id = enqueue(job("a", 0, "work"));

    assertThat(engine.jobs().get(id).orElseThrow().tenant()).isEqualTo("a");
    assertThatThrownBy(() -> NewJob.kind("work").tenant("").build())
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("tenant");
    assertThatThrownBy(() -> engine.tenants().put("a", 0, "test"))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("weight");
  }

  private void enqueue(String tenant, int jobs) {
    enqueue(tenant, jobs, 0);
  }

  private void enqueue(String tenant, int jobs, int priority) {
    engine.jobs().enqueue(Collections.nCopies(jobs, job(tenant, priority, "work")));
  }

  private static NewJob job(String tenant, int priority, String kind) {
    return NewJob.kind(kind)
        .tenant(tenant)
        .payload("\"" + tenant + "\"")
        .priority(priority)
        .build();
  }

  private List<String> singly(int jobs) {
    List<String> starts = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      starts.addAll(tenants(claim(1)));
    }
    return starts;
  }

  private static List<String> tenants(List<Lease> leases) {
    return leases.stream().map(lease -> lease.payload().replace("\"", "")).toList();
  }

  private static Map<String, Integer> count(List<String> starts) {
    Map<String, Integer> count = new TreeMap<>();
    starts.forEach(tenant -> count.merge(tenant, 1, Integer::sum));
    return count;
  }

  private static Map.Entry<String, Integer> entry(String tenant, int jobs) {
    return Map.entry(tenant, jobs);
  }
}
