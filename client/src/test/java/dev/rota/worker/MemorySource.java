package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Signal;
import dev.rota.SourceUnavailable;
import dev.rota.Taker;
import dev.rota.Verdict;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A MemorySource is a whole job source in memory: leases with fences, cancellation, refusals, and
 * switches for outages and slowness. What it has recorded can be waited for.
 */
final class MemorySource implements JobSource {
  /** A Filed is a report as it was taken, or refused as late. */
  record Filed(Report report, Verdict verdict) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeMap<Long, Lease> ready = new TreeMap<>();
  private final Map<Long, Lease> running = new HashMap<>();
  private final Map<Long, Signal.Kind> signals = new HashMap<>();
  private final Map<Long, Filed> records = new LinkedHashMap<>();
  private final List<List<Beat>> beats = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private final List<Long> abandoned = new ArrayList<>();
  private final List<Integer> exchanged = new ArrayList<>();
  private final Duration lease;
  private long nextJob = 1;
  private long nextFence = 1_000_000;
  private int released;
  private long hints;
  private boolean closed;
  private boolean keepsClaims = true;
  private volatile @Nullable Taker taker;
  private volatile boolean exchangeDown;
  private volatile boolean answersLost;
  private volatile boolean renewDown;
  private volatile boolean awaitDown;
  private volatile boolean hintsFalsely;
  private volatile boolean refusesClaims;
  private volatile Duration latency = Duration.ZERO;
  private volatile @Nullable Predicate<Report> refuses;

  MemorySource() {
    this(Duration.ofSeconds(30));
  }

  MemorySource(Duration lease) {
    this.lease = lease;
  }

  // ---- what a producer does ----

  long add(String queue, String kind) {
    return add(queue, kind, null);
  }

  long add(String queue, String kind, @Nullable Duration timeout) {
    return add(job -> lease(job, queue, kind, timeout));
  }

  long addLimited(String queue, String kind, Limits limits) {
    return add(job -> limited(lease(job, queue, kind, null), 0, limits));
  }

  private long add(LongFunction<Lease> lease) {
    lock.lock();
    try {
      long job = nextJob++;
      ready.put(job, lease.apply(job));
      hints++;
      changed.signalAll();
      return job;
    } finally {
      lock.unlock();
    }
  }

  /** A job that runs already, for a worker that has not asked for it. */
  Lease started(String queue, String kind) {
    return locked(() -> {
      Lease lease = fenced(lease(nextJob++, queue, kind, null), nextFence++);
      running.put(lease.job(), lease);
      return lease;
    });
  }

  private static Lease lease(long job, String queue, String kind, @Nullable Duration timeout) {
    return new Lease(
        job,
        0,
        kind,
        queue,
        "{\"n\":" + job + "}",
        1,
        0,
        3,
        0,
        timeout,
        List.of("tag"),
        "{}",
        null,
        Instant.EPOCH);
  }

