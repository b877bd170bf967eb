package dev.rota.worker;

import dev.rota.Beat;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.RotaException;
import dev.rota.Usage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An Execution is one lease in the hands of this worker. It is settled exactly once, by the first
 * of: its handler's end, its timeout, the loss of its lease, the worker's end. What comes later is
 * dropped.
 */
final class Execution implements BatchJob {
  private static final Logger LOG = System.getLogger(Execution.class.getName());

  final Lane lane;
  final long arrivedAt;

  /** Its number in the order of arrival, and its place among the running; the board's. */
  long arrival;

  int place;

  private final Lease lease;
  private final Bench bench;

  /** When the call was sent that last gave or renewed the lease. */
  private volatile long leasedAt;

  private volatile @Nullable Call call;
  private volatile @Nullable Stop stop;
  private volatile boolean settled;
  private @Nullable Outcome recorded;
  private volatile long recordedAt;
  private @Nullable Meter meter;
  private @Nullable Progress progress;
  private @Nullable List<Runnable> onCancel;

  Execution(Lease lease, Lane lane, long leasedAt, long now, Bench bench) {
    this.lease = lease;
    this.lane = lane;
    this.leasedAt = leasedAt;
    this.arrivedAt = now;
    this.bench = bench;
  }

  @Override
  public Lease lease() {
    return lease;
  }

  // ---- its life ----

  void assign(Call itsCall) {
    this.call = itsCall;
  }

  /** Leaves its call, and ends it if it was the last; under the board's lock. */
  void leaveCall(long now) {
    Call its = call;
    if (its != null && --its.open == 0) {
      lane.end(now - its.assignedAt);
    }
  }

  void started() {
    bench.events().tell(listener -> listener.started(lease));
  }

  /** The handler has ended, with a result or an exception. */
  void returned(@Nullable String result, @Nullable Throwable thrown) {
    Outcome inTransaction = recorded();
    if (thrown != null) {
      settle(failed(thrown));
    } else if (inTransaction == null) {
      returned(completed(result));
    } else if (claimEnd()) {
      end(inTransaction, null);
      bench.unconfirmed().add(this);
    }
  }

  private void returned(Outcome outcome) {
    boolean first = settle(outcome);
    Stop why = stop;
    if (!first && why != null) {
      LOG.log(
          Level.INFO,
          "A late result was dropped job={0} fence={1} reason={2}",
          String.valueOf(lease.job()),
          String.valueOf(lease.fence()),
          why);
    }
  }

  @Override
  public void complete(@Nullable String result) {
    settle(new Outcome.Completed(result));
  }

  @Override
  public void fail(Throwable error) {
    settle(failed(error));
  }

  private Outcome completed(@Nullable String result) {
    try {
      return new Outcome.Completed(result);
    } catch (RotaException e) {
      return bench.failures().of(e);
    }
  }

  private Outcome failed(Throwable thrown) {
    Stop why = stop;
    if (why == null) {
      return bench.failures().of(thrown);
    }
    return switch (why) {
      case CANCEL, LOST -> new Outcome.Cancelled();
      case TIMEOUT -> Failures.timeout(timeout(), null);
      case DRAIN -> Failures.drained();
    };
  }

  // ---- its end ----

  /** Ends it if nothing has yet, and reports that. */
  private boolean settle(Outcome outcome) {
    boolean first = claimEnd();
    if (first) {
      report(outcome);
    }
    return first;
  }

  private void report(Outcome outcome) {
    end(outcome, new Report(lease.job(), lease.fence(), outcome, usage()));
  }

  private void end(@Nullable Outcome outcome, @Nullable Report report) {
    Duration took = Duration.ofNanos(ranFor(System.nanoTime()));
    List<Call> next = bench.board().settled(this, outcome, report);
    next.forEach(Call::start);
    bench
        .events()
        .tell(listener -> {
          if (outcome == null) {
            listener.lost(lease);
          } else {
            listener.finished(lease, outcome, took);
          }
        });
  }

  /** Whether the caller is the first to end it. */
  private synchronized boolean claimEnd() {
    boolean first = !settled;
    settled = true;
    return first;
  }

  // ---- being told to stop ----

  void cancel() {
    stop(Stop.CANCEL, false);
  }

  void lose() {
    if (stop(Stop.LOST, true)) {
      end(null, null);
    }
  }

  /** Reported at once, so that a handler that does not listen takes no slot. */
  void timeOut() {
    Call its = call;
    String stack = its == null ? null : its.stackTrace();
    if (stop(Stop.TIMEOUT, true)) {
      report(stop == Stop.CANCEL ? new Outcome.Cancelled() : Failures.timeout(timeout(), stack));
    }
  }

  void drain() {
    stop(Stop.DRAIN, false);
  }

  /** The worker ends and the handler does not: it began, so this is a failure. */
  void abandon() {
    if (stop(Stop.DRAIN, true)) {
      report(stop == Stop.CANCEL ? new Outcome.Cancelled() : Failures.drained());
    }
  }

