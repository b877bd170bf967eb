package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.Job;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.Unique;
import dev.rota.Verdict;
import dev.rota.testkit.Seed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A History is a random life of a cluster: producers, claims, reports of every sort, hands laid on
 * jobs, crashes and clock jumps, by several threads on several engines at once. The invariants are
 * looked at all the while, and in the end everything must come to its end.
 */
final class History {
  private static final int NODES = 3;
  private static final int CLUSTER_LIMIT = 5;
  private static final int NODE_LIMIT = 4;
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration FURTHEST = Duration.ofMinutes(25);
  private static final List<String> QUEUES = List.of("plain", "capped", "narrow");
  private static final List<String> KEYS = List.of("a1", "b1", "c2", "d3");
  private static final Claim ALL =
      new Claim(20, QUEUES.stream().map(queue -> new Claim.Want(queue, 100, Map.of())).toList());
  private static final Set<String> REFUSALS =
      Set.of("forbidden-transition", "duplicate", "busy", "not-found", "running");

  private final HistoryTest test;
  private final RandomGenerator random;
  private final Invariants invariants;
  private final Handlers handlers = new Handlers();
  private final Verdicts verdicts = new Verdicts();
  private final List<HistoryNode> nodes = new CopyOnWriteArrayList<>();
  private final List<Engine> crashed = new CopyOnWriteArrayList<>();
  private final Set<Long> jobs = ConcurrentHashMap.newKeySet();
  private final Set<Long> deleted = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Report> late = new ConcurrentLinkedQueue<>();
  private final ReadWriteLock time = new ReentrantReadWriteLock();
  private Duration offset = Duration.ZERO;

  History(HistoryTest test, RandomGenerator random) {
    this.test = test;
    this.random = random;
    this.invariants = new Invariants(test.database);
  }

  void play(int threads, int steps) throws Exception {
    QueueSettings settings = QueueSettings.DEFAULTS;
    test.engine.queues().put("capped", settings.withInCluster(CLUSTER_LIMIT), "test");
    test.engine.queues().put("narrow", settings.withPerNode(NODE_LIMIT), "test");
    try {
      for (int i = 0; i < NODES; i++) {
        nodes.add(node());
      }
      playWatched(threads, steps);
      drain();
      checkEnd();
    } finally {
      nodes.forEach(node -> node.engine.close());
      crashed.forEach(Engine::close);
    }
  }

