package dev.rota.engine.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.engine.BulkAction;
import dev.rota.engine.BulkChange;
import dev.rota.engine.BulkPreview;
import dev.rota.engine.EngineTest;
import dev.rota.engine.JobFilter;
import dev.rota.engine.operations.Operation.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OperationsTest extends EngineTest {
  private static final JobFilter MAIL = new JobFilter(Set.of(), "mail", null, null, null);
  private Operations operations;

  @BeforeEach
  void openOperations() {
    operations = Operations.open(engine, new OperationOptions(7, 9));
  }

  private static BulkChange change(BulkAction action) {
    return new BulkChange(
        action,
        action == BulkAction.PRIORITY ? (Integer) 77 : null,
        action == BulkAction.MOVE ? "elsewhere" : null);
  }

  private Operation begin(BulkAction action, JobFilter filter) {
    return operations.begin(new NewOperation(change(action), filter, List.of()), "ada");
  }

  /** Works until nothing is left to do. */
  private Operation finished(Operation operation) {
    while (operations.work() > 0) {
      // another batch
    }
    return operations.get(operation.id()).orElseThrow();
  }

  private static JobFilter in(JobState... states) {
    return new JobFilter(Set.of(states), "mail", null, null, null);
  }

  /** Jobs in every state on the queue mail, some with unique and concurrency keys. */
  private List<Long> fill(int jobs, Random dice) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      int n = dice.nextInt(8);
      NewJob.Builder job =
          NewJob.kind(dice.nextBoolean() ? "a" : "b")
              .queue("mail")
              .priority(dice.nextInt(5))
              .payload("{\"i\":   " + i + ".0}")
              .tags("t" + i % 3)
              .maxRetries(n == 4 ? 0 : 3);
      if (dice.nextInt(3) == 0) {
        job.unique("u" + i);
      }
      if (dice.nextInt(3) == 0) {
        job.concurrency("c" + dice.nextInt(4), 1);
      }
      if (n == 1) {
        job.delay(Duration.ofHours(2));
      }
      ids.add(enqueue(job.build()));
    }
    List<Lease> leases =
        new ArrayList<>(source.exchange(List.of(), Claim.of("mail", jobs / 3)).leases());
    for (Lease lease : leases) {
      switch (dice.nextInt(4)) {
        case 0 -> complete(lease);
        case 1, 2 -> fail(lease);
        default -> {}
      }
    }
    for (long id : ids) {
      int n = dice.nextInt(8);
      JobState now = state(id);
      if (n == 0 && (now == JobState.PENDING || now == JobState.SCHEDULED)) {
        engine.jobs().pause(id, "eve");
      } else if (n == 1 && !now.isTerminal() && now != JobState.RUNNING) {
        engine.jobs().cancel(id, "eve");
      }
    }
    return ids;
  }

  /** What can be told of every job, apart from what changes by itself. */
  private Map<Long, String> all() {
    Map<Long, String> all = new TreeMap<>();
    for (Job job : engine.jobs().list(JobFilter.ALL, 1_000, 0)) {
      all.put(
          job.id(),
          "%s %s %s p%d a%d r%d %s %s %s %s %s %s"
              .formatted(
                  job.queue(),
                  job.kind(),
                  job.state(),
                  job.priority(),
                  job.attempt(),
                  job.retries(),
                  job.payload(),
                  job.tags(),
                  job.uniqueKey(),
                  job.error(),
                  job.runAt(),
                  engine.jobs().executions(job.id(), 10, 0)));
    }
    return all;
  }

  @Test
  void everyActionDoesToEachJobWhatItsStateAllowsAndUndoTakesItBack() {
    for (BulkAction action : BulkAction.values()) {
      Random dice = new Random(action.word().length());
      update(
          "TRUNCATE rota.job, rota.ready, rota.run, rota.delayed, rota.parked, rota.paused, rota.keylock, rota.uniq, rota.execution, rota.ended");
      fill(60, dice);
      Map<Long, JobState> before = states();
      Map<Long, String> told = all();
      List<String> keys = texts("SELECT key || ' ' || job || scope FROM rota.uniq ORDER BY 1");
      Operation done = finished(begin(action, MAIL));
      assertThat(done.status()).isEqualTo(Status.COMPLETED);
      assertThat(done.matched()).isEqualTo(60);
      assertThat(done.done() + done.skipped().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(60);
      Map<Long, JobState> after = states();
      before.forEach((id, state) ->
          assertThat(after.get(id))
              .as("%s of a job that is %s", action, state)
              .isIn(expected(action, state)));
      if (!action.isUndoable()) {
        assertThatThrownBy(() -> operations.undo(done.id(), "ada"))
            .hasMessageContaining("cannot be undone");
        continue;
      }
      assertThat(done.undoUntil()).isNotNull();
      Operation undone = finished(operations.undo(done.id(), "bob"));
      long running = before.values().stream().filter(JobState.RUNNING::equals).count();
      if (action == BulkAction.CANCEL) {
        assertThat(undone.skipped())
            .isEqualTo(running == 0 ? Map.of() : Map.of("was running", running));
        update("UPDATE rota.run SET cancel = false");
      } else {
        assertThat(undone.skipped()).as(action.word()).isEmpty();
      }
      assertThat(all()).as(action.word()).isEqualTo(told);
      assertThat(texts("SELECT key || ' ' || job || scope FROM rota.uniq ORDER BY 1"))
          .as(action.word())
          .isEqualTo(keys);
      assertThatThrownBy(() -> operations.undo(done.id(), "ada"))
          .hasMessageContaining("was undone already");
    }
  }

  private Map<Long, JobState> states() {
    return engine.jobs().list(JobFilter.ALL, 1_000, 0).stream()
        .collect(Collectors.toMap(Job::id, Job::state));
  }

  /** The states that a job of one state may be in after an action. */
  private static List<@Nullable JobState> expected(BulkAction action, JobState state) {
    boolean waits = !state.isTerminal() && state != JobState.RUNNING;
    List<@Nullable JobState> gone = new ArrayList<>();
    gone.add(null);
    return switch (action) {
      case CANCEL -> List.of(waits ? JobState.CANCELLED : state);
      case PAUSE -> List.of(waits ? JobState.PAUSED : state);
      case RESUME ->
          state == JobState.PAUSED ? List.of(JobState.PENDING, JobState.SCHEDULED) : List.of(state);
      case RETRY ->
          List.of(
              state == JobState.FAILED || state == JobState.CANCELLED ? JobState.PENDING : state);
      case DELETE -> state == JobState.RUNNING ? List.of(state) : gone;
      case PRIORITY, MOVE -> List.of(state);
    };
  }

  @Test
  void jobsThatAreMadeAfterwardsAreNotTouched() {
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      before.add(enqueue(NewJob.kind("a").queue("mail").build()));
    }
    Operation operation = begin(BulkAction.CANCEL, MAIL);
    clock.advance(Duration.ofMillis(1));
    long later = enqueue(NewJob.kind("a").queue("mail").build());
    assertThat(finished(operation).done()).isEqualTo(20);
    assertThat(state(later)).isEqualTo(JobState.PENDING);
    assertThat(before).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.CANCELLED));
  }

  @Test
  void jobsAreNamedByTheirIds() {
    long one = enqueue("a");
    long two = enqueue("a");
    Operation operation =
        operations.begin(
            new NewOperation(change(BulkAction.PAUSE), null, List.of(two, 17L, two)), "ada");
    assertThat(operation.ids()).isEqualTo(2);
    Operation done = finished(operation);
    assertThat(done.done()).isEqualTo(1);
    assertThat(done.skipped()).isEqualTo(Map.of("not found", 1L));
    assertThat(done.progress()).isEqualTo(100);
    assertThat(state(one)).isEqualTo(JobState.PENDING);
    assertThat(state(two)).isEqualTo(JobState.PAUSED);
  }

  @Test
  void aCancelledOperationLeavesWhatItHasDoneAndThatCanBeUndone() {
    for (int i = 0; i < 30; i++) {
      enqueue(NewJob.kind("a").queue("mail").build());
    }
    Operation operation = begin(BulkAction.CANCEL, in(JobState.PENDING));
    operations.work();
    operations.work();
    assertThatThrownBy(() -> operations.undo(operation.id(), "ada"))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("still running");
    Operation stopped = operations.cancel(operation.id(), "bob");
    assertThat(stopped.status()).isEqualTo(Status.CANCELLED);
    assertThat(stopped.cancelledBy()).isEqualTo("bob");
    assertThat(stopped.done()).isEqualTo(14);
    assertThat(stopped.progress()).isEqualTo(46);
    assertThat(operations.work()).isZero();
    assertThat(count("ready")).isEqualTo(16);
    assertThatThrownBy(() -> operations.cancel(operation.id(), "bob"))
        .hasMessageContaining("is not running: it is cancelled");
    finished(operations.undo(operation.id(), "ada"));
    assertThat(count("ready")).isEqualTo(30);
    assertThat(
            texts(
                "SELECT type || ' ' || actor FROM rota.event WHERE type LIKE 'operation%' ORDER BY id"))
        .containsExactly(
            "operation.started ada",
            "operation.cancelled bob",
            "operation.started ada",
            "operation.completed ada");
  }

  @Test
  void jobsThatWereCancelledAlongWithTheirParentsComeBackWithThem() {
    long parent = enqueue(NewJob.kind("a").queue("mail").build());
    long child = enqueue(NewJob.kind("b").dependsOn(parent).build());
    long grandchild = enqueue(NewJob.kind("c").dependsOn(child).build());
    Operation cancel = finished(begin(BulkAction.CANCEL, MAIL));
    engine.tick();
    assertThat(state(grandchild)).isEqualTo(JobState.CANCELLED);

    finished(operations.undo(cancel.id(), "ada"));
    engine.tick();

    for (long id : List.of(parent, child, grandchild)) {
      assertThat(state(id)).isEqualTo(JobState.PENDING);
    }
    assertThat(job(child).waitingOn()).isEqualTo("dependency");
    assertThat(claim(10)).isEmpty();
    complete(source.exchange(List.of(), Claim.of("mail", 10)).leases().getFirst());
    engine.tick();
    assertThat(claimOne().job()).isEqualTo(child);
  }

  /** In one batch and in several, in which the children come first. */
  @Test
  void jobsThatWereCancelledOrDeletedWithTheirParentsWaitForThemAgain() {
    for (BulkAction action : List.of(BulkAction.CANCEL, BulkAction.DELETE)) {
      for (int between : new int[] {0, 20}) {
        long parent = enqueue(NewJob.kind("a").queue("mail").build());
        for (int i = 0; i < between; i++) {
          enqueue(NewJob.kind("other").queue("mail").build());
        }
        long child = enqueue(NewJob.kind("b").queue("mail").dependsOn(parent).build());
        Operation done = finished(begin(action, MAIL));
        engine.tick();
        Operation undo = operations.undo(done.id(), "ada");
        while (operations.work() > 0) {
          engine.tick();
        }
        engine.tick();

        assertThat(operations.get(undo.id()).orElseThrow().skipped()).isEmpty();
        assertThat(job(child).waitingOn()).as(action + " " + between).isEqualTo("dependency");
        engine.jobs().cancel(parent, "ada");
        engine.tick();
        assertThat(state(child)).isEqualTo(JobState.CANCELLED);
        finished(begin(BulkAction.CANCEL, MAIL));
      }
    }
  }

  @Test
  void twoOperationsOnTheSameJobsBothEndAndEachUndoesOnlyItsOwn() {
    for (int i = 0; i < 30; i++) {
      enqueue(NewJob.kind("a").queue("mail").priority(3).build());
    }
    Operation cancel = begin(BulkAction.CANCEL, in(JobState.PENDING));
    Operation raise = begin(BulkAction.PRIORITY, MAIL);
    Operation cancelled = finished(cancel);
    Operation raised = operations.get(raise.id()).orElseThrow();
    assertThat(cancelled.done()).isEqualTo(30);
    assertThat(raised.skipped()).isEqualTo(Map.of("cancelled", 30L));
    assertThat(raised.undoUntil()).isNull();

    Operation back = finished(operations.undo(cancel.id(), "ada"));
    assertThat(back.done()).isEqualTo(30);
    Operation again = finished(begin(BulkAction.PRIORITY, MAIL));
    assertThat(again.done()).isEqualTo(30);
    long touched = engine.jobs().list(MAIL, 1, 0).get(0).id();
    engine.jobs().prioritize(touched, 5, "eve");
    Operation undone = finished(operations.undo(again.id(), "ada"));
    assertThat(undone.skipped()).isEqualTo(Map.of("changed since", 1L));
    assertThat(texts("SELECT DISTINCT priority FROM rota.job ORDER BY 1"))
        .containsExactly("3", "5");
  }

  @Test
  void afterAnHourNothingIsKeptAndNothingCanBeUndone() {
    enqueue(NewJob.kind("a").queue("mail").build());
    Operation done = finished(begin(BulkAction.DELETE, MAIL));
    assertThat(count("operation_undo")).isEqualTo(1);
    clock.advance(Duration.ofMinutes(61));
    assertThatThrownBy(() -> operations.undo(done.id(), "ada"))
        .hasMessageContaining("hour is over");
    operations.sweep();
    operations.sweep();
    assertThat(count("operation_undo")).isZero();
    assertThat(operations.get(done.id()).orElseThrow().undoUntil()).isNull();
    assertThat(operations.list(10, null).items())
        .extracting(Operation::id)
        .containsExactly(done.id());
  }

  @Test
  void aJobWhoseUniqueKeyIsTakenIsSkipped() {
    NewJob job = NewJob.kind("a").queue("mail").unique("one").build();
    long first = enqueue(job);
    Operation cancel = finished(begin(BulkAction.CANCEL, MAIL));
    long second = enqueue(job);
    assertThat(second).isNotEqualTo(first);
    assertThat(finished(operations.undo(cancel.id(), "ada")).skipped())
        .isEqualTo(Map.of("duplicate", 1L));
    assertThat(finished(begin(BulkAction.RETRY, in(JobState.CANCELLED))).skipped())
        .isEqualTo(Map.of("duplicate", 1L));
    enqueue(NewJob.kind("a").queue("elsewhere").unique("one").build());
    assertThat(finished(begin(BulkAction.MOVE, in(JobState.PENDING))).skipped())
        .isEqualTo(Map.of("duplicate", 1L));
    assertThat(state(first)).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void aPreviewTellsHowManyAndWhichAndChangesNothing() {
    for (int i = 0; i < 15; i++) {
      enqueue(NewJob.kind("a").queue("mail").build());
    }
    source.exchange(List.of(), Claim.of("mail", 2));
    BulkPreview preview =
        operations.preview(new NewOperation(change(BulkAction.PAUSE), MAIL, List.of()));
    assertThat(preview.matched().counted()).isEqualTo(15);
    assertThat(preview.matched().more()).isFalse();
    assertThat(preview.skipped()).isEqualTo(Map.of("running", 2));
    assertThat(preview.sample()).hasSize(10);
    assertThat(count("paused")).isZero();
  }

  @Test
  void keysOfCancelledJobsAreHandedOn() {
    for (int i = 0; i < 4; i++) {
      enqueue(NewJob.kind("a").queue("mail").concurrency("k", 1).build());
    }
    List<Lease> leases = source.exchange(List.of(), Claim.of("mail", 4)).leases();
    assertThat(leases).hasSize(1);
    finished(begin(BulkAction.MOVE, MAIL));
    assertThat(texts("SELECT count(*) FROM rota.ready")).containsExactly("3");
    assertThat(source.exchange(List.of(), Claim.of("elsewhere", 4)).leases()).hasSize(1);
    complete(leases.get(0));
    assertThat(texts("SELECT active FROM rota.keylock WHERE active > 0")).containsExactly("1");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new BulkChange(BulkAction.PRIORITY, null, null))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("priority")
        .hasMessageContaining("goes with the action priority");
    assertThatThrownBy(() -> new BulkChange(BulkAction.PRIORITY, 101, null))
        .hasMessageContaining("must be from 0 to 100");
    assertThatThrownBy(() -> new BulkChange(BulkAction.CANCEL, null, "mail"))
        .hasMessageContaining("goes with the action move");
    assertThatThrownBy(() -> new NewOperation(change(BulkAction.CANCEL), null, List.of()))
        .hasMessageContaining("must be given, or ids");
    assertThatThrownBy(() -> new NewOperation(change(BulkAction.CANCEL), JobFilter.ALL, List.of()))
        .hasMessageContaining("at least one condition");
    assertThatThrownBy(() -> operations.cancel(17, "ada")).hasMessageContaining("no operation 17");
  }
}