  /**
   * Tells the handler to stop.
   *
   * @param ends whether to end the execution, too, if that is not in its handler's hands
   * @return whether it was ended by this
   */
  private boolean stop(Stop reason, boolean ends) {
    List<Runnable> actions = List.of();
    boolean ended;
    synchronized (this) {
      if (settled || (reason == Stop.LOST && recorded != null)) {
        return false;
      }
      ended = ends && recorded == null;
      settled = ended;
      if (stop == null) {
        stop = reason;
        actions = onCancel == null ? actions : onCancel;
        onCancel = null;
      }
    }
    Call its = call;
    if (its != null) {
      its.interruptIfStopped();
    }
    actions.forEach(this::runApart);
    return ended;
  }

  private void runApart(Runnable action) {
    Thread.ofVirtual().name("cancel-" + lease.job()).start(action);
  }

  /** Whether its handler has nothing left to do for it. */
  boolean isOver() {
    return settled || stop != null;
  }

  @Override
  public boolean isCancelled() {
    return stop != null;
  }

  @Override
  public void throwIfCancelled() {
    Stop why = stop;
    if (why != null) {
      throw new JobCancelled(why.message);
    }
  }

  @Override
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (stop == null) {
        onCancel = onCancel == null ? new ArrayList<>() : onCancel;
        onCancel.add(action);
        return;
      }
    }
    runApart(action);
  }

  // ---- time ----

  private long ranFor(long now) {
    Call its = call;
    return its == null ? 0 : its.ranFor(now);
  }

  private Duration timeout() {
    Duration limit = lease.timeout();
    return limit == null ? Duration.ZERO : limit;
  }

  /** Nanoseconds until it times out, from now; the largest number if it never does. */
  long nanosLeft(long now) {
    Duration limit = lease.timeout();
    return limit == null ? Long.MAX_VALUE : limit.toNanos() - ranFor(now);
  }

  @Override
  public @Nullable Duration remaining() {
    if (lease.timeout() == null) {
      return null;
    }
    return Duration.ofNanos(Math.max(0, nanosLeft(System.nanoTime())));
  }

  void renewed(long sent) {
    leasedAt = sent;
  }

  /** How long ago the lease was last known to be good; a recorded end needs it no more. */
  long leaseAge(long now) {
    return recorded() == null ? now - leasedAt : 0;
  }

  /** What the heart should say of it; null if its end is in its handler's hands already. */
  synchronized @Nullable Beat beat(long now, long repeatNanos) {
    if (settled || recorded != null) {
      return null;
    }
    return progress == null
        ? new Beat(lease.job(), lease.fence(), null, null)
        : progress.beat(lease, now, repeatNanos);
  }

  synchronized void unbeaten() {
    if (progress != null) {
      progress.unsaid();
    }
  }

  // ---- what the handler says ----

  @Override
  public synchronized void progress(int percent, @Nullable String message) {
    progress = progress == null ? new Progress() : progress;
    progress.set(percent, message);
  }

  private synchronized Meter meter() {
    meter = meter == null ? new Meter() : meter;
    return meter;
  }

  private synchronized Usage usage() {
    Duration ran = Duration.ofNanos(ranFor(System.nanoTime()));
    return meter == null ? Usage.took(ran) : meter.read(ran);
  }

  @Override
  public void count(String counter, long n) {
    meter().count(counter, n);
  }

  @Override
  public void cpuTime(Duration used) {
    meter().cpuTime(used);
  }

  @Override
  public void memoryPeak(int megabytes) {
    meter().memoryPeak(megabytes);
  }

  @Override
  public void metadata(String jsonObject) {
    meter().metadata(jsonObject);
  }

  // ---- in the handler's own transaction ----

  @Override
  public void completeIn(Connection connection, @Nullable String result) {
    record(connection, new Outcome.Completed(result));
  }

  @Override
  public void failIn(Connection connection, Throwable error) {
    record(connection, bench.failures().of(error));
  }

  private synchronized @Nullable Outcome recorded() {
    return recorded;
  }

  long recordedAt() {
    return recordedAt;
  }

  /** The transaction that recorded the end did not commit: the execution came to nothing. */
  Report uncommitted() {
    return new Report(lease.job(), lease.fence(), Failures.uncommitted(), usage());
  }

  /** Marked before it is done: a beat meanwhile would wait for the handler's transaction. */
  private void record(Connection connection, Outcome outcome) {
    synchronized (this) {
      if (settled) {
        throw new RotaException("fenced", "job " + lease.job() + " has been ended by its worker");
      }
      recorded = outcome;
      recordedAt = System.nanoTime();
    }
    try {
      bench.source().report(connection, new Report(lease.job(), lease.fence(), outcome, usage()));
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        recorded = null;
      }
      throw e;
    }
  }
}
