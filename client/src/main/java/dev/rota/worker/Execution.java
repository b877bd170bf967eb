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
final class Execution {
  private static final Logger LOG = System.getLogger(Execution.class.getName());

  final Lane lane;
  final long arrivedAt;
  final Context context = new Context(this);

  /** Its number in the order of arrival; the board's. */
  long arrival;

  /** Its place in the roster; the board's. */
  int place;

  private final Lease lease;
  private final Bench bench;

  /** When the call was sent that last gave or renewed the lease. */
  private volatile long leasedAt;

  private volatile @Nullable Call call;
  private volatile @Nullable Stop stop;
  private volatile String excess = "";
  private volatile boolean settled;
  private volatile @Nullable Outcome recorded;
  private volatile long recordedAt;
  private @Nullable List<Runnable> onStop;

  Execution(Lease lease, Lane lane, long leasedAt, long now, Bench bench) {
    this.lease = lease;
    this.lane = lane;
    this.leasedAt = leasedAt;
    this.arrivedAt = now;
    this.bench = bench;
  }

  Lease lease() {
    return lease;
  }

  // ---- its call ----

  void assign(Call itsCall) {
    this.call = itsCall;
  }

  void startThread(Call itsCall) {
    String name = lease.kind() + "-" + lease.job();
    if (itsCall.isMeasured()) {
      bench.threads().startMeasured(name, itsCall);
    } else {
      bench.threads().start(name, itsCall);
    }
  }

  void started() {
    bench.events().tell(listener -> listener.started(lease));
  }

  /** The handler has ended, with a result or an exception. */
  void returned(@Nullable String result, @Nullable Throwable thrown) {
    Outcome inTransaction = recorded;
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

  private Outcome completed(@Nullable String result) {
    try {
      return new Outcome.Completed(result);
    } catch (RotaException e) {
      return bench.failures().of(e);
    }
  }

  /** What it means that the handler threw this, if it had been told to stop or not. */
  Outcome failed(Throwable thrown) {
    Stop why = stop;
    if (why == null) {
      return bench.failures().of(thrown);
    }
    return switch (why) {
      case CANCEL, LOST -> new Outcome.Cancelled();
      case TIMEOUT -> Failures.timeout(timeout(), null);
      case QUOTA -> Failures.exceeded(excess, null);
      case DRAIN -> Failures.drained();
    };
  }

  // ---- its end ----

  /** Ends it if nothing has yet, and reports that. */
  boolean settle(Outcome outcome) {
    boolean first = claimEnd();
    if (first) {
      report(outcome);
    }
    return first;
  }

  /** Whether the caller is the first to end it. */
  private synchronized boolean claimEnd() {
    boolean first = !settled;
    settled = true;
    return first;
  }

  private void report(Outcome outcome) {
    end(outcome, new Report(lease.job(), lease.fence(), outcome, usage()));
  }

  private void end(@Nullable Outcome outcome, @Nullable Report report) {
    Duration took = Duration.ofNanos(ranFor(System.nanoTime()));
    List<Call> next = bench.board().settled(this, outcome, report);
    next.forEach(Call::start);
    if (outcome == null) {
      bench.events().tell(listener -> listener.lost(lease));
    } else {
      bench.events().tell(listener -> listener.finished(lease, outcome, took));
    }
  }

  /** Leaves its call, and ends it if it was the last; under the board's lock. */
  void leaveCall(long now) {
    Call its = call;
    if (its != null && --its.open == 0) {
      lane.end(now - its.assignedAt);
    }
  }

  /** Whether its handler has nothing left to do for it. */
  boolean isOver() {
    return settled || stop != null;
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

  /** Looks at what it has taken, and ends it if that is more than it may. */
  void measure() {
    Call its = call;
    Gauge taken = its == null ? null : its.gauge();
    String over = taken == null ? null : taken.excess(lease.limits());
    if (its == null || taken == null || over == null) {
      return;
    }
    String stack = its.stackTrace();
    excess = over;
    tellUsage(taken);
    if (stop(Stop.QUOTA, true)) {
      report(stop == Stop.CANCEL ? new Outcome.Cancelled() : Failures.exceeded(over, stack));
    }
  }

  void tellUsage(Gauge taken) {
    if (taken.cpu() != null) {
      context.measured(taken.cpu());
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
        actions = onStop == null ? actions : onStop;
        onStop = null;
      }
    }
    Call its = call;
    if (its != null) {
      its.interruptIfStopped();
    }
    actions.forEach(this::runApart);
    return ended;
  }

  @Nullable Stop stopped() {
    return stop;
  }

  void onStop(Runnable action) {
    synchronized (this) {
      if (stop == null) {
        onStop = onStop == null ? new ArrayList<>() : onStop;
        onStop.add(action);
        return;
      }
    }
    runApart(action);
  }

  private void runApart(Runnable action) {
    bench.threads().start("cancel-" + lease.job(), () -> run(action));
  }

  private void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "What a handler does when cancelled failed job=" + lease.job(), e);
    }
  }

  // ---- what it takes ----

  /** Whether the worker sees to it that it takes no more than it may. */
  boolean isLimited() {
    return !lease.limits().isNone() && lane.target.measuring() != Measuring.BY_HANDLER;
  }

  boolean isMeasured() {
    return isLimited() || lane.target.measuring() == Measuring.ALWAYS;
  }

  // ---- time ----

  private Usage usage() {
    return context.usage(Duration.ofNanos(ranFor(System.nanoTime())));
  }

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

  void renewed(long sent) {
    leasedAt = sent;
  }

  /** How long ago the lease was last known to be good; a recorded end needs it no more. */
  long leaseAge(long now) {
    return recorded == null ? now - leasedAt : 0;
  }

  /** What the heart should say of it; null if its end is in its handler's hands already. */
  @Nullable Beat beat(long now, long repeatNanos) {
    return settled || recorded != null ? null : context.beat(now, repeatNanos);
  }

  // ---- in the handler's own transaction ----

  /** Marked before it is done: a beat meanwhile would wait for the handler's transaction. */
  void record(Connection connection, Outcome outcome) {
    synchronized (this) {
      if (settled) {
        throw new RotaException("fenced", "job " + lease.job() + " has been ended by its worker");
      }
      recorded = outcome;
      recordedAt = System.nanoTime();
    }
    Report report = new Report(lease.job(), lease.fence(), outcome, usage());
    try {
      bench.source().report(connection, report);
    } catch (Throwable e) {
      recorded = null;
      throw e;
    }
  }

  long recordedAt() {
    return recordedAt;
  }

  /** The transaction that recorded the end did not commit: the execution came to nothing. */
  Report uncommitted() {
    return new Report(lease.job(), lease.fence(), Failures.uncommitted(), usage());
  }
}
