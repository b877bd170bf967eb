package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code rota.enqueue} does for callers that only speak SQL. */
final class SqlEnqueueTest extends EngineTest {
  @Test
  void aKindIsEnough() {
    long id = sql("'greet'");

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.PENDING);
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.payload()).isEqualTo("{}");
    assertThat(job.maxRetries()).isEqualTo(3);
    assertThat(job.createdBy()).isEqualTo("system");
    assertThat(claimOne().job()).isEqualTo(id);
  }

  @Test
  void everyArgumentReachesTheJob() {
    long id =
        sql(
            """
            kind => 'crawl', payload => ' {"n":  1.10}', queue => 'default', priority => 70, max_retries => 9,
            unique_key => 'u', concurrency_key => 'c', concurrency_limit => 2, requires => '{gpu,arm,gpu}',
            timeout => '90 seconds', tags => '{b,a}', metadata => '{"team": "web"}', trace => '00-1-2-01',
            retry => ROW('5 seconds', 3, '1 hour', 0)::rota.retry_policy, idempotency_key => 'i', created_by => 'ada'
            """);

    Job job = job(id);
    assertThat(job.kind()).isEqualTo("crawl");
    assertThat(job.payload()).isEqualTo(" {\"n\":  1.10}");
    assertThat(job.priority()).isEqualTo(70);
    assertThat(job.maxRetries()).isEqualTo(9);
    assertThat(job.uniqueKey()).isEqualTo("u");
    assertThat(job.concurrencyKey()).isEqualTo("c");
    assertThat(job.requires()).containsExactlyInAnyOrder("arm", "gpu");
    assertThat(job.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(job.tags()).containsExactly("b", "a");
    assertThat(job.metadata()).isEqualTo("{\"team\": \"web\"}");
    assertThat(job.trace()).isEqualTo("00-1-2-01");
    assertThat(job.createdBy()).isEqualTo("ada");
    assertThat(claim(10)).isEmpty();
    Lease lease = claim(sourceWith("arm", "gpu"), 10).get(0);
    fail(lease);
    assertThat(Duration.between(clock.now(), job(id).runAt()))
        .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(5));
  }

  @Test
  void aTenantAndLimitsReachTheJob() {
    engine.queues().put("default", QueueSettings.DEFAULTS.withLimits(new Limits(null, 64)), "ada");
    long id =
        sql(
            "'a', tenant => 'acme', limits => ROW('1.5 seconds', NULL)::rota.limits, max_retries => 1");

    assertThat(job(id).tenant()).isEqualTo("acme");
    assertThat(job(id).limits()).isEqualTo(new Limits(Duration.ofMillis(1_500), 64));
    assertThat(claimOne().limits()).isEqualTo(job(id).limits());
    assertThat(job(sql("'a'")).limits()).isEqualTo(new Limits(null, 64));
  }

  @Test
  void itWaitsForTheJobsThatItDependsOn() {
    long first = sql("'first'");
    long second = sql("'second'");
    long child = sql("'child', depends_on => ARRAY[%d, %d]".formatted(first, second));
    long later = sql("'later', delay => '1 hour', depends_on => ARRAY[%d]".formatted(first));
    assertThat(job(child).waitingOn()).isEqualTo("dependency");
    assertThat(state(child)).isEqualTo(JobState.PENDING);

    claim(10).forEach(lease -> report(lease, new Outcome.Completed("7")));
    engine.tick();

    Lease lease = claimOne();
    assertThat(lease.job()).isEqualTo(child);
    assertThat(lease.parents()).contains("7");
    assertThat(state(later)).isEqualTo(JobState.SCHEDULED);
    assertThat(claimOne(sql("'at-once', depends_on => ARRAY[%d]".formatted(first))).parents())
        .contains("7");
  }

  @Test
  void aParentThatFailsDecidesAsItWasAskedFor() {
    long parent = sql("'a', max_retries => 0");
    String given = "'b', depends_on => ARRAY[%d], on_parent_failure => '%s'";
    long cancelled = sql("'b', depends_on => ARRAY[%d]".formatted(parent));
    long failed = sql(given.formatted(parent, "fail"));
    long runs = sql(given.formatted(parent, "run"));

    fail(claimOne());
    engine.tick();

    assertThat(state(cancelled)).isEqualTo(JobState.CANCELLED);
    assertThat(state(failed)).isEqualTo(JobState.FAILED);
    assertThat(claimOne().job()).isEqualTo(runs);
    long late = sql(given.formatted(parent, "fail"));
    engine.tick();
    assertThat(state(late)).as("of a parent that had failed before").isEqualTo(JobState.FAILED);
  }

  @Test
  void aRepeatedCallMustNameTheSameTenantAndParents() {
    long parent = sql("'a'");
    String call = "'b', idempotency_key => 'k', tenant => 't', depends_on => ARRAY[" + parent + "]";
    assertThat(sql(call)).isEqualTo(sql(call));

    assertThatThrownBy(() -> sql("'b', idempotency_key => 'k', tenant => 't'"))
        .hasStackTraceContaining("idempotency_key \"k\"");
    assertThatThrownBy(() -> sql(call.replace("'t'", "'u'")))
        .hasStackTraceContaining("idempotency_key \"k\"");
  }

  @Test
  void aTimeOrADelayMakesItScheduled() {
    long delayed = sql("'a', delay => '10 minutes'");
    long timed = sql("'a', run_at => rota.clock() + interval '5 minutes'");
    long late = sql("'a', run_at => '2001-01-01Z'");

    assertThat(state(delayed)).isEqualTo(JobState.SCHEDULED);
    assertThat(state(timed)).isEqualTo(JobState.SCHEDULED);
    assertThat(state(late)).isEqualTo(JobState.PENDING);
    clock.advance(Duration.ofMinutes(11));
    engine.tick();
    assertThat(ids(claim(10))).containsExactly(late, timed, delayed);
  }

  @Test
  void theQueuesDefaultsApply() {
    engine
        .queues()
        .put(
            "slow",
            QueueSettings.DEFAULTS
                .withMaxRetries(7)
                .withTimeout(Duration.ofSeconds(30))
                .withRetry(RetryPolicy.every(Duration.ofSeconds(5))),
            "ada");

    Job job = job(sql("'a', queue => 'slow'"));

    assertThat(job.maxRetries()).isEqualTo(7);
    assertThat(job.timeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void itIsPartOfTheCallersTransaction() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      sql(connection, "'a', unique_key => 'u'");
      assertThat(claim(10)).isEmpty();
      connection.rollback();
      assertThat(count("job") + count("uniq")).isZero();

      long id = sql(connection, "'a', unique_key => 'u'");
      connection.commit();
      assertThat(claimOne().job()).isEqualTo(id);
    }
  }

  @Test
  void aDuplicateGivesTheJobThatIsThereWhoeverEnqueuedIt() {
    long fromSql = sql("'a', unique_key => 'u'");
    assertThat(sql("'a', unique_key => 'u'")).isEqualTo(fromSql);
    assertThat(engine.jobs().enqueue(NewJob.kind("a").unique("u").build()))
        .isEqualTo(new Enqueued(fromSql, true));

    long fromJava = enqueue(NewJob.kind("a").unique("v").build());
    assertThat(sql("'a', unique_key => 'v'")).isEqualTo(fromJava);
    assertThat(sql("'b', unique_key => 'v'")).isNotEqualTo(fromJava);
    assertThat(count("job")).isEqualTo(3);
  }

  @Test
  void aKeyMayBeUniqueWhilePendingOrForAPeriod() {
    long pending = sql("'a', unique_key => 'u', unique_scope => 'pending'");
    assertThat(claimOne().job()).isEqualTo(pending);
    assertThat(sql("'a', unique_key => 'u', unique_scope => 'pending'")).isNotEqualTo(pending);

    String hourly = "'b', unique_key => 'u', unique_scope => 'period', unique_period => '1 hour'";
    long period = sql(hourly);
    assertThat(sql(hourly)).isEqualTo(period);
    clock.advance(Duration.ofMinutes(61));
    assertThat(sql(hourly)).isNotEqualTo(period);
  }

  @Test
  void callersOfOneKeyAtTheSameTimeMakeOneJob() throws Exception {
    List<Long> ids = Together.run(6, thread -> sql("'a', unique_key => 'u'"));

    assertThat(ids).containsOnly(ids.get(0));
    assertThat(count("ready")).isEqualTo(1);
  }

  @Test
  void aRepeatedCallGivesTheSameJobForADay() {
    String call = "'a', '1', idempotency_key => 'k'";
    long first = sql(call);
    assertThat(sql(call)).isEqualTo(first);

    clock.advance(Duration.ofHours(24).plusSeconds(1));

    assertThat(sql(call)).isNotEqualTo(first);
  }

  @Test
  void aKeyThatWasUsedForAnotherRequestIsRefused() {
    sql("'a', '1', idempotency_key => 'k'");

    assertThatThrownBy(() -> sql("'a', '2', idempotency_key => 'k'"))
        .hasStackTraceContaining("idempotency_key \"k\"");
    assertThatThrownBy(() -> sql("'a', '1', priority => 5, idempotency_key => 'k'"))
        .hasStackTraceContaining("idempotency_key \"k\"");
    assertThat(count("job")).isEqualTo(1);
  }

  @Test
  void jobsOfAnOldTransactionAreClaimedWhenItCommits() throws Exception {
    engine.queues().put("default", QueueSettings.DEFAULTS, "ada");
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      long old = sql(connection, "'made-first'");
      enqueue("made-later");
      assertThat(claimOne().kind()).isEqualTo("made-later");

      connection.commit();
      engine.tick();

      assertThat(claimOne().job()).isEqualTo(old);
    }
  }

  private Lease claimOne(long job) {
    Lease lease = claimOne();
    assertThat(lease.job()).isEqualTo(job);
    return lease;
  }

  private long sql(String arguments) {
    try (Connection connection = pool.getConnection()) {
      return sql(connection, arguments);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long sql(Connection connection, String arguments) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT rota.enqueue(" + arguments + ")")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
