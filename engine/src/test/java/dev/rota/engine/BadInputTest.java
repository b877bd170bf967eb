package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import dev.rota.Unique;
import dev.rota.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every refusal names the field, the value and the rule, and stores nothing. */
final class BadInputTest extends EngineTest {
  private static final Duration TOO_LONG = Duration.ofDays(3651);

  @AfterEach
  void nothingIsStored() {
    assertThat(count("job") + count("ready") + count("delayed") + count("uniq")).isZero();
    assertThat(count("idempotency") + count("subscription") + count("event")).isZero();
  }

  @TestFactory
  Stream<DynamicTest> everyFieldOfAJobIsChecked() {
    return Stream.of(
        job(() -> NewJob.of("", "{}"), "kind", "\"\"", "must not be empty"),
        job(() -> NewJob.of(" \t ", "{}"), "kind", "\\u0009", "must not be empty"),
        job(() -> NewJob.of("a\nb", "{}"), "kind", "a\\u000ab", "control characters"),
        job(() -> NewJob.of("a\u0085b", "{}"), "kind", "a", "control characters"),
        job(
            () -> NewJob.of("k".repeat(201), "{}"),
            "kind",
            "kkk",
            "at most 200 characters, is 201"),
        job(() -> NewJob.of("\ud800", "{}"), "kind", "", "valid Unicode"),
        job(() -> some().queue("").build(), "queue", "\"\"", "must not be empty"),
        job(() -> some().queue("q\0").build(), "queue", "q\\u0000", "control characters"),
        job(() -> some().payload("").build(), "payload", "\"\"", "must be JSON"),
        job(() -> some().payload("{a:1}").build(), "payload", "{a:1}", "must be JSON"),
        job(() -> some().payload("{} {}").build(), "payload", "{} {}", "one JSON value"),
        job(() -> some().payload("{\"a\":1").build(), "payload", "{\"a\":1", "must be JSON"),
        job(() -> some().payload("\"\\u0000\"").build(), "payload", "u0000", "cannot store"),
        job(() -> some().payload("[".repeat(600)).build(), "payload", "[[[", "not nest deeper"),
        job(() -> some().priority(-1).build(), "priority", "\"-1\"", "from 0 to 100"),
        job(() -> some().priority(101).build(), "priority", "\"101\"", "from 0 to 100"),
        job(() -> some().delay(Duration.ofSeconds(-1)).build(), "delay", "PT-1S", "must be from"),
        job(() -> some().delay(TOO_LONG).build(), "delay", "PT87624H", "must be from"),
        job(() -> some().runAt(Instant.MAX).build(), "run_at", "+1000000000", "not be later"),
        job(
            () -> some().runAt(Instant.EPOCH).delay(Duration.ofSeconds(1)).build(),
            "delay",
            "PT1S",
            "goes without run_at"),
        job(() -> some().maxRetries(-1).build(), "max_retries", "-1", "from 0 to 1000"),
        job(() -> some().maxRetries(1001).build(), "max_retries", "1001", "from 0 to 1000"),
        job(() -> some().unique("").build(), "unique.key", "\"\"", "must not be empty"),
        job(() -> some().unique("u".repeat(501)).build(), "unique.key", "uuu", "at most 500"),
        job(() -> some().unique("\u0001").build(), "unique.key", "\\u0001", "control characters"),
        job(
            () -> some().unique(Unique.forPeriod("u", Duration.ZERO)).build(),
            "unique.period",
            "PT0S",
            "must be from"),
        job(
            () ->
                some()
                    .unique(new Unique("u", Unique.While.PERIOD, null, Unique.OnDuplicate.KEEP))
                    .build(),
            "unique.period",
            "null",
            "goes with the scope"),
        job(() -> some().concurrency("", 1).build(), "concurrency.key", "\"\"", "not be empty"),
        job(() -> some().concurrency("c", 0).build(), "concurrency.limit", "0", "from 1 to 10000"),
        job(() -> some().requires("").build(), "requires", "\"\"", "must not be empty"),
        job(() -> some().tags("a", " ").build(), "tags", "\" \"", "must not be empty"),
        job(() -> some().tags(numbered(33)).build(), "tags", "33", "from 0 to 32"),
        job(() -> some().timeout(Duration.ZERO).build(), "timeout", "PT0S", "must be from"),
        job(() -> some().timeout(TOO_LONG).build(), "timeout", "PT87624H", "must be from"),
        job(() -> some().metadata("[]").build(), "metadata", "[]", "a JSON object"),
        job(() -> some().metadata("{\"n\":1e400000}").build(), "input", "overflow", "be stored"),
        job(
            () -> some().metadata("{\"a\":\"" + "x".repeat(70_000) + "\"}").build(),
            "metadata",
            "xxx",
            "at most 65536"),
        job(() -> some().trace("t".repeat(1025)).build(), "trace", "ttt", "at most 1024"),
        job(() -> some().idempotencyKey("").build(), "idempotency_key", "\"\"", "not be empty"),
        job(() -> some().createdBy("").build(), "created_by", "\"\"", "must not be empty"),
        job(() -> retrying(-1, 2, 60, 0), "retry.base", "PT-1S", "must be from 0"),
        job(() -> retrying(1, 0.5, 60, 0), "retry.factor", "0.5", "from 1 to 100"),
        job(() -> retrying(1, Double.NaN, 60, 0), "retry.factor", "NaN", "from 1 to 100"),
        job(() -> retrying(1, 2, -60, 0), "retry.cap", "PT-1M", "must be from 0"),
        job(() -> retrying(1, 2, 60, 1.5), "retry.jitter", "1.5", "from 0 to 1"));
  }

