package dev.rota.engine.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.EngineTest;
import dev.rota.engine.operations.NewOperation;
import dev.rota.engine.operations.Operation;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeadLettersTest extends EngineTest {
  private DeadLetters letters;

  @BeforeEach
  void openLetters() {
    letters = DeadLetters.open(engine);
  }

  private List<Long> failing(int jobs, String type, String message) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      ids.add(enqueue(NewJob.kind("k").maxRetries(0).build()));
    }
    for (Lease lease : claim(jobs)) {
      report(
          lease,
          new Outcome.Failed(
              type,
              message + " " + lease.job(),
              "\tat a.B.c(B.java:" + lease.job() % 100 + ")",
              new Outcome.Retry.ByPolicy()));
    }
    return ids;
  }

  @Test
  void failedJobsAreGroupedByTheirErrors() {
    List<Long> timeouts = failing(3, "java.net.SocketTimeoutException", "no answer for");
    clock.advance(Duration.ofMinutes(1));
    List<Long> refusals = failing(2, "java.io.IOException", "refused");
    assertThat(letters.collect()).isEqualTo(5);
    assertThat(letters.collect()).isZero();
    List<DeadLetterGroup> groups = letters.list(false, 10, null).items();
    assertThat(groups).extracting(DeadLetterGroup::jobs).containsExactlyInAnyOrder(3L, 2L);
    DeadLetterGroup first =
        groups.stream().filter(group -> group.jobs() == 3).findFirst().orElseThrow();
    assertThat(first.errorType()).isEqualTo("java.net.SocketTimeoutException");
    assertThat(first.error()).isEqualTo("no answer for <n>");
    assertThat(first.frames()).isEqualTo("at a.B.c(B.java");
    assertThat(timeouts).contains(first.lastJob());
    assertThat(first.failures()).isEqualTo(3);
    assertThat(letters.totals()).isEqualTo(new DeadLetters.Totals(5, 2));

    clock.advance(Duration.ofMinutes(5));
    failing(1, "java.net.SocketTimeoutException", "no answer for");
    letters.collect();
    DeadLetterGroup again = letters.list(false, 1, null).items().get(0);
    assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
    assertThat(again.jobs()).isEqualTo(4);
    assertThat(Duration.between(again.firstSeen(), again.lastSeen()))
        .isGreaterThanOrEqualTo(Duration.ofMinutes(6));
    assertThat(engine.jobs().list(DeadLetters.filter(again.fingerprint()), 10, null).items())
        .hasSize(4)
        .noneSatisfy(job -> assertThat(refusals).contains(job.id()));
  }

  @Test
  void aGroupIsRedrivenByAnOperation() {
    List<Long> timeouts = failing(5, "java.net.SocketTimeoutException", "no answer for");
    List<Long> refusals = failing(2, "java.io.IOException", "refused");
    letters.collect();
    DeadLetterGroup group =
        letters.list(false, 10, null).items().stream()
            .filter(one -> one.jobs() == 5)
            .findFirst()
            .orElseThrow();
    Operations operations = Operations.open(engine, OperationOptions.STANDARD);
    Operation redrive =
        operations.begin(
            new NewOperation(
                new BulkChange(BulkAction.RETRY, null, null),
                DeadLetters.filter(group.fingerprint()),
                List.of()),
            "ada");
    operations.work();
    assertThat(operations.get(redrive.id()).orElseThrow().done()).isEqualTo(5);
    assertThat(timeouts).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.PENDING));
    assertThat(refusals).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.FAILED));
    assertThat(letters.get(group.fingerprint()).orElseThrow().jobs()).isZero();
    assertThat(letters.list(false, 10, null).items()).hasSize(1);
    assertThat(letters.list(true, 10, null).items()).hasSize(2);
  }

  @Test
  void whatIsRetriedCancelledOrDeletedIsNoDeadLetter() {
    List<Long> ids = failing(3, "E", "e");
    engine.jobs().retry(ids.get(0), "ada");
    letters.collect();
    assertThat(count("dead_letter")).isEqualTo(2);
    engine.jobs().delete(ids.get(1), "ada");
    engine.jobs().retry(ids.get(2), "ada");
    assertThat(count("dead_letter")).isZero();
    long cancelled = enqueue("k");
    source.exchange(List.of(), Claim.of("default", 1));
    engine.jobs().cancel(cancelled, "ada");
    assertThat(letters.collect()).isZero();
  }

  @Test
  void lettersOfJobsThatAreGoneAreForgotten() {
    failing(3, "E", "e");
    letters.collect();
    update("DELETE FROM rota.job");
    letters.sweep();
    assertThat(count("dead_letter")).isZero();
  }

  @Test
  void aFingerprintIsRefusedUnlessItIsOne() {
    assertThatThrownBy(() -> letters.get("x"))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("fingerprint")
        .hasMessageContaining("must be that of a group of dead letters");
  }
}