  /** Plays until all threads are through or one finds something wrong. */
  private void playWatched(int threads, int steps) throws Exception {
    AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads + 1)) {
      List<Future<?>> players = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        RandomGenerator own = new Seed(random.nextLong()).random();
        players.add(executor.submit(() -> play(own, steps, wrong)));
      }
      Future<?> watcher = executor.submit(() -> watch(over, wrong));
      for (Future<?> player : players) {
        player.get();
      }
      over.set(true);
      watcher.get();
    }
    Throwable found = wrong.get();
    if (found != null) {
      throw new AssertionError("The history broke something: " + found, found);
    }
  }

  private void play(RandomGenerator own, int steps, AtomicReference<@Nullable Throwable> wrong) {
    try {
      for (int i = 0; i < steps && wrong.get() == null; i++) {
        step(own);
      }
    } catch (Throwable e) {
      wrong.compareAndSet(null, e);
    }
  }

  private void watch(AtomicBoolean over, AtomicReference<@Nullable Throwable> wrong) {
    try {
      while (!over.get() && wrong.get() == null) {
        assertThat(invariants.broken()).isEmpty();
      }
    } catch (Throwable e) {
      wrong.compareAndSet(null, e);
    }
  }

  private void step(RandomGenerator own) throws SQLException {
    switch (own.nextInt(43)) {
      case 0, 1, 2, 3, 4, 5 -> enqueue(own);
      case 6 -> enqueueInOwnTransaction(own);
      case 7, 8, 9, 10, 11, 12, 13 -> claim(own);
      case 14, 15, 16, 17, 18, 19, 20 -> report(own);
      case 21 -> reportInOwnTransaction(own);
      case 22 -> reportLate();
      case 23, 24, 25 -> renew(own);
      case 26 -> byHand(own, id -> test.engine.jobs().pause(id, "test"));
      case 27, 28 -> byHand(own, id -> test.engine.jobs().resume(id, "test"));
      case 29 -> byHand(own, id -> test.engine.jobs().cancel(id, "test"));
      case 30 -> byHand(own, id -> test.engine.jobs().retry(id, "test"));
      case 31 -> byHand(own, id -> test.engine.jobs().prioritize(id, own.nextInt(5) * 10, "test"));
      case 32 -> byHand(own, id -> test.engine.jobs().boost(id, 10, "test"));
      case 33 -> crash(own);
      case 34 -> jump(own);
      case 35 -> recover(own);
      case 36 -> pauseQueue(own);
      case 37 -> release(own);
      case 38 -> byHand(own, id -> test.engine.jobs().update(id, change(own), "test"));
      case 39 -> delete(own);
      default -> any(own).engine.tick();
    }
  }

  // ---- producers ----

  private void enqueue(RandomGenerator own) {
    List<NewJob> some = new ArrayList<>();
    for (int i = own.nextInt(1, 5); i > 0; i--) {
      some.add(job(own));
    }
    List<Enqueued> stored =
        some.size() == 1
            ? List.of(any(own).engine.jobs().enqueue(some.get(0)))
            : any(own).engine.jobs().enqueue(some);
    remember(stored);
  }

  private void enqueueInOwnTransaction(RandomGenerator own) throws SQLException {
    try (Connection connection = test.pool.getConnection()) {
      connection.setAutoCommit(false);
      // Two transactions that take unique keys in different orders may block each other for good.
      List<Enqueued> stored = any(own).engine.jobs().enqueue(connection, List.of(job(own)));
      if (own.nextBoolean()) {
        connection.commit();
        remember(stored);
      } else {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    }
  }

  private void remember(List<Enqueued> stored) {
    stored.forEach(one -> jobs.add(one.job()));
  }

  private NewJob job(RandomGenerator own) {
    NewJob.Builder job =
        NewJob.kind("kind-" + own.nextInt(3))
            .queue(QUEUES.get(own.nextInt(QUEUES.size())))
            .priority(own.nextInt(4) * 10)
            .maxRetries(own.nextInt(4))
            .retry(RetryPolicy.every(Duration.ofSeconds(own.nextInt(20))));
    if (own.nextInt(4) == 0) {
      job.delay(Duration.ofSeconds(own.nextInt(30)));
    }
    if (own.nextInt(3) == 0) {
      String key = KEYS.get(own.nextInt(KEYS.size()));
      job.concurrency(key, Handlers.limit(key)).tags(key);
    }
    if (own.nextInt(4) == 0) {
      job.unique(unique(own));
    }
    return job.build();
  }

  private static Unique unique(RandomGenerator own) {
    String key = "u" + own.nextInt(10);
    Unique unique =
        switch (own.nextInt(3)) {
          case 0 -> Unique.whileLive(key);
          case 1 -> Unique.whilePending(key);
          default -> Unique.forPeriod(key, Duration.ofSeconds(own.nextInt(1, 60)));
        };
    Unique.OnDuplicate[] choices = Unique.OnDuplicate.values();
    return unique.onDuplicate(choices[own.nextInt(choices.length)]);
  }

  // ---- workers ----

  private HistoryNode node() {
    EngineOptions.Builder options =
        EngineOptions.builder().name("node-" + (nodes.size() + crashed.size())).lease(LEASE);
    return new HistoryNode(test.open(options));
  }

  /** One of the nodes that were there a moment ago: others crash and start meanwhile. */
  private HistoryNode any(RandomGenerator own) {
    List<HistoryNode> now = List.copyOf(nodes);
    return now.get(own.nextInt(now.size()));
  }

  private void claim(RandomGenerator own) {
    inOrder(exchange(any(own), List.of(), own.nextInt(1, 21)));
  }

  private void report(RandomGenerator own) {
    HistoryNode node = any(own);
    List<Report> reports = new ArrayList<>();
    for (Lease lease : node.end(own, own.nextInt(1, 12))) {
      handlers.end(lease);
      Report report = Report.of(lease, outcome(own, node, lease));
      reports.add(report);
      if (own.nextInt(5) == 0) {
        // Once more later: the same, as if the answer were lost, or something else.
        late.add(own.nextBoolean() ? report : Report.of(lease, outcome(own, node, lease)));
      }
    }
    inOrder(exchange(node, reports, own.nextBoolean() ? own.nextInt(1, 21) : 0));
  }

  /** While no job has waited for an hour, the order of a claim is that of the priorities. */
  private static void inOrder(List<Lease> leases) {
    assertThat(leases)
        .extracting(Lease::priority)
        .as("priorities of one claim")
        .isSortedAccordingTo((a, b) -> b - a);
  }

  private List<Lease> exchange(HistoryNode node, List<Report> reports, int max) {
    Claim claim = max == 0 ? Claim.NOTHING : new Claim(max, ALL.wants());
    time.readLock().lock();
    try {
      var answer = node.source.exchange(reports, claim);
      verdicts.add(reports, answer.verdicts());
      node.start(answer.leases());
      handlers.start(answer.leases());
      assertThat(answer.leases()).hasSizeLessThanOrEqualTo(max);
      assertThat(node.running("narrow")).as("jobs of a node").isLessThanOrEqualTo(NODE_LIMIT);
      return answer.leases();
    } finally {
      time.readLock().unlock();
    }
  }

  private Outcome outcome(RandomGenerator own, HistoryNode node, Lease lease) {
    if (node.wasCancelled(lease)) {
      return new Outcome.Cancelled();
    }
    return switch (own.nextInt(10)) {
      case 0 -> EngineTest.failure(new Outcome.Retry.ByPolicy());
      case 1 -> EngineTest.failure(new Outcome.Retry.Never());
      case 2 -> EngineTest.failure(new Outcome.Retry.After(Duration.ZERO));
      case 3 -> EngineTest.failure(new Outcome.Retry.After(Duration.ofSeconds(own.nextInt(10))));
      case 4 -> new Outcome.Released();
      default -> new Outcome.Completed("{\"ok\":true}");
    };
  }

  private void reportInOwnTransaction(RandomGenerator own) throws SQLException {
    HistoryNode node = any(own);
    Lease lease = node.endOne(own).orElse(null);
    if (lease == null) {
      return;
    }
    Report report = Report.of(lease, new Outcome.Completed(null));
    try (Connection connection = test.pool.getConnection()) {
      connection.setAutoCommit(false);
      try {
        node.source.report(connection, report);
        if (own.nextBoolean()) {
          handlers.end(lease);
          connection.commit();
          verdicts.add(report, Verdict.ACCEPTED, false);
          node.confirmLater(lease);
        } else {
          connection.rollback();
          node.start(List.of(lease));
        }
      } catch (RotaException e) {
        assertThat(e.code()).isEqualTo("fenced");
        handlers.end(lease);
        connection.rollback();
        verdicts.add(report, Verdict.FENCED, false);
        node.confirmLater(lease);
      }
      connection.setAutoCommit(true);
    }
  }

  private void reportLate() {
    Report report = late.poll();
    if (report != null) {
      var answer = nodes.get(0).source.exchange(List.of(report), Claim.NOTHING);
      verdicts.add(List.of(report), answer.verdicts());
    }
  }

  private void renew(RandomGenerator own) {
    for (Lease lost : any(own).renew(own.nextInt(101))) {
      handlers.end(lost);
      late.add(Report.of(lost, new Outcome.Completed(null)));
    }
  }

  // ---- hands ----

  private interface Hand {
    Job lay(long id);
  }

  private void byHand(RandomGenerator own, Hand hand) {
    List<Long> known = List.copyOf(jobs);
    if (known.isEmpty()) {
      return;
    }
    try {
      hand.lay(known.get(own.nextInt(known.size())));
    } catch (RotaException e) {
      assertThat(e.code()).as(String.valueOf(e.getMessage())).isIn(REFUSALS);
    }
  }

  /** More retries than any job has: the invariants count those that were. */
  private static JobChanges change(RandomGenerator own) {
    return own.nextBoolean()
        ? new JobChanges(4, Duration.ofSeconds(own.nextInt(20)), null, null, null, null)
        : new JobChanges(null, null, null, own.nextInt(5) * 10, "{\"changed\": true}", null);
  }

  private void release(RandomGenerator own) {
    time.writeLock().lock();
    try {
      handlers.loseTrack();
      byHand(own, id -> test.engine.jobs().release(id, "test"));
    } finally {
      time.writeLock().unlock();
    }
  }

  private void delete(RandomGenerator own) {
    byHand(
        own,
        id -> {
          Job gone = test.engine.jobs().delete(id, "test");
          deleted.add(id);
          return gone;
        });
  }

  private void pauseQueue(RandomGenerator own) {
    String queue = QUEUES.get(own.nextInt(QUEUES.size()));
    if (own.nextInt(3) == 0) {
      test.engine.queues().pause(queue, "test");
    } else {
      test.engine.queues().resume(queue, "test");
    }
  }

  // ---- trouble ----

  /** A node is gone without a word; another takes its place. */
  private void crash(RandomGenerator own) {
    time.writeLock().lock();
    try {
      HistoryNode gone = nodes.remove(own.nextInt(nodes.size()));
      crashed.add(gone.engine);
      gone.endAll().forEach(handlers::end);
      nodes.add(node());
    } finally {
      time.writeLock().unlock();
    }
  }

  private void jump(RandomGenerator own) {
    moveClock(Duration.ofSeconds(own.nextInt(-60, 180)));
  }

  private void moveClock(Duration by) {
    time.writeLock().lock();
    try {
      Duration target = offset.plus(by);
      if (target.abs().compareTo(FURTHEST) < 0) {
        handlers.loseTrack();
        offset = target;
        test.clock.advance(by);
      }
    } finally {
      time.writeLock().unlock();
    }
  }

  private void recover(RandomGenerator own) {
    time.writeLock().lock();
    try {
      handlers.loseTrack();
      any(own).engine.recover(Duration.ofSeconds(own.nextInt(1, 60)));
    } finally {
      time.writeLock().unlock();
    }
  }

  // ---- the end ----

  /** Lets everything come to its end: nothing is held, everything is completed. */
  private void drain() throws SQLException {
    QUEUES.forEach(queue -> test.engine.queues().resume(queue, "test"));
    while (!late.isEmpty()) {
      reportLate();
    }
    handlers.loseTrack();
    test.clock.advance(Duration.ofHours(2));
    long fewest = Long.MAX_VALUE;
    int vain = 0;
    for (int round = 0; test.count("live") > 0; round++) {
      long live = test.count("live");
      vain = live < fewest ? 0 : vain + 1;
      fewest = Math.min(live, fewest);
      assertThat(vain).as("rounds without an end; left: %s", left()).isLessThan(30);
      test.texts("SELECT job FROM rota.paused").forEach(this::resume);
      for (HistoryNode node : nodes) {
        node.engine.tick();
        node.renew(100);
        exchange(node, completed(node), 100);
      }
      if (round % 5 == 4) {
        handlers.loseTrack();
        test.clock.advance(Duration.ofMinutes(2));
      }
    }
    // Reports of what was recovered meanwhile.
    nodes.forEach(node -> exchange(node, completed(node), 0));
  }

  private List<Report> completed(HistoryNode node) {
    List<Report> reports = new ArrayList<>();
    for (Lease lease : node.endAll()) {
      handlers.end(lease);
      Outcome outcome =
          node.wasCancelled(lease) ? new Outcome.Cancelled() : new Outcome.Completed(null);
      reports.add(Report.of(lease, outcome));
    }
    return reports;
  }

  private void resume(String job) {
    test.engine.jobs().resume(Long.parseLong(job), "test");
  }

  private List<String> left() {
    return test.texts("SELECT j::text FROM rota.jobs j JOIN rota.live l ON l.job = j.id LIMIT 10");
  }

  private void checkEnd() throws SQLException {
    assertThat(invariants.broken()).isEmpty();
    TreeSet<Long> there = new TreeSet<>();
    test.texts("SELECT id FROM rota.jobs WHERE state IN ('completed', 'failed', 'cancelled')")
        .forEach(id -> there.add(Long.valueOf(id)));
    jobs.removeAll(deleted);
    assertThat(there).as("jobs that ended").isEqualTo(new TreeSet<>(jobs));
    assertThat(test.texts("SELECT key FROM rota.keylock WHERE active <> 0")).isEmpty();
    Map<Long, String> recorded = new HashMap<>();
    test.texts(
            "SELECT id || ' ' || CASE WHEN error_type = 'stalled' THEN 'stalled' ELSE status::text END FROM rota.execution")
        .forEach(row -> recorded.put(Long.valueOf(row.split(" ")[0]), row.split(" ")[1]));
    Map<Long, Integer> noted = new HashMap<>();
    test.texts("SELECT details ->> 'fence' FROM rota.event WHERE type = 'report.fenced'")
        .forEach(fence -> noted.merge(Long.valueOf(fence), 1, Integer::sum));
    verdicts.check(recorded, noted, deleted);
  }
}
