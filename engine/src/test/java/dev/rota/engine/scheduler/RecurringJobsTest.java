package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.engine.JobChanges;
import dev.rota.engine.JobFilter;
import dev.rota.engine.NumberedExecution;
import dev.rota.engine.Page;
import dev.rota.schedule.Timetable;
import dev.rota.schedule.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schedules that are handled as jobs, on moved time. */
final class RecurringJobsTest extends SchedulerTest {
  private static final Duration INTERVAL = Duration.ofMinutes(30);

  @Test
  void aRunFollowsOneIntervalAfterTheEndOfTheRunBefore() {
    long id = create();
    assertThat(recurs(id).state()).isEqualTo(JobState.SCHEDULED);
    assertNext(id, INTERVAL);
    Lease lease = run(id);
    assertThat(recurs(id).state()).isEqualTo(JobState.RUNNING);
    clock.advance(Duration.ofMinutes(45));
    scheduler.tick();
    assertThat(claim(10)).as("no run beside the one that runs").isEmpty();
    complete(lease);
    scheduler.tick();
    assertThat(recurs(id).state()).isEqualTo(JobState.SCHEDULED);
    assertNext(id, INTERVAL);
    assertThat(recurs(id).schedule().completed()).isEqualTo(1);
  }

  @Test
  void triesAreRepeatedWithDoublingWaitsAndThenTheJobHasFailedUntilItIsRetried() {
    long id = create();
    Lease lease = run(id);
    for (int seconds : List.of(60, 120, 240)) {
      fail(lease);
      assertThat(recurs(id).state()).isEqualTo(JobState.SCHEDULED);
      assertNext(id, Duration.ofSeconds(seconds));
      clock.advance(Duration.ofSeconds(seconds));
      engine.tick();
      scheduler.tick();
      lease = claimOne();
    }
    fail(lease);
    assertThat(recurs(id).state()).isEqualTo(JobState.FAILED);
    scheduler.tick();
    assertThat(recurs(id).state()).isEqualTo(JobState.FAILED);
    clock.advance(Duration.ofDays(1));
    engine.tick();
    scheduler.tick();
    scheduler.sweep();
    assertThat(claim(10)).isEmpty();
    assertThatThrownBy(() -> recurring().pause(id, "ada")).hasMessageContaining("failed");
    assertThatThrownBy(() -> recurring().cancel(id, "ada")).hasMessageContaining("failed");

    RecurringJob retried = recurring().retry(id, "ada");
    assertThat(retried.state()).isEqualTo(JobState.PENDING);
    assertThat(retried.run()).satisfies(run -> assertThat(run.retries()).isZero());
    complete(claimOne());
    scheduler.tick();
    assertThat(recurs(id).state()).isEqualTo(JobState.SCHEDULED);
    assertNext(id, INTERVAL);
    assertThat(engine.jobs().runs(id, 10, 0)).extracting(e -> e.number()).containsOnly(1L);
  }

  @Test
  void aPausedJobDoesNotRunAndGoesOnOneIntervalAfterItsResumption() {
    long id = create();
    RecurringJob paused = recurring().pause(id, "ada");
    assertThat(paused.state()).isEqualTo(JobState.PAUSED);
    assertThat(paused.schedule().pausedAt()).isNotNull();
    assertThatThrownBy(() -> recurring().pause(id, "ada")).hasMessageContaining("paused");
    clock.advance(Duration.ofMinutes(100));
    scheduler.tick();
    assertThat(claim(10)).isEmpty();
    assertThat(recurring().resume(id, "ada").state()).isEqualTo(JobState.SCHEDULED);
    assertNext(id, INTERVAL);
    assertThatThrownBy(() -> recurring().resume(id, "ada")).hasMessageContaining("scheduled");
    recurring().pause(id, "ada");
    clock.advance(Duration.ofMinutes(10));
    recurring().resume(id, "ada");
    assertNext(id, INTERVAL);
  }

