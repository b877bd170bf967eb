package dev.rota.worker;

import dev.rota.JobSource.Exchange;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Board is the one place where a worker's threads meet: what runs, what waits for a slot, what is
 * to be reported. One lock guards it all and is never held across a call of the source, a handler
 * or a listener.
 */
final class Board {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition dry = lock.newCondition();
  private final Condition tick = lock.newCondition();
  private final Condition calm = lock.newCondition();

  private final Lanes lanes;
  private final int batch;
  private final ArrayDeque<Report> outbox = new ArrayDeque<>();
  private final Roster running = new Roster();
  private final Traffic traffic;
  private final Tally tally = new Tally();
  private int exchanges;
  private long hints;
  private long nextTick;
  private boolean draining;
  private boolean suspended;
  private boolean stopped;

  Board(Settings settings) {
    this.lanes = new Lanes(settings);
    this.batch = settings.pace().batch();
    this.traffic = new Traffic(batch);
  }

  // ---- the pumps ----

  /** Waits until there is something to report or to ask for; null when the worker has ended. */
  @Nullable Turn next() throws InterruptedException {
    lock.lock();
    try {
      long gathersUntil = 0;
      while (!stopped) {
        List<Ask> asks = asks();
        if (outbox.isEmpty() && asks.isEmpty()) {
          gathersUntil = 0;
          work.await();
          continue;
        }
        long now = System.nanoTime();
        gathersUntil = gathersUntil == 0 ? now + Traffic.GATHER_NANOS : gathersUntil;
        boolean more = !isQuiet();
        if (now >= gathersUntil || !traffic.gathers(outbox.size(), asks, more, now)) {
          return take(asks);
        }
        work.awaitNanos(gathersUntil - now);
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private List<Ask> asks() {
    return mayAsk() ? lanes.asks(traffic.exchangeNanos(), batch) : List.of();
  }

  private boolean isQuiet() {
    return running.isEmpty() && lanes.waiting() == 0;
  }

  private boolean mayAsk() {
    return !draining && !suspended;
  }

  private Turn take(List<Ask> asks) {
    List<Report> reports = new ArrayList<>(Math.min(batch, outbox.size()));
    while (reports.size() < batch && !outbox.isEmpty()) {
      reports.add(outbox.removeFirst());
    }
    Turn turn = Turn.of(reports, asks, batch, hints);
    asks.forEach(Ask::open);
    exchanges++;
    if (!outbox.isEmpty() || turn.claim().max() == batch) {
      work.signal();
    }
    return turn;
  }

  /** The source has answered: takes in what arrived, and says which calls may start. */
  List<Call> exchanged(Turn turn, Exchange answer, List<Execution> arrived, long sent) {
    lock.lock();
    try {
      long now = System.nanoTime();
      int leases = answer.leases().size();
      close(turn);
      traffic.exchanged(turn, leases, sent, now);
      if (leases < turn.claim().max() && turn.hint() == hints) {
        markDry(turn.asks(), answer.leases());
      }
      tally.claimed += leases;
      if (draining) {
        arrived.forEach(execution -> releaseLocked(execution.lease()));
        return List.of();
      }
      arrived.forEach(lanes::add);
      return begin(now);
    } finally {
      lock.unlock();
    }
  }

  private void markDry(List<Ask> asks, List<Lease> leases) {
    Set<String> came = new HashSet<>();
    leases.forEach(lease -> came.add(lease.queue()));
    for (Ask ask : asks) {
      if (!came.contains(ask.want().queue())) {
        ask.lanes().forEach(lane -> lane.dry = true);
        dry.signal();
      }
    }
  }

  /** The exchange did not work out: its reports are sent again. */
  void failed(Turn turn, List<Report> again) {
    lock.lock();
    try {
      close(turn);
      for (int i = again.size() - 1; i >= 0; i--) {
        outbox.addFirst(again.get(i));
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void close(Turn turn) {
    turn.asks().forEach(Ask::close);
    exchanges--;
    calm.signalAll();
  }

  /** Counts what became of reports. */
  void judged(List<Verdict> verdicts) {
    long late = verdicts.stream().filter(verdict -> verdict == Verdict.FENCED).count();
    if (late > 0) {
      lock.lock();
      try {
        tally.fenced += late;
      } finally {
        lock.unlock();
      }
    }
  }

  // ---- executions ----

  /** Where a lease belongs; null if nothing here takes it. */
  @Nullable Lane lane(Lease lease) {
    return lanes.of(lease);
  }

  /** An execution has ended: frees its place, and says which calls may start now. */
  List<Call> settled(Execution execution, @Nullable Outcome outcome, @Nullable Report report) {
    lock.lock();
    try {
      long now = System.nanoTime();
      running.remove(execution);
      execution.leaveCall(now);
      if (outcome == null) {
        tally.lost++;
      } else {
        tally.count(outcome);
      }
      if (report != null) {
        outbox.addLast(report);
      }
      List<Call> next = begin(now);
      boolean last = isQuiet();
      if (last || report == null || outbox.size() == 1 || outbox.size() == batch) {
        work.signal();
      }
      if (last) {
        calm.signalAll();
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  void report(List<Report> reports) {
    lock.lock();
    try {
      outbox.addAll(reports);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Gives back jobs that nothing was done for. */
  void release(List<Lease> leases) {
    lock.lock();
    try {
      leases.forEach(this::releaseLocked);
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void releaseLocked(Lease lease) {
    Outcome outcome = new Outcome.Released();
    tally.count(outcome);
    outbox.addLast(Report.of(lease, outcome));
  }

  private List<Call> begin(long now) {
    Lane lane = lanes.startable();
    if (lane == null) {
      return List.of();
    }
    List<Call> calls = new ArrayList<>();
    while (lane != null) {
      Call call = new Call(lane, lanes.begin(lane), now);
      call.executions.forEach(execution -> enter(execution, call, now));
      calls.add(call);
      lane = lanes.startable();
    }
    return calls;
  }

  private void enter(Execution execution, Call call, long now) {
    execution.assign(call);
    running.add(execution);
    long left = execution.nanosLeft(now);
    if (left != Long.MAX_VALUE && now + left - nextTick < 0) {
      tick.signal();
    }
  }

  List<Execution> running() {
    lock.lock();
    try {
      return running.all();
    } finally {
      lock.unlock();
    }
  }

  // ---- the scout ----

  void awaitDry() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!lanes.anyDry() || !mayAsk()) {
        dry.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** There may be work for every lane. */
  void hint() {
    lock.lock();
    try {
      hints++;
      lanes.wet();
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  // ---- the watch and the heart ----

  /**
   * Waits for at most so long, or until the next timeout, then looks for what has run too long,
   * what has waited too long, and what has not been renewed for too long.
   */
  Findings watch(long tickNanos, long staleNanos, long leaseNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitTick(tickNanos);
      long now = System.nanoTime();
      List<Execution> lost = running.all(one -> one.leaseAge(now) >= leaseNanos);
      List<Execution> timedOut = running.all(one -> one.nanosLeft(now) <= 0);
      suspended |= !lost.isEmpty();
      return new Findings(timedOut, lost, releaseStale(now, Math.min(staleNanos, leaseNanos)));
    } finally {
      lock.unlock();
    }
  }

  private void awaitTick(long tickNanos) throws InterruptedException {
    long now = System.nanoTime();
    long end = now + tickNanos;
    while (true) {
      long left = running.nanosToTimeout(now, end - now);
      if (left <= 0) {
        return;
      }
      nextTick = now + left;
      tick.awaitNanos(left);
      now = System.nanoTime();
    }
  }

  private List<Execution> releaseStale(long now, long staleNanos) {
    List<Execution> stale = lanes.removeWhile(one -> now - one.arrivedAt >= staleNanos);
    for (Execution execution : stale) {
      execution.lane.stalled(staleNanos);
      releaseLocked(execution.lease());
    }
    if (!stale.isEmpty()) {
      work.signal();
    }
    return stale;
  }

  boolean isSuspended() {
    lock.lock();
    try {
      return suspended;
    } finally {
      lock.unlock();
    }
  }

  /** A renewal went through: claims may go on. */
  void resume() {
    lock.lock();
    try {
      if (suspended) {
        suspended = false;
        work.signal();
        dry.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- the end ----

  /** Asks for nothing more, and gives back what waits. */
  List<Execution> drain() {
    lock.lock();
    try {
      draining = true;
      List<Execution> waiting = lanes.removeWhile(one -> true);
      waiting.forEach(execution -> releaseLocked(execution.lease()));
      work.signalAll();
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  void stop() {
    lock.lock();
    try {
      stopped = true;
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no handler runs. */
  boolean awaitQuiet(long nanos) throws InterruptedException {
    return await(running::isEmpty, nanos);
  }

  /** Waits until everything is reported. */
  boolean awaitFlushed(long nanos) throws InterruptedException {
    return await(() -> outbox.isEmpty() && exchanges == 0, nanos);
  }

  /** Waits until nothing runs, everything is reported, and the source has nothing to claim. */
  boolean awaitIdle(long nanos) throws InterruptedException {
    hint();
    return await(this::isIdle, nanos);
  }

  private boolean isIdle() {
    return isQuiet()
        && outbox.isEmpty()
        && exchanges == 0
        && (draining || !suspended)
        && asks().isEmpty();
  }

  private boolean await(BooleanSupplier condition, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = calm.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  int unreported() {
    lock.lock();
    try {
      return outbox.size();
    } finally {
      lock.unlock();
    }
  }

  WorkerStats stats() {
    lock.lock();
    try {
      return tally.stats(lanes.stats());
    } finally {
      lock.unlock();
    }
  }
}
