package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ExecutionTallyTest extends EngineTest {
  private static final String BLOCKED =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

  @Test
  void whatWasCountedIsNotReadAgain() {
    completeOne();
    failOne();
    tallyUp();
    assertThat(counted()).isEqualTo(2);
    assertTotalsAreRight();
    database.execute("UPDATE rota.tally SET executions = executions + 1000");
    assertThat(totals().executions()).isEqualTo(1002);
  }

  @Test
  void whatIsNewerThanTheTotalsIsAddedToThem() {
    completeOne();
    tallyUp();
    completeOne();
    failOne();
    enqueue("a");
    claimOne();
    assertTotalsAreRight();
    assertThat(totals().executions()).isEqualTo(4);
    assertThat(totals().jobs().get(JobState.COMPLETED)).isEqualTo(2);
    assertThat(totals().jobs().get(JobState.RUNNING)).isEqualTo(1);
  }

  @Test
  void anExecutionThatEndsLongAfterItsNeighboursWereCountedIsCountedToo() {
    enqueue("a");
    Lease slow = claimOne();
    completeOne();
    tallyUp();
    assertThat(counted()).isEqualTo(1);
    complete(slow);
    assertTotalsAreRight();
    assertThat(totals().executions()).isEqualTo(2);
    tallyUp();
    assertThat(counted()).isEqualTo(2);
    assertTotalsAreRight();
  }

  @Test
  void jobsThatAreRetriedOrDeletedByHandLeaveTheTotals() {
    long failed = failOne();
    long deleted = completeOne();
    completeOne();
    tallyUp();
    engine.jobs().retry(failed, "test");
    engine.jobs().delete(deleted, "test");
    assertTotalsAreRight();
    assertThat(totals().jobs().get(JobState.FAILED)).isZero();
    assertThat(totals().jobs().get(JobState.COMPLETED)).isEqualTo(1);
    tallyUp();
    assertThat(counted()).isEqualTo(2);
    assertTotalsAreRight();
  }

  @Test
  void whoChangesAnExecutionWhileItsSpanIsCountedLetsItBeCountedAgain() throws Exception {
    failOne();
    tallyUp();
    database.execute("UPDATE rota.tally SET executions = NULL");
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("UPDATE rota.execution SET ended = NULL");
      Thread counter = Thread.ofVirtual().start(() -> engine.node().executionTally().count());
      Eventually.await(Duration.ofSeconds(30), () -> number(BLOCKED) == 1, "the count waits");
      connection.commit();
      counter.join();
    }
    assertTotalsAreRight();
    assertThat(totals().jobs().get(JobState.FAILED)).isZero();
  }

  @Test
  void totalsGoWithTheHistory() {
    completeOne();
    tallyUp();
    clock.advance(Duration.ofDays(60));
    engine.tick();
    assertThat(engine.prune()).isPositive();
    completeOne();
    assertTotalsAreRight();
    tallyUp();
    assertTotalsAreRight();
    assertThat(totals().executions()).isEqualTo(1);
  }

  private long completeOne() {
    long id = enqueue("a");
    Lease lease = claimOne();
    clock.advance(Duration.ofSeconds(3));
    complete(lease);
    return id;
  }

  private long failOne() {
    long id = enqueue("a");
    report(claimOne(), failure(new Outcome.Retry.Never()));
    return id;
  }

  /** Lets a span end, and be counted at the next tick. */
  private void tallyUp() {
    clock.advance(Duration.ofHours(2));
    engine.tick();
    engine.tick();
  }

  private long counted() {
    return number("SELECT sum(executions) FROM rota.tally");
  }

  private Totals totals() {
    return engine.census().totals(Duration.ZERO);
  }

  private void assertTotalsAreRight() {
    Totals totals = totals();
    assertThat(totals.executions())
        .isEqualTo(
            number(
                "SELECT (SELECT count(*) FROM rota.execution) + (SELECT count(*) FROM rota.run)"));
    assertThat(totals.completed()).isEqualTo(executions("status = 'completed'"));
    assertThat(totals.failed()).isEqualTo(executions("status = 'failed'"));
    assertThat(totals.jobs().get(JobState.COMPLETED)).isEqualTo(executions("ended = 'completed'"));
    assertThat(totals.jobs().get(JobState.FAILED)).isEqualTo(executions("ended = 'failed'"));
    Duration average = totals.averageDuration();
    assertThat(average == null ? 0 : average.toMillis())
        .isCloseTo(
            number(
                "SELECT coalesce(avg(extract(epoch FROM finished_at - started_at)) * 1000, 0)::bigint"
                    + " FROM rota.execution"),
            within(1L));
  }

  private long number(String query) {
    return Long.parseLong(String.valueOf(text(query)));
  }

  private long executions(String condition) {
    return number("SELECT count(*) FROM rota.execution WHERE " + condition);
  }
}