  @Test
  void aJobThatIsPausedWhileItRunsPausesAfterTheRun() {
    long id = create();
    Lease lease = run(id);
    RecurringJob asked = recurring().pause(id, "ada");
    assertThat(asked.state()).isEqualTo(JobState.RUNNING);
    assertThat(asked.schedule().isPaused()).isTrue();
    complete(lease);
    scheduler.tick();
    assertThat(recurs(id).state()).isEqualTo(JobState.PAUSED);
  }

  @Test
  void aRunThatWaitsForItsRetryIsHeldWithItsJob() {
    long id = create();
    fail(run(id));
    assertThat(recurring().pause(id, "ada").state()).isEqualTo(JobState.PAUSED);
    clock.advance(Duration.ofMinutes(5));
    engine.tick();
    assertThat(claim(10)).isEmpty();
    assertThat(recurring().resume(id, "ada").state()).isIn(JobState.SCHEDULED, JobState.PENDING);
    engine.tick();
    assertThat(claimOne().retries()).isEqualTo(1);
  }

  @Test
  void aCancelledJobStopsItsRunAndHasNoTimesUntilItIsRetried() {
    long id = create();
    Lease lease = run(id);
    RecurringJob cancelled = recurring().cancel(id, "ada");
    assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
    assertThat(cancelled.cancelledAt()).isNotNull();
    assertThat(cancelled.nextRunAt()).isNotNull();
    report(lease, new Outcome.Cancelled());
    clock.advance(Duration.ofDays(1));
    engine.tick();
    scheduler.tick();
    scheduler.sweep();
    assertThat(claim(10)).isEmpty();
    assertThat(recurs(id).nextRunAt()).isNull();
    assertThatThrownBy(() -> recurring().resume(id, "ada")).hasMessageContaining("cancelled");
    assertThatThrownBy(() -> recurring().cancel(id, "ada")).hasMessageContaining("cancelled");
    assertThat(recurring().retry(id, "ada").state()).isEqualTo(JobState.PENDING);
    complete(claimOne());
    scheduler.tick();
    assertNext(id, INTERVAL);
  }

  @Test
  void changesHoldForTheRunThatIsUnderWayAndForThoseToCome() {
    long id = create();
    Lease lease = run(id);
    JobChanges changes = new JobChanges(5, Duration.ofMinutes(2), null, 9, null, null);
    recurring().update(id, changes, null, "ada");
    fail(lease);
    assertNext(id, Duration.ofMinutes(2));
    assertThat(recurs(id).schedule().definition().job().maxRetries()).isEqualTo(5);
    assertThat(recurs(id).schedule().definition().job().priority()).isEqualTo(9);
    Recurrence hourly = new Recurrence(Timetable.of(Trigger.parse("@every 1h")), "hours", null);
    recurring().update(id, new JobChanges(null, null, null, null, null, null), hourly, "ada");
    assertThat(recurs(id).recurrence().intervalType()).isEqualTo("hours");
  }

  @Test
  void theLockOfARunIsClearedByHandAndByTime() {
    long id = create();
    Lease lease = run(id);
    assertThat(recurring().release(id, "ada").state()).isEqualTo(JobState.PENDING);
    assertThat(complete(lease)).isEqualTo(dev.rota.Verdict.FENCED);
    assertThatThrownBy(() -> recurring().release(id, "ada")).hasMessageContaining("pending");
    complete(claimPastParked(1).getFirst());
  }

  @Test
  void aDeletedJobIsGoneAndWhatItRanStays() {
    long id = create();
    Lease lease = run(id);
    assertThatThrownBy(() -> recurring().delete(id, "ada")).hasMessageContaining("running");
    complete(lease);
    recurring().delete(id, "ada");
    assertThat(recurring().get(id)).isEmpty();
    assertThat(engine.jobs().get(lease.job())).isPresent();
    assertThat(count("recurring_job")).isZero();
  }