  @Test
  void aPayloadOverTheLimitIsRefused() {
    String large = "\"" + "ü".repeat(1 << 19) + "\"";

    assertRefused(
        () -> engine.jobs().enqueue(NewJob.of("a", large)), "payload", "üüü", "1048576 bytes");
  }

  @Test
  void theLimitOfPayloadsIsANodesSetting() {
    try (Engine strict = open(EngineOptions.builder().payloadLimit(10))) {
      assertRefused(
          () -> strict.jobs().enqueue(NewJob.of("a", "\"1234567890\"")),
          "payload",
          "1234567890",
          "at most 10 bytes");
    }
  }

  @Test
  void aRefusalInAListNamesThePlace() {
    List<NewJob> jobs = new ArrayList<>(List.of(small(), small(), small()));
    jobs.add(NewJob.of("a", "\"" + "x".repeat(1 << 20) + "\""));

    assertRefused(() -> engine.jobs().enqueue(jobs), "jobs[3].payload", "xxx", "1048576 bytes");
    assertRefused(
        () ->
            engine
                .jobs()
                .enqueueAll(
                    Stream.concat(
                        Stream.generate(BadInputTest::small).limit(2_000), jobs.stream())),
        "jobs[2003].payload",
        "xxx",
        "1048576 bytes");
  }

  @Test
  void aPublicationIsRefusedEvenIfNobodyIsSubscribed() {
    assertRefused(() -> engine.jobs().publish("", "{}"), "topic", "\"\"", "not be empty");
    assertRefused(() -> engine.jobs().publish("t", "{"), "payload", "{", "must be JSON");
    assertRefused(() -> engine.jobs().subscribe("t", "", "q"), "kind", "\"\"", "not be empty");
    assertRefused(() -> engine.jobs().subscribe("t", "k", "\n"), "queue", "u000a", "not be empty");
  }

  @TestFactory
  Stream<DynamicTest> everySettingOfAQueueIsChecked() {
    QueueSettings none = QueueSettings.DEFAULTS;
    return Stream.of(
        queue(() -> none.withPerNode(0), "node_limit", "0", "from 1 to"),
        queue(() -> none.withInCluster(-5), "cluster_limit", "-5", "from 1 to"),
        queue(() -> none.withRate(0, Duration.ofSeconds(1)), "rate", "0", "from 1 to"),
        queue(() -> none.withRate(1, Duration.ZERO), "rate_period", "PT0S", "must be from"),
        queue(
            () -> new QueueSettings(null, null, 5, null, null, null, null, 0, Limits.NONE),
            "rate_period",
            "null",
            "goes with a rate"),
        queue(() -> none.withMaxRetries(1001), "max_retries", "1001", "from 0 to 1000"),
        queue(() -> none.withTimeout(Duration.ZERO), "timeout", "PT0S", "must be from"),
        queue(() -> none.withRecoveryBoost(101), "recovery_boost", "101", "from 0 to 100"));
  }

  @Test
  void aQueueMustHaveAName() {
    assertRefused(
        () -> engine.queues().put(" ", QueueSettings.DEFAULTS, "ada"), "queue", "\" \"", "empty");
    assertRefused(() -> engine.queues().pause("q\0", "ada"), "queue", "u0000", "control");
    assertRefused(() -> engine.queues().resume("", "ada"), "queue", "\"\"", "empty");
    assertRefused(() -> engine.queues().pause("q", ""), "actor", "\"\"", "empty");
    assertThat(count("queue")).isZero();
  }