  void addMany(String queue, String kind, int n) {
    lock.lock();
    try {
      for (int i = 0; i < n; i++) {
        long job = nextJob++;
        ready.put(job, lease(job, queue, kind, null));
      }
      hints++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void cancel(long job) {
    signal(job, Signal.Kind.CANCEL);
  }

  /** Takes the lease away, as a recovery does. */
  void lose(long job) {
    lock.lock();
    try {
      running.remove(job);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the lease away and lets the job be claimed again. */
  void recover(long job) {
    lock.lock();
    try {
      Lease lease = running.remove(job);
      if (lease != null) {
        ready.put(job, lease);
        hints++;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The last worker is gone and all its leases have ended: gives out jobs to the next one. */
  void reopen() {
    lock.lock();
    try {
      ready.putAll(running);
      running.clear();
      closed = false;
    } finally {
      lock.unlock();
    }
  }

  private void signal(long job, Signal.Kind kind) {
    lock.lock();
    try {
      signals.put(job, kind);
    } finally {
      lock.unlock();
    }
  }

  // ---- switches ----

  void exchangeDown(boolean down) {
    exchangeDown = down;
  }

  /** Exchanges take effect, but their answers do not arrive; claims in them yield nothing. */
  void answersLost(boolean lost) {
    answersLost = lost;
  }

  void renewDown(boolean down) {
    renewDown = down;
  }

  void awaitDown(boolean down) {
    awaitDown = down;
  }

  /** Hints of work all the time. */
  void hintsFalsely(boolean falsely) {
    hintsFalsely = falsely;
  }

  void latency(Duration each) {
    latency = each;
  }

  void refuses(Predicate<Report> invalid) {
    refuses = invalid;
  }

  void refusesClaims(boolean invalid) {
    refusesClaims = invalid;
  }

  /** Keeps no list of claims, for long runs. */
  void forgetClaims() {
    keepsClaims = false;
  }

  // ---- the port ----

  @Override
  public Exchange exchange(List<Report> reports, Claim claim) {
    if (!latency.isZero()) {
      LockSupport.parkNanos(latency.toNanos());
    }
    if (exchangeDown) {
      throw unavailable();
    }
    if (refusesClaims && !claim.isEmpty()) {
      throw new InvalidInput("queue", claim.wants().getFirst().queue(), "no such queue");
    }
    Predicate<Report> invalid = refuses;
    if (invalid != null && reports.stream().anyMatch(invalid)) {
      throw new InvalidInput("result", "…", "must be at most 5 bytes");
    }
    lock.lock();
    try {
      List<Verdict> verdicts = new ArrayList<>(reports.size());
      for (Report report : reports) {
        verdicts.add(take(report));
      }
      if (keepsClaims) {
        claims.add(claim);
        exchanged.add(reports.size());
      }
      changed.signalAll();
      if (answersLost) {
        throw unavailable();
      }
      return new Exchange(verdicts, closed ? List.of() : claim(claim));
    } finally {
      lock.unlock();
    }
  }

  private static SourceUnavailable unavailable() {
    return new SourceUnavailable("unplugged", new java.io.IOException("no route"));
  }

  private Verdict take(Report report) {
    Filed known = records.get(report.fence());
    if (known != null) {
      return known.verdict();
    }
    Lease held = running.get(report.job());
    if (held == null || held.fence() != report.fence()) {
      records.put(report.fence(), new Filed(report, Verdict.FENCED));
      return Verdict.FENCED;
    }
    running.remove(report.job());
    records.put(report.fence(), new Filed(report, Verdict.ACCEPTED));
    if (report.outcome() instanceof Outcome.Released) {
      released++;
      ready.put(held.job(), held);
    }
    return Verdict.ACCEPTED;
  }

  private List<Lease> claim(Claim claim) {
    List<Lease> leases = new ArrayList<>();
    if (claim.isEmpty()) {
      return leases;
    }
    Map<String, Integer> left = new HashMap<>();
    for (Claim.Want want : claim.wants()) {
      left.put(want.queue(), want.max());
      want.kinds().forEach((kind, n) -> left.put(want.queue() + "/" + kind, n));
    }
    Map<String, Claim.Want> wants = new HashMap<>();
    claim.wants().forEach(want -> wants.put(want.queue(), want));
    var jobs = ready.values().iterator();
    while (jobs.hasNext() && leases.size() < claim.max()) {
      Lease job = jobs.next();
      Claim.Want want = wants.get(job.queue());
      if (want == null || left.getOrDefault(job.queue(), 0) == 0) {
        if (wants.size() == 1 && want != null) {
          break;
        }
        continue;
      }
      String kind = job.queue() + "/" + job.kind();
      if (!want.kinds().isEmpty() && left.getOrDefault(kind, 0) == 0) {
        continue;
      }
      left.merge(job.queue(), -1, Integer::sum);
      left.computeIfPresent(kind, (k, n) -> n - 1);
      jobs.remove();
      Lease given = fenced(job, nextFence++);
      running.put(given.job(), given);
      leases.add(given);
    }
    return leases;
  }

  private static Lease fenced(Lease job, long fence) {
    return limited(job, fence, job.limits());
  }

  private static Lease limited(Lease job, long fence, Limits limits) {
    return new Lease(
        job.job(),
        fence,
        job.kind(),
        job.queue(),
        job.payload(),
        job.attempt(),
        job.retries(),
        job.maxRetries(),
        job.priority(),
        job.timeout(),
        job.tags(),
        job.metadata(),
        job.trace(),
        job.startedAt(),
        job.parents(),
        limits);
  }

  @Override
  public List<Signal> renew(List<Beat> alive) {
    if (renewDown) {
      throw unavailable();
    }
    lock.lock();
    try {
      beats.add(List.copyOf(alive));
      changed.signalAll();
      List<Signal> answer = new ArrayList<>();
      for (Beat beat : alive) {
        Lease held = running.get(beat.job());
        if (held == null || held.fence() != beat.fence()) {
          answer.add(new Signal(beat.job(), beat.fence(), Signal.Kind.LOST));
        } else if (signals.containsKey(beat.job())) {
          answer.add(new Signal(beat.job(), beat.fence(), signals.get(beat.job())));
        }
      }
      return answer;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void report(Connection connection, Report report) {
    lock.lock();
    try {
      Lease held = running.get(report.job());
      if (held == null || held.fence() != report.fence()) {
        throw new RotaException("fenced", "the lease of job " + report.job() + " has ended");
      }
      MemoryTransaction.of(connection).onCommit(() -> exchange(List.of(report), Claim.NOTHING));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void abandon(List<Lease> leases) {
    lock.lock();
    try {
      leases.forEach(lease -> abandoned.add(lease.job()));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean awaitWork(Duration atMost) throws InterruptedException {
    if (awaitDown) {
      throw unavailable();
    }
    if (hintsFalsely) {
      return true;
    }
    lock.lockInterruptibly();
    try {
      long seen = hints;
      long left = atMost.toNanos();
      while (ready.isEmpty() && hints == seen && left > 0) {
        left = changed.awaitNanos(left);
      }
      return left > 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void offerTo(Taker worker) {
    taker = worker;
  }

  Taker taker() {
    return Objects.requireNonNull(taker);
  }

  @Override
  public Duration lease() {
    return lease;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  // ---- what a test looks at ----

  /** Waits until this job has an accepted report other than a release, and returns it. */
  Report awaitReport(long job) throws InterruptedException {
    await("a report of job " + job, () -> find(job) != null);
    Report found = find(job);
    return java.util.Objects.requireNonNull(found);
  }

  private @Nullable Report find(long job) {
    lock.lock();
    try {
      return records.values().stream()
          .filter(one -> one.verdict() == Verdict.ACCEPTED)
          .map(Filed::report)
          .filter(one -> one.job() == job && !(one.outcome() instanceof Outcome.Released))
          .findFirst()
          .orElse(null);
    } finally {
      lock.unlock();
    }
  }

  void await(String what, java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = TimeUnit.SECONDS.toNanos(60);
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("waited in vain for " + what);
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  List<Filed> records() {
    return locked(() -> List.copyOf(records.values()));
  }

  List<Report> accepted() {
    return records().stream()
        .filter(one -> one.verdict() == Verdict.ACCEPTED)
        .map(Filed::report)
        .toList();
  }

  List<List<Beat>> beats() {
    return locked(() -> List.copyOf(beats));
  }

  List<Claim> claims() {
    return locked(() -> List.copyOf(claims));
  }

  List<Integer> exchanged() {
    return locked(() -> List.copyOf(exchanged));
  }

  List<Long> abandoned() {
    return locked(() -> List.copyOf(abandoned));
  }

  int released() {
    return locked(() -> released);
  }

  int ready() {
    return locked(ready::size);
  }

  boolean isClosed() {
    return locked(() -> closed);
  }

  private <T> T locked(java.util.function.Supplier<T> read) {
    lock.lock();
    try {
      return read.get();
    } finally {
      lock.unlock();
    }
  }
}