  @Test
  void runsAreNumberedAlsoWhenOldOnesAreGone() {
    long id = create();
    for (int i = 0; i < 3; i++) {
      complete(run(id));
      scheduler.tick();
    }
    update("DELETE FROM rota.execution WHERE id = (SELECT min(id) FROM rota.execution)");
    Lease last = run(id);
    assertThat(numbers(engine.jobs().runs(id, 10, 0))).containsExactly(4L, 3L, 2L);
    assertThat(numbers(engine.jobs().runs(id, 1, 1))).containsExactly(3L);
    assertThat(engine.jobs().numbered(last.fence()))
        .hasValueSatisfying(one -> assertThat(one.number()).isEqualTo(4));
    assertThat(engine.jobs().runStats(id).executions()).isEqualTo(2);
  }

  @Test
  void oneKeyMakesOneJob() {
    var first = recurring().create(wish(INTERVAL), "k1", "ada");
    var again = recurring().create(wish(INTERVAL), "k1", "ada");
    assertThat(first.duplicate()).isFalse();
    assertThat(again.duplicate()).isTrue();
    assertThat(again.job().id()).isEqualTo(first.job().id());
    assertThatThrownBy(() -> recurring().create(wish(Duration.ofHours(1)), "k1", "ada"))
        .hasMessageContaining("k1");
  }

  @Test
  void bothSortsOfJobsAreListedInOneOrderPageByPage() {
    List<Long> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.addFirst(
          i % 3 == 0
              ? create(INTERVAL.multipliedBy(i + 1))
              : enqueue(NewJob.kind("once").queue("other").build()));
    }
    complete(run(made.getLast()));
    scheduler.tick();
    List<Long> listed = new ArrayList<>();
    Long after = null;
    do {
      Page<JobBoard.Listed> page = scheduler.board().list(JobFilter.ALL, 2, after);
      page.items().forEach(one -> listed.add(id(one)));
      after = page.next();
    } while (after != null);
    assertThat(listed).isEqualTo(made);
    assertThat(listed(new JobFilter(JobState.SCHEDULED, null, null, null, null))).hasSize(3);
    assertThat(listed(new JobFilter(JobState.PENDING, null, null, null, null))).hasSize(4);
    assertThat(listed(new JobFilter((JobState) null, null, "once", null, null))).hasSize(4);
    assertThat(listed(new JobFilter(JobState.COMPLETED, null, null, null, null))).isEmpty();
    assertThat(listed(new JobFilter((JobState) null, null, null, null, made.getLast())))
        .hasSize(1)
        .doesNotContainAnyElementsOf(made);
  }

  private List<Long> listed(JobFilter filter) {
    return scheduler.board().list(filter, 100, null).items().stream()
        .map(RecurringJobsTest::id)
        .toList();
  }

  private static long id(JobBoard.Listed one) {
    return switch (one) {
      case JobBoard.Listed.Once once -> once.job().id();
      case JobBoard.Listed.Again again -> again.job().id();
    };
  }

  private static List<Long> numbers(List<NumberedExecution> executions) {
    return executions.stream().map(NumberedExecution::number).toList();
  }

  private RecurringJobs recurring() {
    return scheduler.recurring();
  }

  private RecurringJob recurs(long id) {
    return recurring().get(id).orElseThrow();
  }

  private long create() {
    return create(INTERVAL);
  }

  private long create(Duration every) {
    return recurring().create(wish(every), null, "ada").job().id();
  }

  private static NewRecurringJob wish(Duration every) {
    NewJob job = NewJob.kind("crawl").maxRetries(3).retry(NewRecurringJob.RETRY).build();
    return new NewRecurringJob(job, new Recurrence(Timetable.of(Trigger.every(every)), null, null));
  }

  /** Lets its time come and claims the run. */
  private Lease run(long id) {
    Instant next = recurs(id).schedule().nextRunAt();
    clock.advance(Duration.between(clock.now(), next).plusSeconds(1));
    engine.tick();
    scheduler.tick();
    return claim(10).stream()
        .filter(lease -> lease.kind().equals("crawl"))
        .findFirst()
        .orElseThrow();
  }

  private void assertNext(long id, Duration ahead) {
    assertThat(Duration.between(clock.now(), recurs(id).nextRunAt()))
        .isBetween(ahead.minusSeconds(30), ahead);
  }
}