  @Test
  void controlOfAJobIsRefusedBeforeTheJobIsLookedFor() {
    assertRefused(() -> engine.jobs().prioritize(1, 101, "ada"), "priority", "101", "from 0");
    assertRefused(() -> engine.jobs().prioritize(1, -1, "ada"), "priority", "-1", "from 0");
    assertRefused(() -> engine.jobs().boost(1, 0, "ada"), "boost", "0", "from 1");
    assertRefused(() -> engine.jobs().executions(1, 0, 0), "limit", "0", "from 1");
    assertRefused(() -> engine.jobs().executions(1, 10, -1), "offset", "-1", "from 0");
    assertRefused(() -> engine.jobs().cancel(1, ""), "actor", "\"\"", "not be empty");
    assertRefused(() -> engine.jobs().pause(1, "\0"), "actor", "u0000", "control");
    assertRefused(() -> engine.recover(Duration.ofSeconds(-1)), "silence", "PT-1S", "must be from");
  }

  @Test
  void aReportIsRefusedBeforeItIsSent() {
    assertRefused(() -> new Outcome.Completed("{"), "result", "{", "must be JSON");
    assertRefused(
        () -> new Usage(null, Map.of(), null, null, "[]"), "metadata", "[]", "a JSON object");
  }

  @Test
  void anEngineRefusesOptionsThatMakeNoSense() {
    assertRefused(() -> EngineOptions.builder().name("").build(), "name", "\"\"", "not be empty");
    assertRefused(
        () -> EngineOptions.builder().lease(Duration.ZERO).build(),
        "lease",
        "PT0S",
        "must be from");
    assertRefused(
        () -> EngineOptions.builder().retention(Duration.ofMinutes(1)).build(),
        "retention",
        "PT1M",
        "must be from");
  }

  @Test
  void aClaimOfNothingTakesNothing() {
    assertThat(source.exchange(List.of(), Claim.of("default", 0)).leases()).isEmpty();
    assertThat(source.exchange(List.of(), Claim.of("default", -5)).leases()).isEmpty();
    assertThat(engine.node().limits().active("default")).isZero();
  }

