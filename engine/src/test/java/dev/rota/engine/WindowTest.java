package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.RotaException;
import dev.rota.Unique;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.WhatIf;
import dev.rota.engine.windows.Window;
import dev.rota.testkit.Eventually;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What windows do to claims, on a real database. */
final class WindowTest extends EngineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  static Stream<Arguments> scopes() {
    return Stream.of(
        Arguments.of("everything", NewWindow.maintenance("w")),
        Arguments.of("its queue", NewWindow.maintenance("w").queue("default")),
        Arguments.of("its kind", NewWindow.maintenance("w").kind("crawl")),
        Arguments.of("its tag", NewWindow.maintenance("w").tag("slow")),
        Arguments.of("its target", NewWindow.maintenance("w").target("s1")),
        Arguments.of(
            "all of these",
            NewWindow.maintenance("w").queue("default").kind("crawl").tag("slow").target("s1")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scopes")
  void aClosedWindowYieldsNothingAndItsEndLetsGo(String of, NewWindow.Builder window) {
    put(window, Duration.ZERO);
    long id = enqueue(crawl());

    assertThat(claimPastParked(10)).isEmpty();
    assertThat(job(id).waitingOn()).isEqualTo("window");

    clock.advance(HOUR.minusMinutes(1));
    engine.tick();
    assertThat(claimPastParked(10)).isEmpty();

    clock.advance(Duration.ofMinutes(3));
    engine.tick();
    assertThat(job(id).waitingOn()).isNull();
    assertThat(ids(claimPastParked(10))).containsExactly(id);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scopes")
  void deletingTheWindowLetsGo(String of, NewWindow.Builder window) {
    put(window, Duration.ofSeconds(10));
    long id = enqueue(crawl());
    assertThat(claimPastParked(10)).isEmpty();

    engine.windows().delete("w", "ada");

    clock.advance(Duration.ofSeconds(13));
    engine.tick();
    assertThat(ids(claimPastParked(10))).containsExactly(id);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scopes")
  void otherWorkGoesOn(String of, NewWindow.Builder window) {
    engine.windows().put(once(window.queue("default").kind("crawl")), "ada");
    enqueue(crawl());
    long otherKind = enqueue(NewJob.kind("index").tags("slow", "target:s1").build());
    long otherQueue = enqueue(NewJob.kind("crawl").queue("q").tags("slow", "target:s1").build());

    assertThat(ids(claimPastParked(10))).containsExactly(otherKind);
    assertThat(ids(source.exchange(List.of(), Claim.of("q", 10)).leases()))
        .containsExactly(otherQueue);
  }

  @Test
  void tagsThatDoNotMatchGoOn() {
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow")), "ada");
    List<Long> held =
        Stream.generate(() -> enqueue(NewJob.kind("a").tags("x", "slow").build()))
            .limit(50)
            .toList();
    long fast = enqueue(NewJob.kind("a").tags("x").build());
    long plain = enqueue("a");

    assertThat(ids(claimPastParked(5))).containsExactly(fast, plain);
    assertThat(held).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.SCHEDULED));
    assertThat(held).allSatisfy(id -> assertThat(job(id).waitingOn()).isEqualTo("window"));
  }

  @Test
  void anExecutionWindowLetsWorkStartInsideOnly() {
    Instant now = clock.now();
    NewWindow.Builder window = NewWindow.execution("w").queue("default").spread(Duration.ZERO);
    engine.windows().put(window.once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build(), "a");
    long id = enqueue("a");
    assertThat(claim(10)).isEmpty();

    clock.advance(HOUR.plusMinutes(1));
    assertThat(ids(claim(10))).containsExactly(id);

    enqueue("a");
    clock.advance(HOUR);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void whatWasHeldIsLetGoSpreadAndWhatIsNewStartsAtOnce() {
    put(NewWindow.maintenance("w"), Duration.ofMinutes(10));
    engine.jobs().enqueueAll(Collections.nCopies(300, NewJob.of("a", "{}")).stream());
    assertThat(claim(500)).isEmpty();
    clock.advance(HOUR.plusSeconds(1));
    long fresh = enqueue("b");

    assertThat(ids(claimPastParked(500))).containsExactly(fresh);
    assertThat(count("delayed")).isEqualTo(300);

    int started = 0;
    for (int minute = 1; minute <= 10; minute++) {
      clock.advance(Duration.ofMinutes(1));
      engine.tick();
      int now = claimPastParked(500).size();
      assertThat(now).as("started in minute %s", minute).isBetween(5, 80);
      started += now;
    }
    assertThat(started).isEqualTo(300);
  }

  @Test
  void whatADeletedWindowHeldIsLetGoSpread() {
    put(NewWindow.maintenance("w"), Duration.ofMinutes(10));
    engine.jobs().enqueueAll(Collections.nCopies(100, NewJob.of("a", "{}")).stream());
    assertThat(claim(500)).isEmpty();

    engine.windows().delete("w", "ada");

    assertThat(engine.windows().list()).isEmpty();
    assertThat(claimPastParked(500)).isEmpty();
    assertThat(texts("SELECT DISTINCT run_at FROM rota.delayed")).hasSizeGreaterThan(50);
    clock.advance(Duration.ofMinutes(5));
    engine.tick();
    assertThat(claimPastParked(500)).hasSizeBetween(20, 80);
    clock.advance(Duration.ofMinutes(6));
    engine.tick();
    claimPastParked(500);
    assertThat(count("run")).isEqualTo(100);
  }

  @Test
  void jobsThatWereHeldByATagAreSpreadAfterTheEnd() {
    put(NewWindow.maintenance("w").tag("slow"), Duration.ofMinutes(10));
    engine
        .jobs()
        .enqueueAll(Collections.nCopies(100, NewJob.kind("a").tags("slow").build()).stream());
    Instant end = Objects.requireNonNull(engine.windows().get("w").orElseThrow().rule().to());
    assertThat(claimPastParked(500)).isEmpty();

    assertThat(texts("SELECT DISTINCT held FROM rota.delayed")).containsExactly("t");
    assertThat(
            texts(
                "SELECT count(*) FROM rota.delayed WHERE run_at BETWEEN '%s' AND '%s'"
                    .formatted(end, end.plus(Duration.ofMinutes(10)))))
        .containsExactly("100");
    assertThat(texts("SELECT DISTINCT run_at FROM rota.delayed")).hasSizeGreaterThan(50);
  }

  @Test
  void nothingStartsWithinTheLongestTimeoutOfTheQueueBeforeMaintenance() {
    engine
        .queues()
        .put("default", QueueSettings.DEFAULTS.withTimeout(Duration.ofMinutes(5)), "ada");
    update(
        "INSERT INTO rota.schedule (id, name, kind, queue, trigger, timeout)"
            + " VALUES (1, 's', 'a', 'default', '@hourly', interval '6 minutes')");
    Instant now = clock.now();
    engine
        .windows()
        .put(
            NewWindow.maintenance("w").once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build(),
            "ada");
    long id = enqueue("a");
    enqueue("a");
    clock.advance(Duration.ofMinutes(53));
    assertThat(ids(claim(1))).containsExactly(id);

    clock.advance(Duration.ofMinutes(1));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aJobWithALongTimeoutOfItsOwnDoesNotStartSoLongBeforeMaintenance() {
    Instant now = clock.now();
    engine
        .windows()
        .put(
            NewWindow.maintenance("w").once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build(),
            "ada");
    long slow = enqueue(NewJob.kind("a").timeout(Duration.ofMinutes(70)).build());
    long bySql =
        Long.parseLong(
            "" + text("SELECT rota.enqueue('a', timeout => interval '90 minutes', priority => 9)"));
    long quick = enqueue(NewJob.kind("a").timeout(Duration.ofMinutes(50)).build());
    long plain = enqueue("a");
    engine.tick();

    assertThat(ids(claimPastParked(10))).containsExactly(quick, plain);
    assertThat(job(slow).waitingOn()).isEqualTo("window");
    assertThat(job(bySql).waitingOn()).isEqualTo("window");
    clock.advance(HOUR.multipliedBy(2).plusMinutes(2));
    engine.tick();
    assertThat(ids(claimPastParked(10))).containsExactlyInAnyOrder(slow, bySql);
  }

  @Test
  void aLongerTimeoutOfTheQueueIsHeardOfAtOnce() {
    Instant now = clock.now();
    NewWindow.Builder window = NewWindow.maintenance("w");
    engine.windows().put(window.once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build(), "a");
    enqueue("a");

    engine.queues().put("default", QueueSettings.DEFAULTS.withTimeout(HOUR.plusMinutes(1)), "ada");

    assertThat(claim(10)).isEmpty();
  }

  @Test
  void aJobThatHoldsItsKeyGivesItBackWhenAWindowPutsItOff() {
    NewJob.Builder keyed = NewJob.kind("a").concurrency("k", 1);
    long first = enqueue(keyed.build());
    long second = enqueue(keyed.tags("slow").build());
    long third = enqueue(keyed.tags().build());
    Lease running = claimPastParked(10).getFirst();
    assertThat(running.job()).isEqualTo(first);
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow")), "ada");

    complete(running);

    assertThat(ids(claimPastParked(10))).containsExactly(third);
    assertThat(state(second)).isEqualTo(JobState.SCHEDULED);
    assertThat(count("keylock WHERE active = 1")).isEqualTo(1);
    assertInvariants();
  }

  @Test
  void aKeyedJobThatIsPutOffTakesNoKey() {
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow")), "ada");
    long slow = enqueue(NewJob.kind("a").concurrency("k", 1).tags("slow").build());
    long fast = enqueue(NewJob.kind("a").concurrency("k", 1).build());

    assertThat(ids(claimPastParked(10))).containsExactly(fast);
    assertThat(state(slow)).isEqualTo(JobState.SCHEDULED);
    assertInvariants();
  }

  @Test
  void aUniqueKeyWhilePendingIsKeptWhileTheJobIsPutOff() {
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow")), "ada");
    NewJob job = NewJob.kind("a").tags("slow").unique(Unique.whilePending("u")).build();
    long id = enqueue(job);
    assertThat(claimPastParked(10)).isEmpty();

    assertThat(engine.jobs().enqueue(job)).isEqualTo(new Enqueued(id, true));
  }

  @Test
  void aJobThatWasPutOffAndPausedIsJudgedAnewWhenItIsResumed() {
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow").spread(Duration.ZERO)), "ada");
    long id = enqueue(NewJob.kind("a").tags("slow").build());
    assertThat(claimPastParked(10)).isEmpty();
    engine.jobs().pause(id, "ada");
    engine.windows().delete("w", "ada");

    engine.jobs().resume(id, "ada");

    assertThat(ids(claimPastParked(10))).containsExactly(id);
  }

  @Test
  void limitsAreNotUsedUpByJobsThatArePutOff() {
    engine
        .queues()
        .put(
            "default",
            QueueSettings.DEFAULTS.withInCluster(3).withPerNode(3).withRate(3, HOUR),
            "ada");
    engine.windows().put(once(NewWindow.maintenance("w").tag("slow")), "ada");
    Stream.generate(() -> NewJob.kind("a").tags("slow").build()).limit(20).forEach(this::enqueue);
    for (int i = 0; i < 5; i++) {
      enqueue("a");
    }

    assertThat(claimPastParked(10)).hasSize(3);
    assertInvariants();
  }

  @Test
  void aWindowActsOnEveryNode() {
    Engine other = open(patient("node-b"));
    JobSource there = other.source();
    engine.windows().put(once(NewWindow.maintenance("w").spread(Duration.ZERO)), "ada");
    enqueue("a");

    other.tick();

    assertThat(claim(there, 10)).isEmpty();
    assertThat(claim(10)).isEmpty();

    other.windows().disable("w", "ada");
    engine.tick();

    assertThat(claim(10)).hasSize(1);
  }

  @Test
  void aWindowThatIsPutWhileAWorkerWaitsActsAtOnce() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    try (Engine running =
            Engine.start(pool, EngineOptions.builder().name("x").build(), EngineEvents.NONE);
        Worker worker =
            Worker.on(running.source()).queue("default", 5).handle("a", job -> "{}").start();
        Worker other =
            Worker.on(running.source())
                .queue("other", 1)
                .run("b", job -> done.countDown())
                .start()) {
      running.windows().put(once(NewWindow.maintenance("w").queue("default")), "ada");
      long id = running.jobs().enqueue(NewJob.of("a", "{}")).job();
      running.jobs().enqueue(NewJob.kind("b").queue("other").build());
      assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(other.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(running.jobs().get(id).orElseThrow().waitingOn()).isEqualTo("window");

      running.windows().disable("w", "ada");

      Eventually.await(
          Duration.ofMinutes(1),
          () -> running.jobs().get(id).orElseThrow().state() == JobState.COMPLETED,
          "the job ran after its window was disabled");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void aWindowIsKeptAsItWasPutAndEveryChangeIsOnRecord() {
    NewWindow window =
        NewWindow.execution("nights")
            .recurring("0 22 * * 1-5", Duration.ofHours(8))
            .zone("Europe/Amsterdam")
            .queue("q")
            .kind("k")
            .tag("t")
            .target("s1")
            .spread(Duration.ofMinutes(30))
            .build();

    Window put = engine.windows().put(window, "ada");

    assertThat(put.rule()).isEqualTo(window);
    assertThat(put.createdBy()).isEqualTo("ada");
    assertThat(engine.windows().get("nights")).contains(put);
    engine.windows().disable("nights", "bob");
    assertThat(engine.windows().list())
        .singleElement()
        .satisfies(kept -> assertThat(kept.rule().enabled()).isFalse());
    engine.windows().enable("nights", "bob");
    Window changed = engine.windows().put(once(NewWindow.maintenance("nights")), "eve");
    assertThat(changed.id()).isEqualTo(put.id());
    engine.windows().delete("nights", "bob");
    assertThat(engine.windows().list()).isEmpty();
    assertThat(texts("SELECT type || ' ' || actor FROM rota.event ORDER BY id"))
        .containsExactly(
            "window.changed ada",
            "window.disabled bob",
            "window.enabled bob",
            "window.changed eve",
            "window.deleted bob");
    assertThat(texts("SELECT DISTINCT details ->> 'window' FROM rota.event"))
        .containsExactly("nights");
  }

  @Test
  void aRowThatCannotBeReadClosesNothingAndLeavesTheOthers() {
    update(
        "INSERT INTO rota.time_window (id, name, sort, trigger, duration)"
            + " VALUES (1, 'odd', 'maintenance', 'now and then', interval '1 hour')");
    engine.windows().put(once(NewWindow.maintenance("w").queue("q")), "ada");
    long id = enqueue("a");
    enqueue(NewJob.kind("a").queue("q").build());

    engine.tick();

    assertThat(ids(claim(10))).containsExactly(id);
    assertThat(source.exchange(List.of(), Claim.of("q", 10)).leases()).isEmpty();
  }

  @Test
  void aWindowThatIsNotThereIsNotFound() {
    assertThatThrownBy(() -> engine.windows().delete("w", "ada"))
        .isInstanceOfSatisfying(
            RotaException.class, e -> assertThat(e.code()).isEqualTo("not-found"))
        .hasMessage("there is no window w");
    assertThatThrownBy(() -> engine.windows().enable("w", "ada")).isInstanceOf(RotaException.class);
  }

  @Test
  void aWhatIfListsTheJobsThatAWindowWouldHold() {
    engine
        .queues()
        .put("default", QueueSettings.DEFAULTS.withTimeout(Duration.ofMinutes(5)), "ada");
    Instant now = clock.now();
    long pending = enqueue(crawl());
    long inLead = enqueue(crawl(Duration.ofMinutes(56)));
    long inside = enqueue(crawl(Duration.ofMinutes(90)));
    enqueue(crawl(Duration.ofMinutes(50)));
    enqueue(crawl(Duration.ofMinutes(121)));
    enqueue(NewJob.kind("crawl").tags("slow").delay(Duration.ofMinutes(90)).build());
    enqueue(NewJob.kind("index").tags("target:s1").delay(Duration.ofMinutes(90)).build());
    NewWindow.Builder window = NewWindow.maintenance("w").kind("crawl").target("s1");
    NewWindow later = window.once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build();

    WhatIf whatIf = engine.windows().whatIf(later, now, now.plus(Duration.ofDays(1)));

    assertThat(whatIf.total()).isEqualTo(2);
    assertThat(whatIf.first()).extracting(WhatIf.HeldJob::job).containsExactly(inLead, inside);
    assertThat(whatIf.first()).extracting(WhatIf.HeldJob::until).containsOnly(later.to());
    assertThat(engine.windows().list()).as("nothing was put").isEmpty();

    WhatIf atOnce =
        engine
            .windows()
            .whatIf(window.once(now, now.plus(HOUR)).build(), now, now.plus(Duration.ofDays(1)));
    assertThat(atOnce.first())
        .filteredOn(held -> held.state() == JobState.PENDING)
        .extracting(WhatIf.HeldJob::job)
        .containsExactly(pending);
    assertThat(atOnce.total()).isEqualTo(3);
  }

  @Test
  void aWhatIfOfAnExecutionWindowListsWhatIsOutside() {
    Instant now = clock.now();
    long before = enqueue(crawl(Duration.ofMinutes(30)));
    enqueue(crawl(Duration.ofMinutes(90)));
    long after = enqueue(crawl(Duration.ofMinutes(150)));
    NewWindow window =
        NewWindow.execution("w").once(now.plus(HOUR), now.plus(HOUR.multipliedBy(2))).build();

    assertThat(engine.windows().whatIf(window, now, now.plus(Duration.ofDays(1))).first())
        .extracting(WhatIf.HeldJob::job)
        .containsExactly(before, after);
  }

  private static NewJob crawl(Duration delay) {
    return NewJob.kind("crawl").tags("slow", "target:s1").delay(delay).build();
  }

  private static NewJob crawl() {
    return NewJob.kind("crawl").tags("slow", "target:s1").build();
  }

  /** From a minute ago for an hour. */
  private void put(NewWindow.Builder window, Duration spread) {
    engine.windows().put(once(window.spread(spread)), "ada");
  }

  private NewWindow once(NewWindow.Builder window) {
    Instant now = clock.now();
    return window.once(now.minusSeconds(60), now.plus(HOUR)).build();
  }

  private void assertInvariants() {
    try {
      assertThat(new Invariants(database).broken()).isEmpty();
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