  @TestFactory
  Stream<DynamicTest> everyArgumentOfAnEnqueueInSqlIsChecked() {
    return Stream.of(
        sql("''", "kind", "", "must not be empty"),
        sql("NULL", "kind", "", "must not be empty"),
        sql("'  '", "kind", "", "must not be empty"),
        sql("E'a\\nb'", "kind", "a\\nb", "control characters"),
        sql("repeat('k', 201)", "kind", "kkk", "at most 200 characters, is 201"),
        sql("'a', queue => ''", "queue", "", "must not be empty"),
        sql("'a', queue => E'\\u0085q'", "queue", "q", "control characters"),
        sql("'a', NULL", "payload", "", "must be JSON"),
        sql("'a', to_json(repeat('x', 1048576))", "payload", "xxx", "at most 1048576 bytes"),
        sql("'a', priority => 101", "priority", "101", "from 0 to 100"),
        sql("'a', priority => NULL", "priority", "", "from 0 to 100"),
        sql("'a', max_retries => -1", "max_retries", "-1", "from 0 to 1000"),
        sql("'a', delay => '-1 second'", "delay", "-00:00:01", "must be from"),
        sql("'a', delay => '11 years'", "delay", "11 years", "3650 days"),
        sql("'a', run_at => 'infinity'", "run_at", "infinity", "not be later than"),
        sql("'a', run_at => now(), delay => '1s'", "delay", "00:00:01", "goes without"),
        sql("'a', timeout => '0'", "timeout", "00:00:00", "must be from"),
        sql("'a', timeout => '11 years'", "timeout", "11 years", "3650 days"),
        sql("'a', requires => '{\"\"}'", "requires", "", "must not be empty"),
        sql("'a', requires => '{a,NULL}'", "requires", "", "must not be empty"),
        sql(
            "'a', tags => (SELECT array_agg(i::text) FROM generate_series(1, 33) i)",
            "tags",
            "33",
            "from 0 to 32"),
        sql("'a', metadata => '[]'", "metadata", "[]", "a JSON object"),
        sql("'a', trace => repeat('t', 1025)", "trace", "ttt", "at most 1024"),
        sql("'a', created_by => ' '", "created_by", "", "must not be empty"),
        sql("'a', unique_key => ''", "unique_key", "", "must not be empty"),
        sql("'a', unique_key => repeat('u', 501)", "unique_key", "uuu", "at most 500"),
        sql("'a', unique_key => 'u', unique_scope => 'period'", "unique_period", "", "goes with"),
        sql(
            "'a', unique_key => 'u', unique_period => '1 hour'",
            "unique_period",
            "01",
            "goes with"),
        sql(
            "'a', unique_key => 'u', unique_scope => 'period', unique_period => '0'",
            "unique_period",
            "00:00:00",
            "must be from"),
        sql("'a', concurrency_key => E'\\t'", "concurrency_key", "\\t", "control"),
        sql(
            "'a', concurrency_key => 'c', concurrency_limit => 0",
            "concurrency_limit",
            "0",
            "from 1 to 10000"),
        sql(
            "'a', concurrency_key => 'c', concurrency_limit => NULL",
            "concurrency_limit",
            "0",
            "from 1 to 10000"),
        sql("'a', idempotency_key => ''", "idempotency_key", "", "must not be empty"),
        sql("'a', tenant => ''", "tenant", "", "must not be empty"),
        sql("'a', limits => ROW('0s', 1)", "limits.cpu", "00:00:00", "must be from"),
        sql("'a', limits => ROW('1s', 0)", "limits.memory_mb", "0", "from 1 to 1048576"),
        sql("'a', depends_on => '{7}'", "depends_on", "7", "must be the id of a job"),
        sql("'a', depends_on => '{7,7}'", "depends_on", "7", "must not be named twice"),
        sql("'a', depends_on => '{NULL}'", "depends_on", "null", "must be the id of a job"),
        sql(
            "'a', depends_on => array_fill(1::bigint, '{1001}')",
            "depends_on",
            "1001",
            "from 0 to 1000"),
        sql("'a', retry => ROW('-1s', 2, '1h', 0)", "retry.base", "-00:00:01", "must be"),
        sql("'a', retry => ROW('1s', 'NaN', '1h', 0)", "retry.factor", "NaN", "from 1"),
        sql("'a', retry => ROW('1s', 2, '11y', 0)", "retry.cap", "11 years", "3650 days"),
        sql("'a', retry => ROW('1s', 2, '1h', 2)", "retry.jitter", "2", "from 0 to 1"));
  }

  private static void assertRefused(Runnable call, String field, String value, String rule) {
    InvalidInput refusal = assertThrows(InvalidInput.class, call::run);
    assertThat(refusal.code()).isEqualTo("invalid-input");
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal).hasMessageStartingWith(field + " \"").hasMessageContaining(value);
    assertThat(refusal.rule()).contains(rule);
    assertThat(refusal.getMessage()).endsWith(refusal.rule()).hasSizeLessThan(400);
  }

  private static void assertRefused(Supplier<?> call, String field, String value, String rule) {
    Runnable asked = () -> assertThat(call.get()).isNull();
    assertRefused(asked, field, value, rule);
  }

  private static NewJob.Builder some() {
    return NewJob.kind("a");
  }

  private static NewJob small() {
    return NewJob.of("a", "1");
  }

  private static String[] numbered(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new);
  }

  private static NewJob retrying(long base, double factor, long cap, double jitter) {
    return some()
        .retry(new RetryPolicy(Duration.ofSeconds(base), factor, Duration.ofSeconds(cap), jitter))
        .build();
  }

  private DynamicTest job(Supplier<NewJob> wish, String field, String value, String rule) {
    return DynamicTest.dynamicTest(
        field + " " + rule,
        () -> assertRefused(() -> engine.jobs().enqueue(wish.get()), field, value, rule));
  }

  private DynamicTest queue(Supplier<QueueSettings> wish, String field, String value, String rule) {
    return DynamicTest.dynamicTest(
        field + " " + rule,
        () -> {
          assertRefused(() -> engine.queues().put("q", wish.get(), "ada"), field, value, rule);
          assertThat(count("queue")).isZero();
        });
  }

  private DynamicTest sql(String arguments, String field, String value, String rule) {
    return DynamicTest.dynamicTest(
        field + " " + rule,
        () ->
            assertThatThrownBy(() -> text("SELECT rota.enqueue(" + arguments + ")"))
                .hasStackTraceContaining(field + " \"")
                .hasStackTraceContaining(value)
                .hasStackTraceContaining(rule));
  }
}
